import Bytes
import Decoding

/// The words of Type 1 commands: `READ block 1 byte 0`, `WRITE-E8 block 2: …`.
extension Composer {
  mutating func append(type1 command: Span<UInt8>) {
    guard command.count > 0, let name = names.command(.type1, command[0]) else {
      words.append(count: command.count, "byte", "bytes")
      appendBytes(command, from: 0, of: .command)
      return
    }
    words.append(name)
    guard command.count >= 7 else { return }
    switch command[0] {
    case 0x01: append(byteAt: command[1])
    case 0x53, 0x1A:
      append(byteAt: command[1])
      words.append(": ")
      words.append(hex: command, 2..<3, of: .command, mask: &mask, sign: "·")
    case 0x10:
      words.append(isLong ? " segment " : " ")
      words.append(decimal: Int(command[1] >> 4))
    case 0x02, 0x54, 0x1B:
      words.append(isLong ? " block " : " ")
      words.append(decimal: Int(command[1]))
      guard command[0] != 0x02, command.count >= 10 else { return }
      words.append(Mark.droppable)
      words.append(": ")
      words.append(hex: command, 2..<10, of: .command, mask: &mask, sign: "·")
      words.append(Mark.droppableEnd)
    default: return
    }
  }

  /// An address of a byte has its block in bits 7 to 4 and the byte in it in bits 3 to 1.
  private mutating func append(byteAt address: UInt8) {
    words.append(isLong ? " block " : " ")
    words.append(decimal: Int(address >> 3 & 0x0F))
    words.append(isLong ? " byte " : ".")
    words.append(decimal: Int(address & 7))
  }

  mutating func append(type1 answer: Span<UInt8>, to command: Span<UInt8>) {
    let code = command.count > 0 ? command[0] : 0xFF
    switch (code, answer.count) {
    case (0x78, 6), (0x00, 122):
      words.append("HR ")
      words.append(hex: answer[0])
      words.append(" ")
      words.append(hex: answer[1])
      if code == 0x78 {
        words.append(", UID ")
        words.append(hex: answer.extracting(2..<6))
      } else {
        words.append(isLong ? ", blocks 0–14, 120 bytes" : ", 120 bytes")
      }
    case (0x01, 2), (0x53, 2), (0x1A, 2), (0x02, 9), (0x54, 9), (0x1B, 9):
      words.append(hex: answer, 1..<answer.count, of: .answer, mask: &mask, sign: "·")
    default:
      words.append(count: answer.count, "byte", "bytes")
      appendBytes(answer, from: 0, of: .answer)
    }
  }
}
