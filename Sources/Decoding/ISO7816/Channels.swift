import Bytes
import GrammarLanguage

/// What is selected on each logical channel of a card (ISO/IEC 7816-4).
struct Channels {
  /// Channel 0 to 19; the list grows as channels are used.
  private var states: [Selection] = [Selection()]

  /// What a channel has selected.
  struct Selection: Equatable {
    var application = Identifier()
    var file: UInt16?
  }

  /// After activation: every channel is back at its start.
  mutating func reset() {
    states.removeAll(keepingCapacity: true)
    states.append(Selection())
  }

  subscript(channel: UInt8) -> Selection {
    get { Int(channel) < states.count ? states[Int(channel)] : Selection() }
    set {
      while states.count <= Int(channel) && states.count < 20 { states.append(Selection()) }
      if Int(channel) < states.count { states[Int(channel)] = newValue }
    }
  }

  /// The channel that a CLA names. First interindustry and proprietary classes carry it in b2 b1,
  /// further interindustry ones (01------) in b4 to b1, from 4 on.
  static func number(of cla: UInt8) -> UInt8 {
    switch cla {
    case 0x40...0x7F: 4 + (cla & 0x0F)
    case 0x90, 0xFF: 0
    default: cla & 0x03
    }
  }

  /// Takes in a command that succeeded: SELECT moves, MANAGE CHANNEL opens and closes.
  mutating func follow(_ command: Span<UInt8>, answer: Span<UInt8>) {
    guard command.count >= 4, command[0] != 0xFF, !CommandAPDU.isSecured(cla: command[0]) else {
      return
    }
    let channel = Self.number(of: command[0])
    switch command[1] {
    case 0xA4: select(command, answer: answer, on: channel)
    case 0x70 where command[2] == 0x80: self[command[3]] = Selection()
    case 0x70 where command[2] == 0 && answer.count == 3: self[answer[0]] = self[channel]
    default: break
    }
  }

  private mutating func select(_ command: Span<UInt8>, answer: Span<UInt8>, on channel: UInt8) {
    let data = Self.data(of: command)
    var selection = self[channel]
    switch command[2] {
    case 0x04:
      selection = Selection()
      selection.application = Self.name(in: answer) ?? Identifier(command.extracting(data))
    case 0x00 where data.count < 2: selection = Selection()
    case 0x00 where command[data.lowerBound] == 0x3F && command[data.lowerBound + 1] == 0:
      selection = Selection()
    case 0x00, 0x01, 0x02, 0x08, 0x09:
      guard data.count >= 2 else { return }
      let low = data.upperBound - 1
      selection.file = UInt16(command[low - 1]) << 8 | UInt16(command[low])
    case 0x03: selection.file = nil
    default: return
    }
    self[channel] = selection
  }

  /// The data field's place, clamped to what is there; short and extended Lc.
  private static func data(of command: Span<UInt8>) -> Range<Int> {
    guard command.count > 5 else { return command.count..<command.count }
    if command[4] == 0, command.count > 7 {
      let length = Int(command[5]) << 8 | Int(command[6])
      return 7..<min(command.count, 7 + length)
    }
    return 5..<min(command.count, 5 + Int(command[4]))
  }

  /// The DF name that an FCI states (6F, then 84 as its first element): the whole name where a
  /// SELECT named only its beginning.
  private static func name(in answer: Span<UInt8>) -> Identifier? {
    guard answer.count > 6, answer[0] == 0x6F, answer[1] < 0x80, answer[2] == 0x84 else {
      return nil
    }
    let length = Int(answer[3])
    guard length >= 5, length <= 16, 4 + length <= answer.count - 2 else { return nil }
    return Identifier(answer.extracting(4..<4 + length))
  }
}
