import Bytes
import Decoding

/// The words of ISO/IEC 15693: `READ_MULTIPLE blocks 1–27`, and `27 blocks: 0300FE00 00000000 …`.
extension Composer {
  mutating func append(vicinity command: Span<UInt8>) {
    guard let request = VicinityRequest(command) else {
      words.append(count: command.count, "byte", "bytes")
      appendBytes(command, from: 0, of: .command)
      return
    }
    if let name = names.vicinity(request.code, maker: request.maker) {
      words.append(name)
    } else {
      words.append("command ")
      words.append(hex: request.code)
      if let maker = request.maker {
        words.append(" of ")
        if let name = names.manufacturer(maker) {
          words.append(name)
        } else {
          words.append("maker ")
          words.append(hex: maker)
        }
      }
    }
    let rest = min(request.parameters, command.count)
    if let blocks = request.blocks(of: command) {
      append(blocks.first, count: blocks.count)
      if let start = request.dataStart, start < command.count {
        words.append(Mark.droppable)
        words.append(": ")
        words.append(hex: command, start..<command.count, of: .command, mask: &mask, sign: "·")
        words.append(Mark.droppableEnd)
      }
    } else if rest < command.count {
      words.append(" ")
      if command.count - rest > 8, !isLong {
        words.append(count: command.count - rest, "byte", "bytes")
      } else {
        words.append(hex: command, rest..<command.count, of: .command, mask: &mask, sign: "·")
      }
    }
  }

  private mutating func append(_ first: Int, count: Int) {
    if isLong { words.append(count == 1 ? " block" : " blocks") }
    words.append(" ")
    words.append(decimal: first)
    guard count > 1 else { return }
    words.append("–")
    words.append(decimal: first + count - 1)
  }

  mutating func append(vicinity answer: Span<UInt8>, to command: Span<UInt8>) {
    guard answer.count > 0 else {
      words.append(isLong ? "silent, as asked" : "silent")
      return
    }
    guard answer[0] & 1 == 0 else {
      words.append("error")
      guard answer.count > 1 else { return }
      words.append(" ")
      words.append(hex: answer[1])
      if let meaning = names.vicinityError(answer[1], isShort: !isLong) {
        words.append(isLong ? ": " : " ")
        words.append(meaning)
      }
      return
    }
    guard let request = VicinityRequest(command) else {
      appendAnswerBytes(answer)
      return
    }
    if let blocks = VicinityBlocks(request, command, answer: answer) {
      append(blocks, answer)
    } else if request.readsStatus, let asked = request.blocks(of: command),
      answer.count - 1 == asked.count
    {
      var locked = 0
      for index in 1..<answer.count where answer[index] & 1 != 0 { locked += 1 }
      if locked == 0 { words.append("none") } else { words.append(decimal: locked) }
      words.append(" of ")
      words.append(decimal: asked.count)
      words.append(" locked")
    } else if request.code == 0x2B, let information = SystemInformation(answer) {
      append(information)
    } else if answer.count == 1 {
      words.append("done")
    } else {
      appendAnswerBytes(answer)
    }
  }

  private mutating func appendAnswerBytes(_ answer: Span<UInt8>) {
    words.append(count: answer.count - 1, "byte", "bytes")
    appendBytes(answer, from: 1, of: .answer)
  }

  /// `block 0: E1400E01`, `27 blocks: 0300FE00 00000000 …`.
  private mutating func append(_ blocks: VicinityBlocks, _ answer: Span<UInt8>) {
    if blocks.count == 1 {
      words.append(hex: answer, blocks.range(of: 0), of: .answer, mask: &mask, sign: "·")
    } else {
      words.append(decimal: blocks.count)
      words.append(" blocks")
      guard isLong else { return }
      words.append(": ")
      let shown = isWhole ? blocks.count : min(2, blocks.count)
      for index in 0..<shown {
        if index > 0 { words.append(" ") }
        words.append(hex: answer, blocks.range(of: index), of: .answer, mask: &mask, sign: "·")
      }
      if shown < blocks.count { words.append(" …") }
    }
    guard blocks.hasStatus else { return }
    var locked = 0
    for index in 0..<blocks.count where answer[blocks.range(of: index).lowerBound - 1] & 1 != 0 {
      locked += 1
    }
    if blocks.count == 1 {
      words.append(locked == 0 ? ", not locked" : ", locked")
    } else if locked > 0 {
      words.append(", ")
      words.append(decimal: locked)
      words.append(" locked")
    }
  }

  /// `28 blocks of 4 bytes, DSFID 00, AFI 00, ICODE SLIX (IC 01)`.
  private mutating func append(_ information: SystemInformation) {
    var isFirst = true
    func comma(_ words: inout ByteBuffer) {
      if !isFirst { words.append(", ") }
      isFirst = false
    }
    if let memory = information.memory {
      comma(&words)
      words.append(count: memory.blocks, "block", "blocks")
      words.append(isLong ? " of " : " × ")
      words.append(decimal: memory.size)
      if isLong { words.append(memory.size == 1 ? " byte" : " bytes") }
    }
    let chip = names.vicinityChip(information.uid)
    let fields: [(StaticString, UInt8?)] = [
      ("DSFID ", information.dsfid), ("AFI ", information.family),
      ("IC ", chip == nil ? information.reference : nil),
    ]
    for (name, value) in fields {
      guard let value, isLong || information.memory == nil else { continue }
      comma(&words)
      words.append(name)
      words.append(hex: value)
    }
    if let chip {
      comma(&words)
      words.append(chip)
      if isWhole, let reference = information.reference {
        appendBracketed("IC \(Hex.text(reference, digits: 2))")
      }
    }
    if isFirst { words.append("UID alone") }
  }

  // PicoPass.

  mutating func append(picoPass command: Span<UInt8>) {
    guard command.count > 0, let name = names.command(.iclass, command[0]) else {
      words.append(count: command.count, "byte", "bytes")
      appendBytes(command, from: 0, of: .command)
      return
    }
    words.append(name)
    switch command[0] {
    case 0x0C, 0x06, 0x88, 0x18, 0x87:
      guard command.count > 1 else { return }
      append(Int(command[1]), count: command[0] == 0x06 ? 4 : 1)
      if let name = Self.picoPassBlock(command[1]) { appendBracketed(name) }
      guard command[0] == 0x87, command.count >= 10 else { return }
      words.append(Mark.droppable)
      words.append(": ")
      words.append(hex: command, 2..<10, of: .command, mask: &mask, sign: "·")
      words.append(command.count > 10 ? ", secured" : "")
      words.append(Mark.droppableEnd)
    case 0x05:
      guard command.count >= 9, isLong else { return }
      words.append(" number ")
      words.append(hex: command, 1..<5, of: .command, mask: &mask, sign: "·")
      words.append(", MAC ")
      words.append(hex: command, 5..<9, of: .command, mask: &mask, sign: "·")
    case 0x84:
      guard command.count > 1 else { return }
      words.append(" ")
      words.append(decimal: Int(command[1] & 0x0F))
    default: break
    }
  }

  /// What the first blocks of a secured card hold.
  private static func picoPassBlock(_ block: UInt8) -> String? {
    switch block {
    case 0: "serial number"
    case 1: "configuration"
    case 2: "e-purse"
    case 3: "debit key"
    case 4: "credit key"
    case 5: "issuer area"
    default: nil
    }
  }

  mutating func append(picoPass answer: Span<UInt8>, to command: Span<UInt8>) {
    guard answer.count > 0 else {
      words.append(isLong ? "silent, as asked" : "silent")
      return
    }
    if command.count > 0, command[0] == 0x05 { words.append("MAC ") }
    let shown = isWhole ? answer.count : min(answer.count, isLong ? 16 : 8)
    for start in stride(from: 0, to: shown, by: 8) {
      if start > 0 { words.append(" ") }
      let end = min(start + 8, answer.count)
      words.append(hex: answer, start..<end, of: .answer, mask: &mask, sign: "·")
    }
    if shown < answer.count { words.append(" …") }
  }

  // ST25TB and SRI.

  mutating func append(sri command: Span<UInt8>) {
    guard command.count > 0, let name = names.command(.sri, command[0]) else {
      words.append(count: command.count, "byte", "bytes")
      appendBytes(command, from: 0, of: .command)
      return
    }
    words.append(name)
    guard command.count > 1 else { return }
    switch command[0] {
    case 0x08, 0x09:
      words.append(" ")
      words.append(decimal: Int(command[1]))
      guard command.count > 2 else { return }
      words.append(": ")
      words.append(hex: command, 2..<command.count, of: .command, mask: &mask, sign: "·")
    default:
      words.append(" ")
      words.append(hex: command, 1..<command.count, of: .command, mask: &mask, sign: "·")
    }
  }

  mutating func append(sri answer: Span<UInt8>, to command: Span<UInt8>) {
    guard answer.count > 0 else {
      words.append(isLong ? "silent, as asked" : "silent")
      return
    }
    if command.count == 1, command[0] == 0x0B, answer.count == 8 {
      words.append("UID ")
      for index in (0..<8).reversed() { words.append(hex: answer[index]) }
      return
    }
    words.append(hex: answer, 0..<answer.count, of: .answer, mask: &mask, sign: "·")
  }
}
