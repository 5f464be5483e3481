import Bytes
package import GrammarLanguage
import TraceFormat

/// Checks that an exchange's bytes hold together, whether or not anybody asks for its fields: the
/// lengths of a command APDU, SW1-SW2 of an answer, the BER-TLV structure of an answer's data.
///
/// Run on every exchange: nothing is allocated unless something is wrong.
package struct FieldCheck: Sendable {
  private let tags: TagTable
  /// The instructions whose answers are BER-TLV.
  private let answersTLV: [Bool]

  package init(tags: TagTable, answersTLV instructions: Set<UInt8>) {
    self.tags = tags
    answersTLV = (0..<256).map { instructions.contains(UInt8($0)) }
  }

  /// Makes a check from the built-in and the user's grammars.
  package init(_ lexicon: Lexicon) {
    let grammar = lexicon.grammar("iso7816")
    let answers = (grammar?.instructionFacts ?? []).filter { fact in
      // A file is read in parts, and may hold anything.
      fact.answersElements && !fact.isScoped && fact.ins != 0xB0
    }
    self.init(tags: TagTable(grammar), answersTLV: Set(answers.map(\.ins)))
  }

  /// Appends what is wrong with an exchange of APDUs, whose command is taken apart already.
  ///
  /// `bytes` and `segments` are the story's. `onAir` is false where commands are for a reader's
  /// driver as well (CLA FF).
  package func check(
    _ exchange: Exchange, _ command: CommandAPDU, visit: Int, bytes: Span<UInt8>,
    segments: Span<Segment>, onAir: Bool, into defects: inout [Defect]
  ) {
    if let fault = command.fault, let kind = kind(of: fault, command, in: exchange, onAir: onAir) {
      let range =
        switch kind {
        case .headerTooShort(let present): present..<present
        case .lc, .lcZeroExtended: command.lc.range
        case .invalidClass, .answerTooShort: 0..<1
        }
      if let place = SegmentMap.place(of: range, in: exchange.commandSegments, of: segments) {
        defects.append(Defect(.apdu(kind), at: place, visit: visit, direction: .toCard))
      }
    }
    guard exchange.outcome == .answered || exchange.outcome == .commandMissing else { return }
    let answer = bytes.extracting(exchange.answer.range)
    if answer.count < 2 {
      guard exchange.outcome == .answered else { return }
      let place = SegmentMap.place(
        of: answer.count..<answer.count, in: exchange.answerSegments, of: segments)
      if let place {
        defects.append(
          Defect(
            .apdu(.answerTooShort(present: answer.count)), at: place, visit: visit,
            direction: .fromCard))
      }
    } else if answer.count > 2, !exchange.isTooLong,
      let fault = fault(in: answer, command: command, status: exchange.status ?? 0)
    {
      let found = Self.describe(fault, in: answer, exchange.answerSegments, segments)
      if let found {
        defects.append(
          Defect(.tlv(found.kind), at: found.place, visit: visit, direction: .fromCard))
      }
    }
  }

  /// The defect that a command's fault is, nil when the exchange excuses it.
  private func kind(
    of fault: CommandAPDU.Fault, _ command: CommandAPDU, in exchange: Exchange,
    onAir: Bool
  ) -> Defect.APDUFault? {
    guard !exchange.command.isEmpty, exchange.commandDamage == .none, !exchange.isTooLong else {
      return nil
    }
    switch exchange.outcome {
    case .brokenChain, .cut, .commandMissing:
      // Only a command that the card answered, or did not answer in its own right, is whole.
      if exchange.answer.isEmpty { return nil }
    case .answered, .unanswered, .badCRC, .refused, .endOfCapture: break
    }
    switch fault {
    case .headerTooShort(let present): return .headerTooShort(present: present)
    case .lc(let claimed, let present): return .lc(claimed: claimed, present: present)
    case .lcZeroExtended: return .lcZeroExtended
    case .invalidClass: return onAir ? .invalidClass(command.cla) : nil
    }
  }

  /// What is wrong with an answer's data, if it must be BER-TLV.
  private func fault(
    in answer: Span<UInt8>, command: CommandAPDU, status: UInt16
  ) -> GrammarLanguage.TLVFault? {
    let data = 0..<answer.count - 2
    let lead = TLVLead(answer, at: 0, end: data.upperBound)
    guard tags[lead.tag].isTemplate, let fault = TLVCheck.fault(in: answer, data, tags: tags)
    else { return nil }
    // What answers SELECT and begins like a template is one. A record, a file or a data object with
    // P1-P2 of its owner's may do so by chance.
    if command.ins != 0xA4 {
      guard beginsWithKnown(answer, data, behind: lead.count), !Self.isOwnData(command) else {
        return nil
      }
    }
    if fault.parent == 0 {
      // A part of a longer answer: asked for by Le, or the rest still waits.
      let isPart = status >> 8 == 0x61 || command.expected == data.count
      return answersTLV[Int(command.ins)] && !isPart ? fault : nil
    }
    return answersTLV[Int(command.ins)] || TLVCheck.fills(answer, data) ? fault : nil
  }

  /// Whether the first element inside a template is one that the dictionary knows.
  private func beginsWithKnown(
    _ answer: Span<UInt8>, _ data: Range<Int>, behind tag: Int
  ) -> Bool {
    guard tag < data.upperBound else { return false }
    var at = tag + (answer[tag] < 0x80 ? 1 : 1 + Int(answer[tag] & 0x7F))
    while at < data.upperBound, answer[at] == 0x00 || answer[at] == 0xFF { at += 1 }
    guard at < data.upperBound else { return false }
    return tags[TLVLead(answer, at: at, end: data.upperBound).tag].isKnown
  }

  /// GET DATA with P1 01 or 02 asks for data of the application's own form (ISO/IEC 7816-4).
  private static func isOwnData(_ command: CommandAPDU) -> Bool {
    command.ins == 0xCA && (command.p1 == 0x01 || command.p1 == 0x02)
  }

  private static func describe(
    _ fault: GrammarLanguage.TLVFault, in answer: Span<UInt8>, _ run: Extent,
    _ segments: Span<Segment>
  ) -> (kind: Defect.TLVFault, place: Place)? {
    let tag = fault.start..<fault.start + TLVLead(answer, at: fault.start, end: answer.count).count
    var kind: Defect.TLVFault
    var range = tag
    switch fault.kind {
    case .truncatedTag:
      kind = .truncatedTag(parent: fault.parent)
      range = fault.start..<fault.offset
    case .tagTooLong:
      kind = .tagTooLong(tag: fault.tag)
    case .noLength where fault.offset == tag.upperBound:
      let parent = SegmentMap.place(of: fault.parentValue, in: run, of: segments)
      kind = .noLength(
        tag: fault.tag, parent: fault.parent, parentLength: fault.parentValue.count,
        parentFrame: parent?.frame ?? 0, parentAt: parent?.bytes.lowerBound ?? 0, endsAt: 0)
    case .noLength:
      kind = .badLength(tag: fault.tag, byte: answer[tag.upperBound])
      range = tag.upperBound..<fault.offset
    case .badLength(let byte):
      kind = .badLength(tag: fault.tag, byte: byte)
      range = fault.offset..<fault.offset + 1
    case .tooLong(let claimed, let present):
      kind = .tooLong(tag: fault.tag, claimed: claimed, present: present, parent: fault.parent)
      let lead = answer[fault.offset]
      range = fault.offset..<fault.offset + (lead < 0x80 ? 1 : 1 + Int(lead & 0x7F))
    case .tooDeep(let limit):
      kind = .tooDeep(limit: limit)
    }
    guard let place = SegmentMap.place(of: range, in: run, of: segments) else { return nil }
    if case .noLength(let tag, let parent, let length, let frame, let at, _) = kind {
      kind = .noLength(
        tag: tag, parent: parent, parentLength: length, parentFrame: frame, parentAt: at,
        endsAt: place.bytes.upperBound - 1)
    }
    return (kind, place)
  }
}
