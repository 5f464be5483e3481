/// Goes through a run of elements, outer before inner, without recursion and without allocation.
///
/// The bytes are handed to every call, so a walker can be kept beside them. After a fault `next`
/// goes on behind the element in which it happened, because nothing in there can be trusted any
/// more; at the top that is the end.
package struct TLVWalker: Sendable {
  private let shape: TLVShape
  private var levels: InlineArray<17, Level>
  /// How many elements are open: an index into `levels`.
  private var depth = 0
  private var offset: Int

  /// An element that is open: its tag and its value; at the bottom the whole run.
  private struct Level: Sendable {
    var tag: UInt32
    var start: UInt32
    var end: UInt32

    init(tag: UInt32, value: Range<Int>) {
      self.tag = tag
      start = UInt32(clamping: value.lowerBound)
      end = UInt32(clamping: value.upperBound)
    }

    var value: Range<Int> { Int(start)..<Int(end) }
  }

  /// How many elements may lie in each other.
  package static let depthLimit = 16

  /// Starts at the front of a range. BER elements that are constructed are entered by themselves.
  package init(_ shape: TLVShape, in range: Range<Int>) {
    self.shape = shape
    levels = InlineArray(repeating: Level(tag: 0, value: range))
    offset = range.lowerBound
  }

  /// Makes `next` go into an element that it just gave and that is not constructed by its tag.
  package mutating func enter(_ element: TLVElement) {
    guard depth < Self.depthLimit, !element.isConstructed else { return }
    depth += 1
    levels[depth] = Level(tag: element.tag, value: element.value)
    offset = element.value.lowerBound
  }

  /// The next element, or nil when all were given.
  package mutating func next(in bytes: Span<UInt8>) throws(TLVFault) -> TLVElement? {
    while true {
      let end = min(Int(levels[depth].end), bytes.count)
      skipPadding(bytes, before: end)
      if offset < end { break }
      if depth == 0 { return nil }
      offset = Int(levels[depth].end)
      depth -= 1
    }
    do { return try element(in: bytes) } catch {
      offset = Int(levels[depth].end)
      if depth > 0 { depth -= 1 }
      throw error
    }
  }

  private mutating func element(in bytes: Span<UInt8>) throws(TLVFault) -> TLVElement {
    let level = levels[depth]
    let end = min(level.value.upperBound, bytes.count)
    let start = offset
    var at = start
    let tag = try readTag(bytes, from: &at, before: end)
    let lengthAt = at
    let length = try readLength(bytes, of: tag, from: start, at: &at, before: end)
    guard length <= end - at else {
      throw fault(
        .tooLong(claimed: length, present: end - at), at: lengthAt, tag: tag, from: start)
    }
    let value = at..<at + length
    let isConstructed = shape == .ber && bytes[start] & 0x20 != 0
    let element = TLVElement(
      tag: tag, header: start..<at, value: value, depth: depth, parent: level.tag,
      isConstructed: isConstructed)
    offset = value.upperBound
    if shape == .tagMemory, tag == 0xFE { offset = level.value.upperBound }
    if isConstructed {
      guard depth < Self.depthLimit else {
        throw fault(.tooDeep(limit: Self.depthLimit), at: start, tag: tag, from: start)
      }
      depth += 1
      levels[depth] = Level(tag: tag, value: value)
      offset = value.lowerBound
    }
    return element
  }

  /// ISO/IEC 7816-4: bytes 00 and FF may stand before, between and behind elements. FF also begins
  /// tags of two and more bytes, so it pads only where no such tag can follow.
  private mutating func skipPadding(_ bytes: Span<UInt8>, before end: Int) {
    guard shape == .ber || shape == .tagMemory else { return }
    while offset < end {
      if bytes[offset] == 0 {
        offset += 1
      } else if shape == .ber, bytes[offset] == 0xFF,
        offset + 1 == end || bytes[offset + 1] == 0xFF || bytes[offset + 1] == 0
      {
        offset += 1
      } else {
        return
      }
    }
  }

  private func readTag(_ bytes: Span<UInt8>, from at: inout Int, before end: Int)
    throws(TLVFault) -> UInt32
  {
    let start = at
    var tag = UInt32(bytes[at])
    at += 1
    switch shape {
    case .short, .tagMemory: return tag
    case .wide:
      guard at < end else { throw fault(.truncatedTag, at: at, tag: tag, from: start) }
      tag = tag << 8 | UInt32(bytes[at])
      at += 1
      return tag
    case .ber:
      guard tag & 0x1F == 0x1F else { return tag }
      while true {
        guard at < end else { throw fault(.truncatedTag, at: at, tag: tag, from: start) }
        guard at - start < 4 else { throw fault(.tagTooLong, at: at, tag: tag, from: start) }
        let byte = bytes[at]
        tag = tag << 8 | UInt32(byte)
        at += 1
        if byte & 0x80 == 0 { return tag }
      }
    }
  }

  private func readLength(
    _ bytes: Span<UInt8>, of tag: UInt32, from start: Int, at: inout Int, before end: Int
  ) throws(TLVFault) -> Int {
    if shape == .tagMemory, tag == 0xFE { return 0 }
    guard at < end else { throw fault(.noLength, at: at, tag: tag, from: start) }
    let first = bytes[at]
    var more = 0
    switch shape {
    case .short: break
    case .tagMemory: if first == 0xFF { more = 2 }
    case .wide: more = 1
    case .ber:
      guard first != 0x80, first < 0x85 else {
        throw fault(.badLength(first), at: at, tag: tag, from: start)
      }
      if first > 0x80 { more = Int(first & 0x7F) }
    }
    at += 1
    var length = shape == .wide || more == 0 ? Int(first) : 0
    for _ in 0..<more {
      guard at < end else { throw fault(.noLength, at: at, tag: tag, from: start) }
      length = length << 8 | Int(bytes[at])
      at += 1
    }
    return length
  }

  private func fault(_ kind: TLVFault.Kind, at offset: Int, tag: UInt32, from start: Int)
    -> TLVFault
  {
    TLVFault(
      kind: kind, offset: offset, tag: tag, start: start, depth: depth, parent: levels[depth].tag,
      parentValue: levels[depth].value)
  }
}
