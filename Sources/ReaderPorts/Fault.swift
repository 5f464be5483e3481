import Bytes

/// Something that goes wrong with a simulated reader, so that programs can be tried against it.
package enum Fault: Equatable, Sendable {
  /// The reader is unplugged when a command comes for the n-th time, before it acknowledges it.
  case unplug(Trigger)
  /// It acknowledges the command, and then it is unplugged.
  case unplugAfterAcknowledge(Trigger)
  /// It acknowledges the command and never answers it.
  case mute(Trigger)
  /// It neither acknowledges the command nor answers it.
  case noAcknowledge(Trigger)
  /// It answers the command with bytes of its own: a hostile chip, or a hostile card behind it.
  case answer(Trigger, [UInt8])
  /// It takes its time for each answer.
  case delay(nanoseconds: Int64)

  /// A command of the chip, from the n-th time on.
  package struct Trigger: Equatable, Sendable {
    /// Any command where it is nil.
    package var command: UInt8?
    /// Counted from 1.
    package var count: Int

    package init(command: UInt8?, count: Int = 1) {
      self.command = command
      self.count = count
    }
  }
}

extension Fault {
  /// How faults are written on a command line.
  package static let spellings = [
    "unplug:CC[:N]", "unplug-after-ack:CC[:N]", "mute:CC[:N]", "no-ack:CC[:N]",
    "answer:CC:HEX", "delay:MS", "hostile-ats", "hostile-status", "hostile-uid",
  ]

  /// Reads `KIND:COMMAND:COUNT`: the command in hex, or `*` for any.
  package init?(_ text: String) {
    let words = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    switch words[0] {
    // Three answers that crash libnfc 1.8.0: an ATS of length 0, a status with the bit of NAD, and
    // a UID of 40 bytes.
    case "hostile-ats" where words.count == 1:
      self = .answer(
        Trigger(command: 0x4A), [0x01, 0x01, 0x03, 0x44, 0x20, 4, 0x08, 0x11, 0x22, 0x33, 0x00])
    case "hostile-status" where words.count == 1:
      self = .answer(Trigger(command: 0x40), [0x80] + [UInt8](repeating: 0, count: 16))
    case "hostile-uid" where words.count == 1:
      self = .answer(
        Trigger(command: 0x4A),
        [0x01, 0x01, 0x00, 0x44, 0x00, 40] + [UInt8](repeating: 0x11, count: 40))
    case "delay" where words.count == 2:
      guard let milliseconds = Int64(words[1]), (0...600_000).contains(milliseconds) else {
        return nil
      }
      self = .delay(nanoseconds: milliseconds * 1_000_000)
    case "answer" where words.count == 3:
      guard let trigger = Trigger([words[1]]), let bytes = Hex.bytes(words[2]),
        bytes.count <= 263
      else { return nil }
      self = .answer(trigger, bytes)
    case "unplug":
      guard let trigger = Trigger(words.dropFirst()) else { return nil }
      self = .unplug(trigger)
    case "unplug-after-ack":
      guard let trigger = Trigger(words.dropFirst()) else { return nil }
      self = .unplugAfterAcknowledge(trigger)
    case "mute":
      guard let trigger = Trigger(words.dropFirst()) else { return nil }
      self = .mute(trigger)
    case "no-ack":
      guard let trigger = Trigger(words.dropFirst()) else { return nil }
      self = .noAcknowledge(trigger)
    default:
      return nil
    }
  }
}

extension Fault.Trigger {
  fileprivate init?(_ words: some Collection<String>) {
    guard let first = words.first, words.count <= 2 else { return nil }
    var command: UInt8?
    if first != "*" {
      guard let bytes = Hex.bytes(first), bytes.count == 1 else { return nil }
      command = bytes[0]
    }
    var count = 1
    if words.count == 2 {
      guard let text = words.dropFirst().first, let number = Int(text), number >= 1 else {
        return nil
      }
      count = number
    }
    self.init(command: command, count: count)
  }
}
