import Decoding
import Tags

/// Hands what a tag's memory shows to the rules that put it into words.
enum MemoryRules {
  /// What an exchange did, as soon as it did it.
  static func check(
    _ event: MemoryEvent, in step: borrowing Step, into findings: inout [Finding]
  ) {
    let scene = MemoryScene(
      visit: step.visit, step: step.frames.lowerBound, unit: event.unit,
      word: event.word ?? MemoryImage.Word(unit: event.unit))
    switch event.kind {
    case .conflict(let conflict):
      findings.append(MemoryConflict.finding(conflict, at: event.place, scene))
    case .refused(let range, let code):
      findings.append(MemoryWriteRefused.finding(range, code, at: event.place, scene))
    case .permanent(let what, let range):
      findings.append(MemoryPermanent.finding(what, range, at: event.place, scene))
    case .password(let isDefault):
      findings.append(PersonalData.password(at: event.place, scene))
      if isDefault { findings.append(MemoryDefaultPassword.finding(at: event.place, scene)) }
    case .layout(let contents): checkLayout(contents, scene, into: &findings)
    case .updateInPlace: findings.append(MemoryUpdateOrder.finding(at: event.place, scene))
    }
  }

  /// What a tag says of its layout, at the line that tells it.
  private static func checkLayout(
    _ contents: TagContents, _ scene: MemoryScene, into findings: inout [Finding]
  ) {
    var found = contents.faults.map { finding($0, in: contents, scene.visit) }
    for remark in contents.remarks {
      if let finding = finding(remark, in: contents, scene.visit) { found.append(finding) }
    }
    for var finding in found {
      finding.half = .detail
      finding.step = scene.step
      findings.append(finding)
    }
  }

  private static func finding(
    _ remark: MemoryRemark, in contents: TagContents, _ visit: Int
  ) -> Finding? {
    if case .forgotten(let record) = remark.kind {
      return NDEFEmpty.finding(record, at: remark.range, in: contents, visit)
    }
    return MemoryLocked.finding(remark, in: contents, visit)
  }

  /// What a memory shows when no more of it can be seen.
  /// `message` is what the message in it says.
  static func check(
    _ contents: TagContents, message: NDEFContents?, visit: Int, into findings: inout [Finding]
  ) {
    for fault in contents.faults {
      // A visit's exchange has said it, when it brought these bytes.
      if case .accessBits = fault.kind, visit > 0 { continue }
      findings.append(finding(fault, in: contents, visit))
    }
    MemoryIncomplete.check(contents, visit: visit, into: &findings)
    if contents.isMain, let stored = contents.messages.first, let message {
      check(message, stored, in: contents, visit, into: &findings)
    }
    for remark in contents.remarks {
      if let finding = finding(remark, in: contents, visit) { findings.append(finding) }
    }
  }

  /// What the message in it says and gives away, at the frames that brought its bytes. Their numbers
  /// stand behind its records, below the visit's last row.
  private static func check(
    _ message: NDEFContents, _ stored: StoredMessage, in contents: TagContents, _ visit: Int,
    into findings: inout [Finding]
  ) {
    NDEFRules(visit: visit, step: 0, half: .answer).check(message, into: &findings) { bytes in
      var places = Places()
      for range in stored.places(of: bytes) {
        for piece in contents.image.pieces(of: range) where piece.origin.frame > 0 {
          places.append(piece.origin.place(of: piece.range.count))
        }
      }
      return places
    }
  }

  private static func finding(
    _ fault: MemoryFault, in contents: TagContents, _ visit: Int
  ) -> Finding {
    switch fault.kind {
    case .overrun, .controlLength, .reservedTag:
      MemoryTLV.finding(fault, in: contents, visit)
    case .checksum: MemoryChecksum.finding(fault, in: contents, visit)
    case .lockCoverage, .controlPlace: MemoryLockControl.finding(fault, in: contents, visit)
    case .messageLength, .unfinishedUpdate:
      MemoryMessageLength.finding(fault, in: contents, visit)
    case .needsExtended: MemoryTransferSize.finding(fault, in: contents, visit)
    case .unread: MemoryUnread.finding(fault, in: contents, visit)
    case .counts: MemoryCount.finding(fault, in: contents, visit)
    case .accessBits(let sector): AccessBits.finding(sector, at: fault.range, in: contents, visit)
    case .size, .version, .access, .containerLength, .transferSize, .file, .fileSize, .noFile,
      .attribute, .publisher, .multipleBlocks:
      MemoryContainer.finding(fault, in: contents, visit)
    }
  }
}

/// Where an event happened.
struct MemoryScene {
  let visit: Int
  let step: Int
  let unit: Int
  let word: MemoryImage.Word
}

extension TagContents {
  /// A finding about bytes of this memory, at the frames that brought them.
  func finding(
    _ id: FindingID, severity: Severity? = nil, at range: Range<Int>, _ message: Finding.Message,
    visit: Int, notes: [String] = [], in part: MemoryImage? = nil
  ) -> Finding {
    let pieces = (part ?? image).pieces(of: range)
    var places = Places()
    for piece in pieces where piece.origin.frame > 0 {
      places.append(piece.origin.place(of: piece.range.count))
    }
    let isWritten = pieces.first?.access == .written
    return Finding(
      id, severity: severity, visit: visit, step: pieces.first?.origin.exchange ?? 0,
      half: isWritten ? .command : .answer, places: places, message: message, notes: notes)
  }
}
