import Bytes
import Decoding
import Tags

/// The words of Type 2 commands: `READ page 4`, and `pages 4–7: 0343DA20 1E016170 …`.
extension Composer {
  /// `answer` is how many bytes came back, which tells 3DES from AES.
  mutating func append(type2 command: Span<UInt8>, answer: Int, page: ChipPage = .data) {
    guard command.count > 0, let name = names.command(.type2, command[0]) else {
      words.append(count: command.count, "byte", "bytes")
      appendBytes(command, from: 0, of: .command)
      return
    }
    words.append(name)
    switch command[0] {
    case 0x30, 0xA0, 0xA2:
      guard command.count > 1 else { return }
      words.append(isLong ? " page " : " ")
      words.append(decimal: Int(command[1]))
      if let name = page.words { appendBracketed(name) }
    case 0x3A:
      guard command.count > 2 else { return }
      words.append(isLong ? " pages " : " ")
      words.append(decimal: Int(command[1]))
      words.append("–")
      words.append(decimal: Int(command[2]))
    case 0x1A:
      guard command.count > 1 else { return }
      append(keyOf: command[1], isAES: answer == 17 || command[1] != 0)
    case 0x39, 0xA5, 0x3E:
      guard command.count > 1 else { return }
      words.append(isLong ? " counter " : " ")
      words.append(decimal: Int(command[1]))
      if command[0] == 0xA5, command.count > 4 {
        words.append(" by ")
        words.append(decimal: Self.counter(command, at: 2))
      }
    default: return
    }
    let isSecured = Type2Memory.isSecured(command)
    if command[0] == 0xA2, command.count > 2 {
      words.append(Mark.droppable)
      words.append(": ")
      words.append(
        hex: command, 2..<(isSecured ? 6 : command.count), of: .command, mask: &mask, sign: "·")
      words.append(Mark.droppableEnd)
    }
    if isSecured { words.append(isLong ? ", with CMAC" : ", CMAC") }
  }

  /// `AUTHENTICATE (Ultralight C)`, `AUTHENTICATE key 1 (Ultralight AES)`.
  private mutating func append(keyOf number: UInt8, isAES: Bool) {
    if isAES {
      words.append(" key ")
      words.append(decimal: Int(number))
    }
    if isLong { appendBracketed(isAES ? "Ultralight AES" : "Ultralight C") }
  }

  /// A counter's 24 bits, low byte first.
  private static func counter(_ bytes: Span<UInt8>, at start: Int) -> Int {
    Int(bytes[start]) | Int(bytes[start + 1]) << 8 | Int(bytes[start + 2]) << 16
  }

  /// What COMPATIBILITY_WRITE's data and SECTOR_SELECT's sector add, in their second packet.
  mutating func append(secondPacketOf exchange: Exchange, in story: borrowing Story) {
    guard exchange.partRun.count > 1 else { return }
    let run = story.parts[Int(exchange.partRun.start) + 1].command
    let packet = story.bytes.span.extracting(run.range)
    if packet.count == 4 {
      words.append(isLong ? " sector " : " ")
      words.append(decimal: Int(packet[0]))
    } else if exchange.hidden.isSecondPacket, mask.isActive {
      mask.noteHidden()
    } else if packet.count >= 4 {
      words.append(Mark.droppable)
      words.append(": ")
      words.append(hex: packet.extracting(0..<4))
      words.append(Mark.droppableEnd)
    }
  }

  /// `before` is the frame that brought the same pages before.
  mutating func append(
    type2 answer: Span<UInt8>, to command: Span<UInt8>, before: Int?, turn: Int = 0
  ) {
    if answer.count == 0 {
      words.append(isLong ? "silent, which acknowledges" : "silent")
    } else if answer.count == 1, command.count == 2, command[0] == 0x3E, answer[0] > 0x0F {
      // BD: the last increment was completed.
      words.append(answer[0] == 0xBD ? "not torn" : "torn")
    } else if answer.count == 1 {
      append(acknowledgement: answer[0])
    } else if command.count == 2, command[0] == 0x30, answer.count == 16 {
      append(pages: answer, from: Int(command[1]), before: before, turn: turn)
    } else if Type2Memory.isSecured(command), answer.count == 24, command[0] == 0x30 {
      append(pages: answer.extracting(0..<16), from: Int(command[1]), before: nil, turn: turn)
      words.append(isLong ? ", with CMAC" : ", CMAC")
    } else if Type2Memory.isSecured(command), answer.count == 8, command[0] == 0xA2 {
      words.append(isLong ? "CMAC, which acknowledges" : "CMAC")
    } else if command.count == 1, command[0] == 0x60, answer.count == 8,
      let product = names.product(version: answer)
    {
      words.append(product)
      appendBytes(answer, from: 0, of: .answer)
    } else if command.count > 0, command[0] == 0x39, answer.count == 3 {
      words.append("counter ")
      words.append(decimal: Self.counter(answer, at: 0))
    } else {
      words.append(count: answer.count, "byte", "bytes")
      appendBytes(answer, from: 0, of: .answer)
    }
  }

  /// `turn`: behind so many pages the first ones come again, unless it is 0.
  private mutating func append(
    pages answer: Span<UInt8>, from page: Int, before: Int?, turn: Int
  ) {
    words.append(turn == 1 ? "page " : "pages ")
    words.append(decimal: page)
    if turn != 1 {
      words.append("–")
      words.append(decimal: page + (turn == 0 ? 3 : turn - 1))
    }
    if turn > 0 {
      words.append(turn == 3 ? ", 0" : ", 0–")
      if turn < 3 { words.append(decimal: 3 - turn) }
    }
    guard isLong else { return }
    words.append(": ")
    if let before, !isWhole {
      words.append("as frame ")
      words.append(decimal: before)
      return
    }
    words.append(hex: answer, 0..<4, of: .answer, mask: &mask, sign: "·")
    words.append(" ")
    words.append(hex: answer, 4..<8, of: .answer, mask: &mask, sign: "·")
    guard isWhole else {
      words.append(" …")
      return
    }
    for page in 2..<4 {
      words.append(" ")
      words.append(hex: answer, page * 4..<page * 4 + 4, of: .answer, mask: &mask, sign: "·")
    }
  }

  /// Four bits: A is ACK, anything else NAK (NFC Forum Type 2 Tag).
  private mutating func append(acknowledgement byte: UInt8) {
    if byte & 0x0F == 0x0A {
      words.append("ACK")
    } else {
      words.append("NAK ")
      words.append(Hex.digit(byte & 0x0F))
    }
  }
}

extension ChipPage {
  /// What the chips' data sheets call it.
  fileprivate var words: String? {
    switch self {
    case .data: nil
    case .dynamicLock: "dynamic lock"
    case .firstProtected: "AUTH0"
    case .access: "ACCESS"
    case .password: "PWD"
    case .passwordAcknowledge: "PACK"
    case .key: "key"
    }
  }
}
