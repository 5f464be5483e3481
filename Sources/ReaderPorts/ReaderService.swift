import Playback

/// What the thread of a simulated reader does: frames in, commands to the chip, frames out, and
/// whatever is to go wrong.
struct ReaderService {
  private let terminal: PseudoTerminal
  private var chip: PN532
  private let faults: [Fault]
  private var counts: [UInt8: Int] = [:]
  private var total = 0
  private var finder = HostFrameFinder()
  private var lastAnswer: [UInt8] = []
  private var isPlugged = true
  private let tell: (ReaderExchange) -> Void
  private let begin = PseudoTerminal.now
  private var commandTime: Int64 = 0

  /// Serves a port; `tell` hears of every exchange.
  init(
    _ terminal: PseudoTerminal, chip: PN532, faults: [Fault],
    tell: @escaping (ReaderExchange) -> Void
  ) {
    self.tell = tell
    self.terminal = terminal
    self.chip = chip
    self.faults = faults
  }

  /// Serves until the port is stopped or unplugged.
  mutating func run() {
    while isPlugged, terminal.wait(forRoom: false) == .readable {
      guard let bytes = terminal.read() else { break }
      finder.append(bytes)
      while isPlugged, let frame = finder.next() { take(frame) }
    }
    if isPlugged { unplug() }
  }

  private mutating func take(_ frame: HostFrame) {
    switch frame {
    case .acknowledge:
      // The host aborts what is pending; what is not pending is done already.
      break
    case .negativeAcknowledge:
      send(lastAnswer)
    case .data(let bytes):
      guard bytes.count >= 2, bytes[0] == 0xD4 else {
        send(HostFrame.acknowledgeBytes + HostFrame.errorBytes)
        return
      }
      perform(bytes)
    }
  }

  private mutating func perform(_ bytes: [UInt8]) {
    let code = bytes[1]
    commandTime = PseudoTerminal.now
    counts[code, default: 0] += 1
    total += 1
    var answer: [UInt8]?
    var isMute = false
    var delay: Int64 = 0
    for fault in faults {
      switch fault {
      case .unplug(let trigger) where isMet(trigger, code):
        note(bytes)
        return unplug()
      case .unplugAfterAcknowledge(let trigger) where isMet(trigger, code):
        note(bytes)
        send(HostFrame.acknowledgeBytes)
        // The host is to have read it: a closed port takes with it what was not.
        _ = terminal.sleep(nanoseconds: 200_000_000)
        return unplug()
      case .noAcknowledge(let trigger) where isMet(trigger, code):
        note(bytes)
        return
      case .mute(let trigger) where isMet(trigger, code): isMute = true
      case .answer(let trigger, let bytes) where isMet(trigger, code): answer = bytes
      case .delay(let nanoseconds): delay += nanoseconds
      default: break
      }
    }
    let outcome = answer.map { .answer($0) } ?? chip.perform(code, Array(bytes.dropFirst(2)))
    var acknowledge = HostFrame.acknowledgeBytes
    if delay > 0 {
      send(acknowledge)
      acknowledge = []
      guard terminal.sleep(nanoseconds: delay) else { return }
    }
    switch outcome {
    case .answer(let data) where !isMute:
      let answer = [0xD5, code &+ 1] + data
      note(bytes, answer)
      lastAnswer = HostFrame.answer(answer)
      send(acknowledge + lastAnswer)
    case .syntaxError where !isMute:
      note(bytes)
      lastAnswer = HostFrame.errorBytes
      send(acknowledge + lastAnswer)
    case .answer, .syntaxError, .pending:
      note(bytes)
      send(acknowledge)
    }
  }

  private func note(_ command: [UInt8], _ answer: [UInt8]? = nil) {
    let start = commandTime - begin
    tell(
      ReaderExchange(
        command: command, answer: answer, times: start...max(start, PseudoTerminal.now - begin)))
  }

  /// Whether a command is the one that a fault waits for, for the n-th time or more.
  private func isMet(_ trigger: Fault.Trigger, _ code: UInt8) -> Bool {
    guard let command = trigger.command else { return total >= trigger.count }
    return command == code && counts[code, default: 0] >= trigger.count
  }

  /// Writes all bytes, however slowly the host reads them.
  private mutating func send(_ bytes: [UInt8]) {
    var rest = bytes
    while !rest.isEmpty {
      guard let count = terminal.write(rest) else { return }
      rest.removeFirst(count)
      if !rest.isEmpty, terminal.wait(forRoom: true) != .writable { return unplug() }
    }
  }

  private mutating func unplug() {
    guard isPlugged else { return }
    isPlugged = false
    terminal.unplug()
  }
}
