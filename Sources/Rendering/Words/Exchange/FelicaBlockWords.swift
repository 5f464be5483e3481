import Bytes
import Decoding
import Tags

/// The words of READ and WRITE WITHOUT ENCRYPTION: `READ service 000B: blocks 0, 1`, and what blocks
/// hold.
extension Composer {
  mutating func append(access command: Span<UInt8>) {
    words.append(command[1] == FelicaCode.read ? "READ" : "WRITE")
    guard let access = FelicaAccess(command) else { return }
    var blocks = access.blocks
    var next = blocks.next(in: command)
    var isFirst = true
    while let block = next {
      let service = block.service
      var ahead = blocks
      let isAlone = ahead.next(in: command)?.service != service
      if !isFirst { words.append(";") }
      isFirst = false
      words.append(isLong ? " service " : " ")
      if let code = access.service(service, in: command) {
        words.append(hex: code)
        append(nameOfService: code)
      } else {
        words.append("no. ")
        words.append(decimal: service + 1)
      }
      words.append(isLong ? isAlone ? ": block " : ": blocks " : ": ")
      var count = 0
      while let first = next, first.service == service {
        // Neighbours are told as a range, from three on.
        var last = first
        var length = 1
        next = blocks.next(in: command)
        while let follower = next, follower.service == service, follower.access == last.access,
          follower.number == last.number &+ 1, follower.number != 0
        {
          last = follower
          length += 1
          next = blocks.next(in: command)
        }
        if count > 0 { words.append(", ") }
        append(block: first, of: access.service(service, in: command))
        if length == 2 { words.append(", ") } else if length > 2 { words.append("–") }
        if length > 1 { append(block: last, of: access.service(service, in: command)) }
        count += length
      }
    }
    append(written: access, command)
  }

  /// `0`, `88h (MC)`; short: `88h MC`.
  private mutating func append(block: FelicaBlock, of service: UInt16?) {
    guard felicaCard.isLite || block.number >= 0x80, service.map(FelicaCard.isTagService) == true
    else {
      words.append(decimal: Int(block.number))
      if block.access == 1 { words.append(" (cashback)") }
      return
    }
    if block.number > 0xFF { words.append(hex: UInt8(block.number >> 8)) }
    words.append(hex: UInt8(truncatingIfNeeded: block.number))
    words.append("h")
    guard let name = names.felica(.liteBlock, UInt64(block.number)) else { return }
    words.append(isLong ? " (" : " ")
    words.append(name)
    if isLong { words.append(")") }
  }

  /// `: 10040100 0D000000 …`, the data of one block.
  private mutating func append(written access: FelicaAccess, _ command: Span<UInt8>) {
    let data = access.dataStart..<command.count
    guard access.isWrite, isLong, data.count >= 16 else { return }
    words.append(Mark.droppable)
    words.append(": ")
    append(block: data.lowerBound, in: command, of: .command)
    words.append(Mark.droppableEnd)
  }

  /// Behind the status flags of an answer to READ: how many blocks, and what a single one holds.
  mutating func append(read answer: Span<UInt8>, to command: Span<UInt8>) {
    guard answer.count > 12 else { return }
    let present = answer.count - 13
    let count = Int(answer[12])
    guard present == count * 16 else {
      words.append(", ")
      if isLong {
        words.append(count: count, "block", "blocks")
        appendCount(" in ", present)
      } else {
        words.append(count: present, "byte", "bytes")
      }
      return
    }
    guard count == 1 else {
      words.append(", ")
      if let mac = Self.mac(at: count - 1, of: command), let name = names.felica(.liteBlock, mac) {
        words.append(count: count - 1, "block", "blocks")
        words.append(" and ")
        words.append(name)
      } else {
        words.append(count: count, "block", "blocks")
      }
      return
    }
    let isUniform = Self.isUniform(answer, from: 13)
    if isLong {
      words.append(": ")
      if !append(liteBlock: answer, to: command) { append(block: 13, in: answer, of: .answer) }
    } else if isUniform, answer[11] == 0 {
      // The flags may go: that there is a block says that it was read.
      words.truncate(to: words.count - 5)
      append(block: 13, in: answer, of: .answer)
    } else {
      words.append(", 1 block")
    }
  }

  /// The number of the MAC or MAC_A that a command's list has at an index.
  private static func mac(at index: Int, of command: Span<UInt8>) -> UInt64? {
    guard let access = FelicaAccess(command), !access.isWrite else { return nil }
    var blocks = access.blocks
    var place = 0
    while let block = blocks.next(in: command) {
      if place == index, LiteBlocks.isMAC(block.number),
        access.service(block.service, in: command).map(FelicaCard.isTagService) == true
      {
        return UInt64(block.number)
      }
      place += 1
    }
    return nil
  }

  /// The 16 bytes from an offset on: `all 00`, `FFFFFF00 FF000000, rest 00`, `10040100 0D000000 …`.
  private mutating func append(block start: Int, in bytes: Span<UInt8>, of side: Side) {
    if Self.isUniform(bytes, from: start), !mask.touches(start..<start + 16, of: side) {
      words.append("all ")
      words.append(hex: bytes[start])
      return
    }
    var used = 16
    while used > 0, bytes[start + used - 1] == 0 { used -= 1 }
    used = (used + 3) / 4 * 4
    let endsInZeros = used <= 8
    let shown = endsInZeros ? used : isWhole ? 16 : 8
    for word in stride(from: 0, to: shown, by: 4) {
      if word > 0 { words.append(" ") }
      words.append(
        hex: bytes, start + word..<start + word + 4, of: side, mask: &mask, sign: "·")
    }
    if endsInZeros { words.append(", rest 00") } else if shown < 16 { words.append(" …") }
  }

  private static func isUniform(_ bytes: Span<UInt8>, from start: Int) -> Bool {
    for index in start..<start + 16 where bytes[index] != bytes[start] { return false }
    return true
  }

  /// What a system block of the Lite family says, where it has a form; whether it has.
  private mutating func append(liteBlock answer: Span<UInt8>, to command: Span<UInt8>) -> Bool {
    guard let access = FelicaAccess(command), let service = access.service(0, in: command),
      FelicaCard.isTagService(service)
    else { return false }
    var blocks = access.blocks
    guard let block = blocks.next(in: command) else { return false }
    let little = ByteOrder.little
    switch block.number {
    case 0x82:
      append(idm: answer, asIn: command)
      words.append(", DFC ")
      words.append(hex: ByteOrder.big.number16(answer, at: 21))
      words.append(", ID ")
      let identifier = answer.extracting(23..<29)
      if Self.isZero(identifier) { words.append("all 00") } else { words.append(hex: identifier) }
    case 0x83:
      append(idm: answer, asIn: command)
      words.append(", PMm ")
      words.append(hex: answer.extracting(21..<29))
    case 0x85:
      let system = ByteOrder.big.number16(answer, at: 13)
      words.append("system ")
      words.append(hex: system)
      if let name = names.system(system) { appendBracketed(name) }
    case 0x86:
      words.append("key version ")
      words.append(hex: little.number16(answer, at: 13))
    case 0x90:
      words.append(
        count: Int(little.number16(answer, at: 13)) | Int(answer[15]) << 16, "write", "writes")
    case 0x92:
      words.append(
        names.felica(.authenticated, UInt64(answer[13])) ?? "authenticated in another way")
    default: return false
    }
    return true
  }

  /// `IDm` where it is the one that the command names.
  private mutating func append(idm answer: Span<UInt8>, asIn command: Span<UInt8>) {
    words.append("IDm")
    for index in 0..<8 where answer[13 + index] != command[2 + index] {
      words.append(" ")
      words.append(hex: answer.extracting(13..<21))
      return
    }
  }

  private static func isZero(_ bytes: Span<UInt8>) -> Bool {
    for index in bytes.indices where bytes[index] != 0 { return false }
    return true
  }
}
