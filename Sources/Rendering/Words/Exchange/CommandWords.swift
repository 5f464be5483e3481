import Bytes
import Decoding
import GrammarLanguage

/// The words of command APDUs: a name, and what most readers of a trace want to know beside it.
extension Composer {
  mutating func append(
    _ command: CommandAPDU, _ bytes: Span<UInt8>, of exchange: Exchange
  ) {
    guard bytes.count >= 4 else {
      words.append(count: bytes.count, "byte", "bytes")
      appendBytes(bytes, from: 0, of: .command)
      return
    }
    if let lc = exchange.wrongLc(of: command) {
      appendName(of: command, under: exchange.application)
      append(wrong: lc, command, bytes)
    } else if command.isSecured {
      // Secure messaging: the data is a cryptogram and a checksum, and says nothing.
      appendName(of: command, under: exchange.application)
      words.append(", secured")
      if isLong { appendCount(", ", command.data.count) }
    } else if command.isInterindustry {
      append(interindustry: command, bytes, exchange)
    } else {
      appendName(of: command, under: exchange.application)
      if command.cla == Self.wrapped {
        append(
          nativeParameters: bytes.extracting(command.data.range), code: command.ins)
      }
    }
    guard exchange.channel > 0 else { return }
    words.append(Mark.droppable)
    words.append(" (channel ")
    words.append(decimal: Int(exchange.channel))
    words.append(")")
    words.append(Mark.droppableEnd)
  }

  private mutating func append(
    interindustry command: CommandAPDU, _ bytes: Span<UInt8>, _ exchange: Exchange
  ) {
    appendName(of: command, under: exchange.application)
    switch command.ins {
    case 0xA4: append(select: command, bytes.extracting(command.data.range))
    case 0xB0: append(file: command, count: command.expected, " from ")
    case 0x0E: append(file: command, count: nil, " from ")
    case 0xD0, 0xD6: append(file: command, count: command.data.count, " at ")
    case 0xB2, 0xD2, 0xDC, 0xE2: append(record: command)
    case 0xCA, 0xCB, 0xDA, 0xDB: append(dataObject: command)
    case 0x20, 0x21, 0x24, 0x2C: append(reference: command)
    case 0x70: append(channel: command)
    default: break
    }
  }

  /// The class byte of native commands inside APDUs.
  private static let wrapped: UInt8 = 0x90

  /// `GET PROCESSING OPTIONS`, or the header's bytes where the instruction has no name.
  mutating func appendName(of command: CommandAPDU, under application: Identifier) {
    if let name = names.instruction(cla: command.cla, ins: command.ins, under: application) {
      words.append(name)
      return
    }
    words.append("CLA ")
    words.append(hex: command.cla)
    words.append(" INS ")
    words.append(hex: command.ins)
    words.append(isLong ? " P1 " : ", ")
    words.append(hex: command.p1)
    words.append(isLong ? " P2 " : " ")
    words.append(hex: command.p2)
    if command.data.count > 0 { appendCount(", ", command.data.count) }
  }

  /// `, Lc 7 with 3 bytes: A00000`.
  private mutating func append(
    wrong lc: (claimed: Int, present: Int), _ command: CommandAPDU, _ bytes: Span<UInt8>
  ) {
    words.append(", Lc ")
    words.append(decimal: lc.claimed)
    appendCount(isLong ? " with " : ", ", lc.present)
    guard isLong, command.data.count > 0 else { return }
    words.append(Mark.droppable)
    words.append(": ")
    words.append(hex: bytes, command.data.range, of: .command, mask: &mask, sign: "·")
    words.append(Mark.droppableEnd)
  }

  /// ` 15 bytes from 0`, ` SFI 2, 4 bytes at 16`.
  private mutating func append(file command: CommandAPDU, count: Int?, _ place: StaticString) {
    let isShortFile = command.p1 & 0x80 != 0
    if isShortFile {
      words.append(" SFI ")
      words.append(decimal: Int(command.p1 & 0x1F))
      words.append(",")
    }
    if let count {
      words.append(" ")
      words.append(decimal: count)
      if isLong { words.append(count == 1 ? " byte" : " bytes") }
    }
    let offset = isShortFile ? Int(command.p2) : Int(command.p1) << 8 | Int(command.p2)
    // A file's beginning need not be said where there is no room.
    let mayGo = offset == 0 && !isLong
    if mayGo { words.append(Mark.droppable) }
    words.append(place)
    words.append(decimal: offset)
    if mayGo { words.append(Mark.droppableEnd) }
  }

  /// ` 1, SFI 1`; APPEND RECORD has no number.
  private mutating func append(record command: CommandAPDU) {
    if command.ins != 0xE2 {
      words.append(" ")
      words.append(decimal: Int(command.p1))
    }
    if command.p2 >> 3 != 0 {
      words.append(", SFI ")
      words.append(decimal: Int(command.p2 >> 3))
    }
    if command.ins != 0xB2 { appendCount(", ", command.data.count) }
  }

  /// ` 9F36 (ATC)`.
  private mutating func append(dataObject command: CommandAPDU) {
    words.append(" ")
    let tag = UInt32(command.p1) << 8 | UInt32(command.p2)
    words.append(tag: tag)
    if let name = names.tag(tag) { appendBracketed(name) }
  }

  /// ` reference 1`.
  private mutating func append(reference command: CommandAPDU) {
    if command.p2 & 0x1F != 0 {
      words.append(isLong ? " reference " : " ref ")
      words.append(decimal: Int(command.p2 & 0x1F))
    }
    if command.data.count == 0 { words.append(isLong ? ", tries left?" : ", tries?") }
  }

  private mutating func append(channel command: CommandAPDU) {
    words.append(command.p1 & 0x80 != 0 ? " close" : " open")
    guard command.p2 != 0 else { return }
    words.append(" ")
    words.append(decimal: Int(command.p2))
  }

  /// Appends words that go first when there is no room: ` (Visa)`.
  mutating func appendBracketed(_ text: String) {
    words.append(Mark.droppable)
    words.append(" (")
    words.append(text)
    words.append(")")
    words.append(Mark.droppableEnd)
  }
}

extension Exchange {
  /// What Lc says and how many bytes follow it, where these differ and should not.
  fileprivate func wrongLc(of command: CommandAPDU) -> (claimed: Int, present: Int)? {
    guard case .lc(let claimed, let present) = command.fault, commandDamage != .cut,
      !joins.contains(.commandChaining)
    else { return nil }
    return (claimed, present)
  }
}

extension CommandAPDU {
  /// Whether CLA is one of ISO/IEC 7816-4's own, not an application's.
  var isInterindustry: Bool { cla & 0x80 == 0 }

  /// Whether this is SELECT.
  var isSelect: Bool { ins == 0xA4 && isInterindustry }
}
