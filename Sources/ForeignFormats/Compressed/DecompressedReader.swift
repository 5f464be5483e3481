import TraceFormat

/// The frames of a capture that was compressed, and what was found wrong with the compression.
struct DecompressedReader: FrameReader {
  private var inner: any FrameReader
  private let decompressors: [any Decompressor]

  init(_ inner: any FrameReader, through decompressors: [any Decompressor]) {
    self.inner = inner
    self.decompressors = decompressors
  }

  var description: TraceDescription {
    var description = inner.description
    let packings = decompressors.map { "\($0.format), in it " }.joined()
    if !description.reason.isEmpty { description.reason = packings + description.reason }
    return description
  }

  var damage: [TraceDamage] { inner.damage + decompressors.compactMap(\.failure) }

  mutating func read(into batch: inout FrameBatch) throws(TraceError) -> Bool {
    try inner.read(into: &batch)
  }
}
