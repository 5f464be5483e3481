import Bytes
import TraceFormat

/// The frames of a trace, redacted as they are read.
final class RedactedFrames: FrameReader {
  private var reader: any FrameReader
  private(set) var redactor: FrameRedactor
  /// How many frames passed.
  private(set) var frames = 0

  init(_ reader: any FrameReader, by redactor: FrameRedactor) {
    self.reader = reader
    self.redactor = redactor
  }

  /// What the trace says of itself, without what nobody can look through: bytes behind a capture's
  /// last record, notes that say how a program was called.
  var description: TraceDescription {
    var description = reader.description
    description.pcapTail = []
    description.notes = description.notes.filter { Self.harmless.contains($0.key) }.mapValues {
      redactor.redact($0)
    }
    description.recorder = redactor.redact(description.recorder)
    for index in description.sources.indices {
      let name = description.sources[index].name
      description.sources[index].name = redactor.redact(sourceName: name)
    }
    return description
  }

  private static let harmless: Set<String> = [
    TraceDescription.origin, "technology", "constantBlockNumber",
  ]

  var damage: [TraceDamage] { reader.damage }

  func read(into batch: inout FrameBatch) throws(TraceError) -> Bool {
    guard try reader.read(into: &batch) else { return false }
    frames += batch.frames.count
    for index in batch.frames.indices {
      // A record's remainder was kept to write the same file again, which this will not be.
      batch.frames[index].extra = .none
      batch.frames[index].flags.remove(.oddRecord)
      let frame = batch.frames[index]
      let old = batch.copy(of: frame.bytes)
      guard let new = redactor.redact(frame, old) else { continue }
      batch.bytes.replaceSubrange(frame.bytes.range, with: new.bytes)
      guard !frame.parity.isEmpty else { continue }
      var parity = batch.copy(of: frame.parity)
      if let right = new.parity {
        for place in parity.indices where place < right.count { parity[place] = right[place] }
      } else {
        FrameMending.mend(parity: &parity, new.bytes, from: old)
      }
      batch.bytes.replaceSubrange(frame.parity.range, with: parity)
    }
    return true
  }
}
