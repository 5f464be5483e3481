import TraceFormat

/// Commands of calls that have begun and not ended, thread by thread.
///
/// libnfc wakes the chip and writes registers back from inside the call that sends a command, and
/// those commands are on the wire before it. So a command is a frame only when its call ends, or
/// when it has waited so long that nothing else can come before it.
struct OpenCalls {
  /// A command that was not seen on its way yet.
  struct Command {
    var frame: Frame
    let bytes: [UInt8]
    /// How deep its call lies in others.
    let level: UInt32
    /// Whether it is a frame already.
    var isTold = false
  }

  private struct Thread {
    let number: UInt16
    var commands: [Command] = []
    var lastEnd: Int64 = .min
  }

  private var threads: [Thread] = []
  /// Where each thread stands among them, by its number.
  private var places: [UInt16: Int] = [:]
  /// Where the one stands that called last: nearly always it is the next one, too.
  private var latest = 0

  private mutating func place(of thread: UInt16) -> Int? {
    if latest < threads.count, threads[latest].number == thread { return latest }
    guard let place = places[thread] else { return nil }
    latest = place
    return place
  }

  /// Takes note of a command. Calls as deep or deeper have ended, whether that was seen or not.
  mutating func begin(_ frame: Frame, _ bytes: [UInt8], level: UInt32, thread: UInt16) {
    var place = threads.count
    if let known = self.place(of: thread) {
      place = known
    } else {
      threads.append(Thread(number: thread))
      places[thread] = place
      latest = place
    }
    while let last = threads[place].commands.last, last.level >= level {
      threads[place].commands.removeLast()
    }
    if threads[place].commands.count == Self.mostNested { threads[place].commands.removeFirst() }
    threads[place].commands.append(Command(frame: frame, bytes: bytes, level: level))
  }

  /// Ends the call of a thread that is so deep, and gives its command if that is no frame yet.
  mutating func end(level: UInt32, thread: UInt16, at time: Int64) -> Command? {
    guard let place = place(of: thread) else { return nil }
    while let last = threads[place].commands.last, last.level > level {
      threads[place].commands.removeLast()
    }
    let isLast = threads[place].commands.last?.level == level
    var command = isLast ? threads[place].commands.popLast() : nil
    // It was sent when what it had to wait for was done.
    if let frame = command?.frame { command?.frame.time = max(frame.time, threads[place].lastEnd) }
    threads[place].lastEnd = time
    return command?.isTold == false ? command : nil
  }

  /// libnfc nests two deep.
  private static let mostNested = 8

  /// Gives a command that began before `time` and whose call lasts, once.
  mutating func takeWaiting(since time: Int64) -> Command? {
    for place in threads.indices {
      guard let last = threads[place].commands.last, !last.isTold, last.frame.time < time else {
        continue
      }
      threads[place].commands[threads[place].commands.count - 1].isTold = true
      var command = last
      command.frame.time = max(last.frame.time, threads[place].lastEnd)
      return command
    }
    return nil
  }
}
