import Bytes
import Decoding
import Tags
import TraceFormat

/// The words of MIFARE Classic: `AUTH_A block 4 (sector 1)`, `accepted`, `READ block 4`.
extension Composer {
  mutating func append(classic exchange: Exchange, _ command: Span<UInt8>) {
    if exchange.isEncrypted {
      words.append(exchange.authentication == .nested ? "nested AUTH, enciphered" : "ciphertext")
      if exchange.authentication == .none {
        appendCount(", ", command.count)
        appendBytes(command, from: 0, of: .command)
      }
      return
    }
    guard command.count > 0, let name = names.command(.classic, command[0]) else {
      words.append(count: command.count, "byte", "bytes")
      appendBytes(command, from: 0, of: .command)
      return
    }
    words.append(name)
    if command.count > 1, command[0] != 0x50 {
      words.append(isLong ? " block " : " ")
      words.append(decimal: Int(command[1]))
    }
    if command.count > 2, exchange.authentication == .none {
      words.append(Mark.droppable)
      words.append(": ")
      if command.count == 6 {
        // An amount, least significant byte first.
        var amount = 0
        for index in (2..<6).reversed() { amount = amount << 8 | Int(command[index]) }
        words.append(decimal: amount)
      } else {
        words.append(hex: command, 2..<command.count, of: .command, mask: &mask, sign: "·")
      }
      words.append(Mark.droppableEnd)
    }
    if exchange.authentication == .none {
      if command.count > 1, ClassicBlock.isTrailer(command[1]),
        command[0] == 0x30 || command[0] == 0xA0
      {
        appendBracketed("trailer")
      }
    } else if command.count > 1 {
      appendBracketed("sector \(ClassicBlock.sector(of: command[1]))")
    }
    if exchange.authentication == .nested { words.append(", nested") }
    if exchange.isDecrypted, exchange.authentication != .first { appendBracketed("deciphered") }
  }

  mutating func append(classic exchange: Exchange, _ answer: Span<UInt8>, to command: Span<UInt8>) {
    if exchange.authentication != .none {
      append(authentication: exchange, answer)
    } else if exchange.isEncrypted, answer.count == 0 {
      words.append("silent")
    } else if exchange.isEncrypted {
      words.append("ciphertext")
      appendCount(", ", answer.count)
      appendBytes(answer, from: 0, of: .answer)
    } else if answer.count == 0 {
      words.append(isLong ? "silent, as it must be" : "silent")
    } else if answer.count <= 2, command.count > 0, command[0] != 0x30 || answer.count == 1 {
      append(classicAcknowledgement: answer[answer.count - 1])
    } else {
      let shown = isLong ? answer.count : min(8, answer.count)
      words.append(hex: answer, 0..<shown, of: .answer, mask: &mask, sign: "·")
      if shown < answer.count { words.append(" …") }
      appendValue(answer, of: command)
    }
  }

  /// The number in a value block.
  private mutating func appendValue(_ answer: Span<UInt8>, of command: Span<UInt8>) {
    // The address stands there four times, so that hardly anything else goes on to be looked at.
    guard command.count == 2, answer.count == 16, answer[12] == answer[14],
      answer[12] == ~answer[13], !ClassicBlock.isTrailer(command[1]),
      let value = ValueBlock(Array(copying: answer), block: Int(command[1])), value.fault == nil
    else { return }
    appendBracketed("value \(value.value)")
  }

  private mutating func append(authentication exchange: Exchange, _ answer: Span<UInt8>) {
    switch answer.count {
    case 8...: words.append(exchange.hasKey ? "accepted, key known" : "accepted")
    case 5...7:
      words.append("refused, ")
      append(classicAcknowledgement: answer[4])
    default: words.append("number alone")
    }
    guard answer.count >= 4 else { return }
    words.append(Mark.droppable)
    words.append(", number ")
    words.append(hex: answer, 0..<4, of: .answer, mask: &mask, sign: "·")
    words.append(Mark.droppableEnd)
  }

  /// `blocks 0–2: read with key A or B, no writing` and what the trailer itself allows.
  mutating func append(
    trailer exchange: Exchange, _ command: Span<UInt8>, _ answer: Span<UInt8>, from start: Int
  ) {
    guard exchange.outcome == .answered, !exchange.isEncrypted, command.count == 2,
      command[0] == 0x30, answer.count == 16, ClassicBlock.isTrailer(command[1]),
      SectorTrailer.agree(answer[6], answer[7], answer[8])
    else { return }
    var first = 0
    for block in 0..<4 {
      let bits = SectorTrailer.access(block, answer[7], answer[8])
      let isTrailer = block == 3
      if !isTrailer, block < 2, SectorTrailer.access(block + 1, answer[7], answer[8]) == bits {
        continue
      }
      guard let words = names.access(bits, isTrailer: isTrailer) else { return }
      beginLine(from: start)
      if isTrailer {
        self.words.append("trailer: ")
      } else {
        self.words.append(first == block ? "block " : "blocks ")
        self.words.append(decimal: first)
        if first != block {
          self.words.append("–")
          self.words.append(decimal: block)
        }
        self.words.append(": ")
      }
      self.words.append(Mark.hang)
      self.words.append(words)
      first = block + 1
    }
  }

  private mutating func append(classicAcknowledgement byte: UInt8) {
    let code = byte & 0x0F
    if code == 0x0A {
      words.append("ACK")
    } else {
      words.append("NAK ")
      words.append(Hex.digit(code))
      if isLong, let meaning = Self.refusal(code) {
        words.append(": ")
        words.append(meaning)
      }
    }
  }

  private static func refusal(_ code: UInt8) -> StaticString? {
    switch code {
    case 0x00: "invalid operation"
    case 0x01, 0x05: "parity or CRC error"
    case 0x04: "not allowed"
    default: nil
    }
  }
}
