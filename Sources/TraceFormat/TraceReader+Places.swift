import Bytes

/// Where things lie in a trace that is a file: its end, its description, and any frame.
extension TraceReader {
  /// Reads the end block, if the file has one as its last bytes.
  func fetchEnd() throws(TraceError) -> TraceEnd? {
    guard let size = input.size else { return nil }
    let length = Int(min(size, Int64(TraceBlock.headerLength + 32 + TraceEnd.maximumReason)))
    var tail = ByteBuffer(capacity: length)
    let start = size - Int64(length)
    while tail.count < length {
      let got = try input.read(
        into: &tail, atMost: length - tail.count, at: start + Int64(tail.count))
      if got == 0 { return nil }
    }
    var place = length - TraceBlock.headerLength
    while place >= 0 {
      if case .block(let block) = TraceBlock.find(in: tail.span.extracting(place..<length)),
        block.storedLength == length - place - TraceBlock.headerLength, block.kind == .end
      {
        var raw = ByteBuffer(capacity: 64)
        guard try fetch(.end, at: start + Int64(place), into: &raw) != nil else { return nil }
        return try? TraceEnd(raw.span)
      }
      place -= 1
    }
    return nil
  }

  /// Reads the description block at an offset, if one is there.
  func fetchDescription(at offset: Int64) throws(TraceError) -> TraceDescription? {
    var raw = ByteBuffer(capacity: 256)
    guard try fetch(.description, at: offset, into: &raw) != nil else { return nil }
    return try? TraceDescription(raw.span)
  }

  /// Where the block lies that a place is in, as the index has it; nil where there is no index, or
  /// it is wrong, and the file has to be gone through.
  func indexedOffset(of target: Target) throws(TraceError) -> Int64? {
    guard let end else { return nil }
    var place = end.index
    var before = Int64.max
    var best: TraceIndex.Entry?
    var raw = ByteBuffer(capacity: 1 << 12)
    // Each index is in front of the one before, or a forged chain would have no end.
    while place > 0, place < before, try fetch(.index, at: place, into: &raw) != nil {
      guard let index = try? TraceIndex(raw.span) else { return nil }
      before = place
      place = index.previous
      switch target {
      case .frame(let number):
        best = index.entries.last { $0.firstFrame <= number }
        if best != nil { place = 0 }
      case .time(let time):
        // Times may run backwards, so that the first block is looked for everywhere.
        best = index.entries.first { $0.times.upperBound >= time } ?? best
      }
    }
    guard let best, let block = try fetchHeader(at: best.offset), block.kind == .frames,
      block.firstFrame == best.firstFrame
    else { return nil }
    return best.offset
  }

  /// Reads the header at an offset, if one of this trace is there.
  private func fetchHeader(at offset: Int64) throws(TraceError) -> TraceBlock? {
    var header = ByteBuffer(capacity: TraceBlock.headerLength)
    guard try fetch(TraceBlock.headerLength, at: offset, into: &header),
      case .block(let block) = TraceBlock.find(in: header.span), block.trace == trace
    else { return nil }
    return block
  }

  /// Reads and expands a block of a kind at an offset, if a good one of this trace is there.
  private func fetch(
    _ kind: TraceBlock.Kind, at offset: Int64, into raw: inout ByteBuffer
  ) throws(TraceError) -> TraceBlock? {
    guard let block = try fetchHeader(at: offset), block.kind == kind, block.codec.isKnown else {
      return nil
    }
    var stored = ByteBuffer(capacity: 256)
    guard
      try fetch(block.storedLength, at: offset + Int64(TraceBlock.headerLength), into: &stored),
      Checksum.crc32C(stored.span) == block.checksum
    else { return nil }
    raw.clear()
    if block.codec == .zstd {
      let isRight = decompressor.decompress(stored.span, length: block.rawLength, into: &raw)
      return isRight ? block : nil
    }
    raw.append(stored.span)
    return block.rawLength == block.storedLength ? block : nil
  }

  /// Appends so many bytes from an offset on; false where the file has not so many.
  private func fetch(
    _ count: Int, at offset: Int64, into buffer: inout ByteBuffer
  ) throws(TraceError) -> Bool {
    guard let size = input.size, offset >= 0, offset <= size - Int64(count) else { return false }
    let end = buffer.count + count
    while buffer.count < end {
      let at = offset + Int64(count - (end - buffer.count))
      if try input.read(into: &buffer, atMost: end - buffer.count, at: at) == 0 { return false }
    }
    return true
  }
}
