import Bytes
import Tags

/// The memory of a FeliCa card, from Read and Write Without Encryption: a part for each service of each
/// system. Services with one number are ways to the same blocks.
struct Type3Memory: Sendable {
  private(set) var card = FelicaCard()
  private var identity = TagIdentity()
  private var parts: [Part] = []
  /// The systems' codes by their numbers on the card, and those that are NDEF's, a bit each. The Lite
  /// family has one system that answers to two codes.
  private var systems = [UInt16](repeating: 0, count: 16)
  private var ndefSystems: UInt16 = 0

  /// The blocks of one service.
  private struct Part: Sendable {
    /// The system's number, from the IDm, and the service's code, of which ten bits are its number.
    let system: UInt8
    let code: UInt16
    var image = MemoryImage(unit: AttributeBlock.blockLength)
    /// Block 0 as it was looked at last, and how often it was.
    var header: [UInt8] = []
    var looks = 0
    /// What was said of the layout at once.
    var toldFaults: [MemoryFault] = []
    var toldRemarks: [MemoryRemark] = []
    /// The message was changed while it was said to be there.
    var isUpdated = false

    var isTag: Bool { FelicaCard.isTagService(code) }
  }

  /// So many services are kept apart.
  private static let limit = 64
  /// A block 0 that changes more often is looked at again only when the visit ends.
  private static let mostLooks = 64

  /// The tag's blocks first. What an event said already is not in them again.
  var contents: [TagContents] {
    let found = parts.map { part in
      var contents = contents(of: part)
      contents.faults.removeAll { part.toldFaults.contains($0) }
      contents.remarks.removeAll { part.toldRemarks.contains($0) }
      return contents
    }
    return found.filter(\.isMain) + found.filter { !$0.isMain }
  }

  /// Block 0 as far as it says what the card is like.
  var attributes: AttributeBlock? {
    for part in parts {
      if part.isTag, let found = attributes(of: part) { return found }
    }
    return nil
  }

  /// The attribute block: the card answered as NDEF, or its sum is right.
  private func attributes(of part: Part) -> AttributeBlock? {
    guard let bytes = part.image[0..<AttributeBlock.blockLength],
      let found = AttributeBlock(bytes.span),
      ndefSystems >> part.system & 1 == 1 || found.isSound && found.major == 1
    else { return nil }
    return found
  }

  private func contents(of part: Part) -> TagContents {
    let isNDEF = ndefSystems >> part.system & 1 == 1
    var contents =
      part.isTag
      ? TagContents(type3: part.image, isNDEF: isNDEF, isLite: card.isLite)
      : TagContents(.type3, part.image)
    contents.identity = identity
    contents.isMain = part.isTag && (contents.header != nil || isNDEF || card.isLite)
    if !contents.isMain {
      let system = systems[Int(part.system)]
      contents.part = system == 0 ? "" : "system \(Hex.text(system, digits: 4)), "
      contents.part += "service \(Hex.text(part.code, digits: 4))"
    }
    return contents
  }

  /// Takes in an answered poll.
  mutating func note(_ activation: borrowing Activation, in story: borrowing Story) {
    let answer = story.bytes.span.extracting(activation.answer.range)
    card.note(poll: story.bytes.span.extracting(activation.request.range), answer: answer)
    guard answer.count >= 18 else { return }
    let number = answer[2] >> 4
    if let system = card.system {
      systems[Int(number)] = system
      if system == FelicaCard.ndefSystem { ndefSystems |= 1 << number }
    }
    identity.uid = []
    identity.pmm = []
    for index in 2..<10 {
      identity.uid.append(answer[index])
      identity.pmm.append(answer[index + 8])
    }
  }

  /// Takes in an exchange.
  mutating func take(
    _ exchange: borrowing Exchange, of step: borrowing Step, in story: borrowing Story,
    _ events: inout [MemoryEvent]
  ) {
    guard exchange.outcome == .answered else { return }
    let command = story.bytes.span.extracting(exchange.command.range)
    let answer = story.bytes.span.extracting(exchange.answer.range)
    card.note(command: command, answer: answer)
    guard let access = FelicaAccess(command), answer.count >= 12,
      answer[1] == FelicaCode.answer(to: command[1])
    else { return }
    if identity.uid.isEmpty { for index in 2..<10 { identity.uid.append(command[index]) } }
    guard answer[10] == 0 else {
      if access.isWrite { noteRefusal(access, exchange, step, story, &events) }
      return
    }
    var blocks = access.blocks
    var offset = access.isWrite ? access.dataStart : FelicaAccess.answerStart
    let end = access.isWrite ? command.count : answer.count
    var header: Int?
    while let block = blocks.next(in: command), offset < end {
      // Of the last block some bytes may be missing.
      let range = offset..<min(offset + AttributeBlock.blockLength, end)
      offset += AttributeBlock.blockLength
      guard let code = access.service(block.service, in: command),
        !Self.isAnother(block.number, code, isWrite: access.isWrite),
        let part = place(of: code, system: command[2] >> 4)
      else { continue }
      if access.isWrite {
        checkOrder(of: part, block.number, range, exchange, step, story, &events)
      }
      lay(
        range, of: part, block.number, isWrite: access.isWrite, exchange, step, story, &events)
      if block.number == 0, parts[part].isTag { header = part }
    }
    if let header { noteLayout(of: header, isWrite: access.isWrite, at: step, &events) }
  }

  private mutating func lay(
    _ range: Range<Int>, of part: Int, _ block: UInt16, isWrite: Bool,
    _ exchange: borrowing Exchange, _ step: borrowing Step, _ story: borrowing Story,
    _ events: inout [MemoryEvent]
  ) {
    let conflict = parts[part].image.lay(
      range, of: isWrite ? exchange.command : exchange.answer,
      isWrite ? exchange.commandSegments : exchange.answerSegments, step: step, in: story,
      at: Int(block) * AttributeBlock.blockLength, as: isWrite ? .written : .read)
    guard let conflict else { return }
    events.append(
      MemoryEvent(
        kind: .conflict(conflict), place: conflict.after.place(of: conflict.range.count),
        unit: AttributeBlock.blockLength))
  }

  /// Says what is wrong with the layout as soon as it was seen. A reader that changes a message says
  /// first that it is going to.
  private mutating func noteLayout(
    of part: Int, isWrite: Bool, at step: borrowing Step, _ events: inout [MemoryEvent]
  ) {
    let header = parts[part].image[0..<AttributeBlock.blockLength] ?? []
    guard header != parts[part].header, parts[part].looks < Self.mostLooks else { return }
    parts[part].header = header
    parts[part].looks += 1
    var contents = contents(of: parts[part])
    let known = parts[part]
    contents.faults.removeAll {
      known.toldFaults.contains($0) || isWrite && $0.kind == .unfinishedUpdate
    }
    contents.remarks.removeAll { remark in
      if case .forgotten = remark.kind { return known.toldRemarks.contains(remark) }
      return true
    }
    guard !contents.faults.isEmpty || !contents.remarks.isEmpty else { return }
    parts[part].toldFaults += contents.faults
    parts[part].toldRemarks += contents.remarks
    events.append(
      MemoryEvent(
        kind: .layout(contents), place: Place(frame: step.answerFrame, bytes: 0..<0),
        unit: AttributeBlock.blockLength))
  }

  private func noteRefusal(
    _ access: FelicaAccess, _ exchange: borrowing Exchange, _ step: borrowing Step,
    _ story: borrowing Story, _ events: inout [MemoryEvent]
  ) {
    let command = story.bytes.span.extracting(exchange.command.range)
    let answer = story.bytes.span.extracting(exchange.answer.range)
    var blocks = access.blocks
    guard let block = blocks.next(in: command),
      let place = story.place(of: 10..<12, in: exchange.answerSegments)
    else { return }
    let start = Int(block.number) * AttributeBlock.blockLength
    events.append(
      MemoryEvent(
        kind: .refused(start..<start + AttributeBlock.blockLength, code: answer[11]), place: place,
        unit: AttributeBlock.blockLength))
  }

  /// The message may only be changed while WriteF says so (NFC Forum Type 3 Tag, NDEF write procedure).
  private mutating func checkOrder(
    of part: Int, _ block: UInt16, _ range: Range<Int>, _ exchange: borrowing Exchange,
    _ step: borrowing Step, _ story: borrowing Story, _ events: inout [MemoryEvent]
  ) {
    guard block > 0, parts[part].isTag, !parts[part].isUpdated else { return }
    guard let known = attributes(of: parts[part]), known.isSound, !known.isBeingWritten,
      Int(block) <= known.messageBlocks,
      let place = story.place(of: range, in: exchange.commandSegments)
    else { return }
    parts[part].isUpdated = true
    events.append(
      MemoryEvent(kind: .updateInPlace, place: place, unit: AttributeBlock.blockLength))
  }

  /// Blocks that are no memory: challenge, MACs and key of the Lite family. What is written to ID and MC
  /// does not all take.
  private static func isAnother(_ block: UInt16, _ service: UInt16, isWrite: Bool) -> Bool {
    guard FelicaCard.isTagService(service) else { return false }
    return LiteBlocks.isHidden(block)
      || isWrite && (block == LiteBlocks.identification || block == LiteBlocks.configuration)
  }

  /// WCNT, MAC_A and STATE, and CRC_CHECK, which the card changes by itself.
  private static let changing = [0x900..<0x930, 0xA00..<0xA10]

  private mutating func place(of code: UInt16, system: UInt8) -> Int? {
    let known = parts.firstIndex { $0.system == system && $0.code >> 6 == code >> 6 }
    if let known { return known }
    guard parts.count < Self.limit else { return nil }
    var part = Part(system: system, code: code)
    // Blocks of a cyclic service move on with each write, and a purse is counted down: nothing of them
    // need read as it was written. Random services have the attributes 001000 to 001011.
    part.image.changing =
      part.isTag ? Self.changing : code & 0x3C == 0x08 ? [] : [0..<MemoryImage.limit]
    parts.append(part)
    return parts.count - 1
  }
}
