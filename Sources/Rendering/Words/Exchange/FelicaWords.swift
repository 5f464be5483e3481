import Bytes
import Decoding

/// The words of FeliCa commands: `READ service 000B: blocks 0, 1`, and `00 00, 2 blocks`.
extension Composer {
  mutating func append(felica command: Span<UInt8>) {
    guard command.count > 1 else {
      words.append(count: command.count, "byte", "bytes")
      return
    }
    if command[1] == 0x06 || command[1] == 0x08 {
      words.append(command[1] == 0x06 ? "READ" : "WRITE")
    } else if let name = names.command(.felica, command[1]) {
      words.append(name)
    } else {
      words.append("command ")
      words.append(hex: command[1])
    }
    guard FelicaBlocks.areNamed(by: command), let request = FelicaBlocks(command) else { return }
    words.append(isLong ? " service " : " ")
    words.append(hex: request.service)
    words.append(isLong ? (request.blocks.count == 1 ? ": block " : ": blocks ") : ": ")
    for index in request.blocks.indices {
      if index > 0 { words.append(", ") }
      words.append(decimal: Int(request.blocks[index]))
    }
  }

  /// READ's answer: LEN, code, IDm, two status flags, how many blocks, and the blocks.
  mutating func append(felica answer: Span<UInt8>, to command: Span<UInt8>) {
    guard FelicaBlocks.areNamed(by: command), answer.count >= 12 else {
      words.append(count: answer.count, "byte", "bytes")
      appendBytes(answer, from: 0, of: .answer)
      return
    }
    words.append(spaced: answer.extracting(10..<12))
    if answer[10] != 0, let meaning = names.felicaStatus(answer[11], isShort: !isLong) {
      words.append(" ")
      words.append(meaning)
    }
    guard answer.count > 12 else { return }
    words.append(", ")
    let present = answer.count - 13
    if isLong || present == Int(answer[12]) * 16 {
      words.append(count: Int(answer[12]), "block", "blocks")
      if present != Int(answer[12]) * 16 { appendCount(" in ", present) }
    } else {
      words.append(count: present, "byte", "bytes")
    }
  }
}

/// What READ and WRITE WITHOUT ENCRYPTION name: the first service and the blocks.
///
///     LEN | code | IDm (8) | services: count, codes (2 each, low byte first) | blocks: count, list
struct FelicaBlocks {
  let service: UInt16
  private(set) var blocks: [UInt16] = []

  /// Whether a command is one of the two.
  static func areNamed(by command: Span<UInt8>) -> Bool {
    command.count > 1 && (command[1] == 0x06 || command[1] == 0x08)
  }

  /// Reads a command from LEN on; nil where its lists are not whole.
  init?(_ command: Span<UInt8>) {
    do throws(Truncated) {
      var cursor = ByteCursor(command)
      try cursor.skip(10)
      let services = Int(try cursor.readByte())
      service = UInt16(truncatingIfNeeded: try cursor.readLittleNumber(2))
      guard services > 0 else { return nil }
      try cursor.skip(2 * (services - 1))
      for _ in 0..<Int(try cursor.readByte()) {
        // b8 of an element's first byte: a number of one byte, otherwise of two, low byte first.
        let width = try cursor.readByte() & 0x80 != 0 ? 1 : 2
        blocks.append(UInt16(truncatingIfNeeded: try cursor.readLittleNumber(width)))
      }
    } catch {
      return nil
    }
  }
}
