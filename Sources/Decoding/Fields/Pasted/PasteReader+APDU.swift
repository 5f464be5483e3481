import Bytes
import GrammarLanguage

/// APDUs, status words, data objects and application identifiers.
extension PasteReader {
  func command(_ bytes: [UInt8]) -> PastedReading? {
    guard let apdus else { return nil }
    let apdu = CommandAPDU(bytes.span)
    var reading = PastedReading(.command, fit: 0)
    if apdu.cla == desfire?.wrap?.cla, apdu.fault == nil, let desfire,
      WrappedReader(desfire, Perspective(apdus)).readCommand(bytes.span, into: &reading.tree)
        != nil
    {
      reading.fit = 85
      return reading
    }
    let meaning = APDUReader(Perspective(apdus)).readCommand(bytes.span, into: &reading.tree)
    let isWhole = apdu.fault == nil
    let isPlain = apdu.cla & 0xE0 == 0 || apdu.cla & 0xF0 == 0x80
    switch (meaning.isKnown, isWhole) {
    case (true, true): reading.fit = apdu.data.isEmpty && !isPlain ? 40 : 85
    case (true, false): reading.fit = isPlain && bytes.count > 4 ? 60 : 20
    case (false, true): reading.fit = apdu.data.isEmpty ? (isPlain ? 35 : 10) : 45
    case (false, false): reading.fit = 5
    }
    if meaning.dataKind == .aid, !apdu.data.isEmpty {
      let aid = apdu.fault == nil ? apdu.data.range : 5..<bytes.count
      reading.notes += notes(onIdentifier: Array(bytes[aid]))
    }
    if apdu.ins == 0x20, isPlain, let digits = PINBlock.digits(in: bytes.span, apdu.data.range) {
      reading.notes.append("a PIN block of format 2 with \(digits) digits, filled up with F")
    }
    return reading
  }

  func answer(_ bytes: [UInt8]) -> PastedReading? {
    guard let apdus, bytes.count >= 2 else { return nil }
    let word = UInt16(bytes[bytes.count - 2]) << 8 | UInt16(bytes[bytes.count - 1])
    let perspective = Perspective(apdus)
    let known = perspective.status(word, cla: 0, ins: nil)
    var reading = PastedReading(.answer, fit: known == nil ? 5 : word == 0x9000 ? 60 : 35)
    let isElements = TLVCheck.looksLikeElements(
      bytes.span, 0..<bytes.count - 2, tags: tags)
    if isElements, known != nil { reading.fit = 90 }
    // SW1-SW2 alone is a whole answer, but nobody has to be told so unasked.
    if bytes.count == 2 { reading.fit = min(reading.fit, 20) }
    APDUReader(perspective).readResponse(
      bytes.span, to: nil, asElements: isElements, into: &reading.tree)
    return reading
  }

  func status(_ bytes: [UInt8]) -> PastedReading? {
    guard let apdus, bytes.count == 2, bytes[0] >> 4 == 6 || bytes[0] >> 4 == 9, bytes[0] != 0x60
    else { return nil }
    // Anticollision begins with bytes that only an application of its own would answer with.
    var reading = PastedReading(.status, fit: Self.shortForm(bytes) == nil ? 90 : 62)
    APDUReader(Perspective(apdus)).readResponse(bytes.span, to: nil, into: &reading.tree)
    return reading
  }

  func elements(_ bytes: [UInt8]) -> PastedReading? {
    guard let apdus else { return nil }
    var reading = PastedReading(.tlv, fit: 0)
    var reader = MessageReader(Perspective(apdus))
    reader.readElements(bytes.span, into: &reading.tree)
    let lead = TLVLead(bytes.span, at: 0, end: bytes.count)
    let known = tags[lead.tag]
    let fits = TLVCheck.fault(in: bytes.span, 0..<bytes.count, tags: tags) == nil
    let isFilled = reading.tree.nodes.count > 1 && !reading.tree.nodes[1].place.isEmpty
    if fits, isFilled {
      reading.fit = known.isTemplate ? 88 : known.isKnown ? 70 : 32
      // SW1-SW2 behind it looks like one more, empty element.
      if answer(bytes).map({ $0.fit == 90 }) ?? false { reading.fit = 40 }
    } else if known.isTemplate, TLVCheck.looksLikeElements(bytes.span, 0..<bytes.count, tags: tags)
    {
      reading.fit = 65
    }
    return reading
  }

  func identifier(_ bytes: [UInt8]) -> PastedReading? {
    guard let applications, (5...16).contains(bytes.count),
      let known = applications.application(bytes.span)
    else { return nil }
    var reading = PastedReading(.aid, fit: known.name == nil ? 45 : 80)
    reading.tree.nodes = [
      FieldNode(
        label: applications.label(named: "aid") ?? applications.label(.aid), kind: .bytes, depth: 0,
        place: Extent(0..<bytes.count))
    ]
    reading.notes = notes(onIdentifier: bytes)
    return reading
  }

  /// Whose an AID is and what it is for.
  func notes(onIdentifier aid: [UInt8]) -> [String] {
    guard let applications, !aid.isEmpty else { return [] }
    var notes: [String] = []
    if let known = applications.application(aid.span) {
      if let name = known.name {
        let kind = known.kind.map { ", \($0.word)" } ?? ""
        notes.append("\(Hex.text(aid)) is \(applications.string(name))\(kind)")
      } else if let owner = known.provider {
        notes.append("\(Hex.text(aid)) is an application of \(applications.string(owner))")
      }
      if let note = known.note { notes.append(applications.string(note)) }
    }
    if notes.isEmpty, let category = applications.category(aid.span) {
      notes.append(
        "the AID begins with \(Hex.text(aid[0] >> 4, digits: 1)): \(applications.string(category))")
    }
    return notes
  }
}
