import Bytes

/// Finds the blocks in a file or stream, whatever lies between them.
///
/// It holds one block at most, reads on in pieces, and gives room to what has arrived, never to
/// what a header claims.
struct BlockScanner: ~Copyable {
  private let input: InputFile
  private var window = ByteBuffer(capacity: Self.piece)
  /// Where in the window the scan stands.
  private var start = 0
  /// The same place in the file.
  private(set) var offset: Int64 = 0
  /// How many bytes of broken blocks were read for nothing.
  private var wasted: Int64 = 0

  private static let piece = 256 << 10
  /// How many bytes of broken blocks may be looked through again for blocks inside them. Without
  /// a bound, headers that lie in one another could have the same bytes summed over and over.
  private static let patience: Int64 = 64 << 20

  init(_ input: InputFile) {
    self.input = input
    offset = input.position
  }

  /// What stands where the scan is.
  enum Finding: Equatable {
    /// A header; what follows was not looked at. Ask for it with `load`, or `pass` over it.
    case block(TraceBlock)
    /// A block of a layout that this version does not know.
    case newer(version: UInt8)
    /// Bytes that begin no block, up to the next marker.
    case rubbish
    /// The beginning of a header, and then the end of the input.
    case cutHeader
    case end
  }

  /// Looks at what stands here. Rubbish is stepped over.
  mutating func next() throws(TraceError) -> Finding {
    let hasHeader = try fill(TraceBlock.headerLength)
    if window.count == start { return .end }
    if hasHeader {
      switch TraceBlock.find(in: window.span.extracting(start..<window.count)) {
      case .block(let block): return .block(block)
      case .newer(let version): return .newer(version: version)
      case .nothing: break
      }
    } else if TraceBlock.begins(window.span.extracting(start..<window.count)) {
      advance(window.count - start)
      return .cutHeader
    }
    advance(1)
    while true {
      let place = Self.marker(in: window.span, from: start)
      advance(place - start)
      if try fill(TraceBlock.marker.count) {
        if TraceBlock.begins(window.span.extracting(start..<window.count)) { return .rubbish }
      } else {
        advance(window.count - start)
        return .rubbish
      }
    }
  }

  /// How a block's bytes are.
  enum Condition: Equatable {
    case good
    case checksumWrong
    /// The file ends before the block does.
    case cut
  }

  /// Reads the bytes of the block that stands here. Broken ones may hide others, so that the scan
  /// goes on inside them.
  mutating func load(_ block: TraceBlock) throws(TraceError) -> Condition {
    let length = TraceBlock.headerLength + block.storedLength
    guard try fill(length) else {
      advance(1)
      return .cut
    }
    let checksum = Checksum.crc32C(
      window.span.extracting(start + TraceBlock.headerLength..<start + length))
    if checksum == block.checksum { return .good }
    wasted += Int64(length)
    advance(wasted - offset > Self.patience ? length : 1)
    return .checksumWrong
  }

  /// Expands the bytes of the block that was loaded, and goes behind it. False if they do not
  /// expand to what the header says.
  mutating func expand(
    _ block: TraceBlock, with decompressor: borrowing Decompressor, into raw: inout ByteBuffer
  ) -> Bool {
    let from = start + TraceBlock.headerLength
    let isRight = Self.expand(
      window, from..<from + block.storedLength, of: block, with: decompressor, into: &raw)
    advance(TraceBlock.headerLength + block.storedLength)
    return isRight
  }

  private static func expand(
    _ window: borrowing ByteBuffer, _ range: Range<Int>, of block: TraceBlock,
    with decompressor: borrowing Decompressor, into raw: inout ByteBuffer
  ) -> Bool {
    let stored = window.span.extracting(range)
    raw.clear()
    if block.codec == .zstd {
      return decompressor.decompress(stored, length: block.rawLength, into: &raw)
    }
    raw.append(stored)
    return block.rawLength == block.storedLength
  }

  /// Goes behind the block that stands here without looking at its bytes.
  mutating func pass(_ block: TraceBlock) throws(TraceError) {
    let length = TraceBlock.headerLength + block.storedLength
    if input.isSeekable && window.count - start < length {
      try go(to: offset + Int64(length))
    } else {
      advance(try fill(length) ? length : window.count - start)
    }
  }

  /// Goes into the block that stands here, because it is not what it seems.
  mutating func refuse() { advance(1) }

  /// Goes to an offset of a file.
  mutating func go(to offset: Int64) throws(TraceError) {
    try input.seek(to: offset)
    self.offset = offset
    window.clear()
    start = 0
  }

  private mutating func advance(_ count: Int) {
    start += count
    offset += Int64(count)
  }

  /// Makes sure that `count` bytes from here on are in the window; false where the input ends.
  private mutating func fill(_ count: Int) throws(TraceError) -> Bool {
    while window.count - start < count {
      // Moved only when at least as much was read as is moved, or many small steps would cost
      // far more than the reading.
      if start >= window.count - start {
        window.removeFirst(start)
        start = 0
      }
      // As much again as is there: a claim costs no more room than bytes that came.
      let missing = min(count - (window.count - start), window.count - start)
      if try input.read(into: &window, atMost: max(missing, Self.piece)) == 0 { return false }
    }
    return true
  }

  /// Where the next marker begins that is in the window as far as the window goes.
  private static func marker(in window: Span<UInt8>, from start: Int) -> Int {
    let first = TraceBlock.marker[0]
    for index in start..<window.count where window[index] == first {
      if TraceBlock.begins(window.extracting(index..<window.count)) { return index }
    }
    return window.count
  }
}
