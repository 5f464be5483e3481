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
    var commands: [Command] = []
    var lastEnd: Int64 = .min
  }

  private var threads: [UInt16: Thread] = [:]

  /// Takes note of a command. Calls as deep or deeper have ended, whether that was seen or not.
  mutating func begin(_ frame: Frame, _ bytes: [UInt8], level: UInt32, thread: UInt16) {
    var calls = threads.removeValue(forKey: thread) ?? Thread()
    calls.commands.removeAll { $0.level >= level }
    if calls.commands.count == Self.mostNested { calls.commands.removeFirst() }
    calls.commands.append(Command(frame: frame, bytes: bytes, level: level))
    threads[thread] = calls
  }

  /// Ends the call of a thread that is so deep, and gives its command if that is no frame yet.
  mutating func end(level: UInt32, thread: UInt16, at time: Int64) -> Command? {
    guard var calls = threads.removeValue(forKey: thread) else { return nil }
    calls.commands.removeAll { $0.level > level }
    var command = calls.commands.last?.level == level ? calls.commands.popLast() : nil
    // It was sent when what it had to wait for was done.
    if let frame = command?.frame { command?.frame.time = max(frame.time, calls.lastEnd) }
    calls.lastEnd = time
    threads[thread] = calls
    return command?.isTold == false ? command : nil
  }

  /// libnfc nests two deep.
  private static let mostNested = 8

  /// Gives a command that began before `time` and whose call lasts, once.
  mutating func takeWaiting(since time: Int64) -> Command? {
    for (number, thread) in threads {
      guard let last = thread.commands.last, !last.isTold, last.frame.time < time else { continue }
      threads[number]?.commands[thread.commands.count - 1].isTold = true
      var command = last
      command.frame.time = max(last.frame.time, thread.lastEnd)
      return command
    }
    return nil
  }
}
