import Bytes
import TraceFormat

/// Records that are no frames of their link type: kept, and said to be wrong.
extension Track {
  mutating func addRecord(_ frame: Frame, _ bytes: Span<UInt8>, into story: inout Story) {
    settle(into: &story)
    let (fault, offset) = Self.fault(of: bytes)
    defects.append(
      Defect(
        .pseudoHeader(fault),
        at: Place(frame: frame.number, derived: frame.derived, bytes: offset..<offset),
        visit: 0, direction: .unknown))
    if var step = records.popLast() {
      if case .records(let count) = step.content { step.content = .records(count: count + 1) }
      step.frames = step.frames.lowerBound...frame.number
      step.lastTime = frame.time
      records.append(step)
    } else {
      var step = Step(
        frames: frame.number...frame.number, time: frame.time, content: .records(count: 1))
      step.source = source
      records.append(step)
    }
  }

  /// Emits the records so far, as one step.
  mutating func flushRecords(into story: inout Story) {
    guard var step = records.popLast() else { return }
    emit(&step, outsideVisits: visit == nil, into: &story)
  }

  /// What is wrong with a pseudo header of link type 264, and at which byte of the record:
  ///
  ///     version (0) | event (FA to FF) | length of what follows, most significant byte first (2)
  private static func fault(of record: Span<UInt8>) -> (Defect.PseudoHeaderFault, Int) {
    guard record.count >= 4 else { return (.tooShort(captured: record.count), record.count) }
    guard record[0] == 0 else { return (.version(record[0]), 0) }
    guard record[1] >= 0xFA else { return (.event(record[1]), 1) }
    let claimed = Int(record[2]) << 8 | Int(record[3])
    return (.length(claimed: claimed, present: record.count - 4), 2)
  }
}
