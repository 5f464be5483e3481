import Bytes
import GrammarLanguage

/// Frames, and what a card says of itself while it is activated.
extension PasteReader {
  /// An ATS with or without its CRC_A.
  func ats(_ bytes: [UInt8]) -> PastedReading? {
    guard let blocks = lexicon.grammar("iso-dep"),
      let rats = blocks.message(code: 0xE0, isResponse: false), let ats = blocks.answer(to: rats)
    else { return nil }
    let length = Int(bytes[0])
    let hasChecksum = length >= 1 && bytes.count == length + 2
    let body = hasChecksum ? length : bytes.count
    var reading = PastedReading(.ats, fit: 0)
    var reader = MessageReader(Perspective(blocks))
    let run = Array(bytes[..<body])
    reader.read(ats, run.span, into: &reading.tree)
    if hasChecksum {
      let crc = Checksum.crcA(run.span)
      let isRight = bytes[body] == UInt8(crc & 0xFF) && bytes[body + 1] == UInt8(crc >> 8)
      reading.checksum = PastedReading.CheckValue(
        name: "CRC_A", bytes: body..<body + 2, isRight: isRight)
      reading.notes.append(
        "TL counts \(length): the two bytes behind are no part of the ATS")
      reading.fit = isRight ? 95 : 20
    } else if length != bytes.count {
      reading.faults.append(
        PastedReading.Fault(
          offset: 0,
          words: "TL says \(PastedReading.count(length, "byte")), "
            + "\(bytes.count) \(bytes.count == 1 ? "is" : "are") there"))
    } else if bytes.count >= 2 {
      // T0's first bit is reserved, FSCI ends at C, and the bytes that it announces are there.
      let announced = 2 + Int(bytes[1] >> 4 & 7).nonzeroBitCount
      let isRight = bytes[1] & 0x80 == 0 && bytes[1] & 15 <= 0x0C && announced <= length
      // Nearly every card announces TA(1), TB(1) and TC(1).
      reading.fit = !isRight ? 0 : bytes[1] & 0x70 == 0x70 ? 78 : announced > 2 ? 65 : 45
    }
    return reading
  }

  /// A frame with CRC_A or CRC_B: an ISO-DEP block and what it carries, or another command.
  func frame(_ bytes: [UInt8]) -> PastedReading? {
    if let short = short(bytes) { return short }
    guard bytes.count >= 3 else { return nil }
    if Track.isBarePassword(bytes.span), bytes.count < 7 {
      // Its CRC was not pasted with it.
      var reading = PastedReading(.frame, fit: 80)
      readCommand(bytes, into: &reading)
      return reading
    }
    let body = Array(bytes.dropLast(2))
    let last = UInt16(bytes[bytes.count - 1]) << 8 | UInt16(bytes[bytes.count - 2])
    let isA = last == Checksum.crcA(body.span)
    let isB = last == Checksum.crcB(body.span)
    var reading = PastedReading(.frame, fit: isA || isB ? 80 : 0)
    reading.checksum = PastedReading.CheckValue(
      name: isB && !isA ? "CRC_B" : "CRC_A", bytes: body.count..<bytes.count,
      isRight: isA || isB)
    if !Track.isBarePassword(body.span) { readBlock(body, into: &reading) }
    if reading.tree.nodes.isEmpty { readCommand(body, into: &reading) }
    return reading
  }

  /// A frame that has no CRC on air, or whose CRC was left out: REQA and WUPA of seven bits,
  /// anticollision, HLTA, RATS, and short commands of Type 2 tags.
  private func short(_ bytes: [UInt8]) -> PastedReading? {
    guard let (fit, note) = Self.shortForm(bytes) else { return nil }
    for name in ["iso14443a", "iso14443b", "iso-dep", "type2"] {
      guard let grammar = lexicon.grammar(name),
        let message = grammar.message(
          in: bytes.span, isResponse: false, bits: bytes.count == 1 ? 7 : 0)
          ?? grammar.message(in: bytes.span, isResponse: false)
      else { continue }
      var reading = PastedReading(.frame, fit: fit)
      var reader = MessageReader(Perspective(grammar))
      reader.read(message, bytes.span, into: &reading.tree)
      reading.notes = [lexicon.title(of: grammar.label(of: message)) + note]
      return reading
    }
    return nil
  }

  /// How sure it is that so few bytes are such a frame, and what is to be said of it.
  static func shortForm(_ bytes: [UInt8]) -> (fit: Int, note: String)? {
    let lacksCRC = ", to the card; without its CRC"
    switch (bytes[0], bytes.count) {
    case (0x26, 1), (0x52, 1): return (80, ", to the card: a frame of seven bits, no CRC")
    case (0x93, 2), (0x95, 2), (0x97, 2):
      return (0x20...0x67).contains(bytes[1]) ? (74, ", to the card: anticollision, no CRC") : nil
    case (0x50, 2) where bytes[1] == 0: return (74, lacksCRC)
    case (0xE0, 2): return (50, lacksCRC)
    case (0x30, 2): return (60, lacksCRC)
    case (0x60, 1): return (60, lacksCRC)
    default: return nil
    }
  }

  private func readBlock(_ body: [UInt8], into reading: inout PastedReading) {
    guard let blocks = lexicon.grammar("iso-dep"), let header = BlockHeader(pcb: body[0]),
      let message = blocks.message(in: body.span, isResponse: false)
    else { return }
    let name =
      switch body[0] & 0xC0 {
      case 0x00: "Information"
      case 0x80: "Acknowledge"
      default: "Supervisory"
      }
    guard let structure = blocks.structure(named: name) else { return }
    var reader = MessageReader(Perspective(blocks))
    reader.read(structure, body.span, into: &reading.tree)
    reading.tree.nodes[0].label = blocks.label(of: message)
    if header.kind == .waitingTimeExtension, body.count > header.length {
      reading.notes = Self.notes(onExtension: body[header.length] & 0x3F)
    }
    guard name == "Information", body.count > header.length else { return }
    // Places in what the block carries are counted in the pasted bytes, too.
    reading.inner = readings(of: Array(body[header.length...])).filter {
      [.command, .answer, .status].contains($0.kind)
    }.map { $0.shifted(by: header.length) }
  }

  /// ISO/IEC 14443-4, 7.3: what S(WTX) asks for.
  private static func notes(onExtension multiplier: UInt8) -> [String] {
    let isAllowed = (1...59).contains(multiplier)
    return [
      isAllowed
        ? "from the card: it asks for \(multiplier) × its frame waiting time (FWT), once; from the "
          + "reader: granted. The reader answers with the same WTXM, then the card goes on"
        : "WTXM \(multiplier) is reserved: 1 to 59 may be asked for"
    ]
  }

  private func readCommand(_ body: [UInt8], into reading: inout PastedReading) {
    let isPassword = Track.isBarePassword(body.span)
    for name in isPassword ? ["type2"] : ["iso14443a", "iso-dep", "iso14443b", "type2"] {
      guard let grammar = lexicon.grammar(name),
        let message = grammar.message(in: body.span, isResponse: false)
      else { continue }
      var reader = MessageReader(Perspective(grammar))
      reader.read(message, body.span, into: &reading.tree)
      return
    }
  }

  /// The answer of a Type 2 tag to GET_VERSION, and the product that it names.
  func version(_ bytes: [UInt8]) -> PastedReading? {
    guard bytes.count == 8, bytes[0] == 0, let type2 = lexicon.grammar("type2"),
      let question = type2.message(code: 0x60, isResponse: false),
      let answer = type2.answer(to: question)
    else { return nil }
    var reading = PastedReading(.version, fit: bytes[1] == 0x04 ? 82 : 35)
    var reader = MessageReader(Perspective(type2))
    reader.read(answer, bytes.span, into: &reading.tree)
    if let products = lexicon.grammar("products") {
      var evidence = ProductEvidence()
      evidence.version = bytes
      let names = products.products(evidence).map { products.string($0.name) }
      if !names.isEmpty { reading.notes.append(names.joined(separator: " or ")) }
    }
    return reading
  }
}

extension PastedReading {
  /// The same reading of bytes that stand further back.
  func shifted(by offset: Int) -> PastedReading {
    var moved = self
    for index in moved.tree.nodes.indices { moved.tree.nodes[index].place.start += UInt32(offset) }
    for index in moved.tree.problems.indices { moved.tree.problems[index].offset += offset }
    for index in moved.faults.indices { moved.faults[index].offset += offset }
    if let checksum = moved.checksum {
      let range = checksum.bytes
      moved.checksum?.bytes = range.lowerBound + offset..<range.upperBound + offset
    }
    moved.inner = moved.inner.map { $0.shifted(by: offset) }
    return moved
  }
}
