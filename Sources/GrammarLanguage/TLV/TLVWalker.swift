/// Goes through a run of elements, outer before inner, without recursion and without allocation.
///
/// The bytes are handed to every call, so a walker can be kept beside them. After a fault `next`
/// goes on behind the element in which it happened, because nothing in there can be trusted any
/// more; at the top that is the end.
package struct TLVWalker: Sendable {
  private let shape: TLVShape
  /// The innermost element that is open; the whole run where none is.
  private var inner: Level
  /// What is around it, outermost first.
  private var around: InlineArray<16, Level>
  /// How many elements are open.
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
    inner = Level(tag: 0, value: range)
    around = InlineArray(repeating: inner)
    offset = range.lowerBound
  }

  /// Makes `next` go into an element that it just gave and that is not constructed by its tag.
  package mutating func enter(_ element: TLVElement) {
    guard depth < Self.depthLimit, !element.isConstructed else { return }
    open(element.tag, element.value)
  }

  private mutating func open(_ tag: UInt32, _ value: Range<Int>) {
    around[depth] = inner
    depth += 1
    inner = Level(tag: tag, value: value)
    offset = value.lowerBound
  }

  /// Goes on behind the innermost element.
  private mutating func leave() {
    offset = Int(inner.end)
    guard depth > 0 else { return }
    depth -= 1
    inner = around[depth]
  }

  /// The next element, or nil when all were given.
  package mutating func next(in bytes: Span<UInt8>) throws(TLVFault) -> TLVElement? {
    var end = min(Int(inner.end), bytes.count)
    while true {
      skipPadding(bytes, before: end)
      if offset < end { break }
      if depth == 0 { return nil }
      leave()
      end = min(Int(inner.end), bytes.count)
    }
    var head = Head(start: offset)
    do throws(TLVFault.Kind) {
      try head.readTag(bytes, shape, before: end)
      try head.readLength(bytes, shape, before: end)
      return try take(head, bytes)
    } catch {
      throw fault(error, head)
    }
  }

  /// Makes an element of its head, and opens it if it is constructed.
  private mutating func take(_ head: Head, _ bytes: Span<UInt8>) throws(TLVFault.Kind)
    -> TLVElement
  {
    let value = head.at..<head.at + head.length
    let isConstructed = shape == .ber && bytes[head.start] & 0x20 != 0
    let element = TLVElement(
      tag: head.tag, parent: inner.tag, start: head.start, value: value, depth: depth,
      isConstructed: isConstructed)
    offset = value.upperBound
    if isConstructed {
      guard depth < Self.depthLimit else { throw .tooDeep(limit: Self.depthLimit) }
      open(head.tag, value)
    } else if shape == .tagMemory, head.tag == 0xFE {
      offset = Int(inner.end)
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

  /// Says what is wrong with an element, and goes on behind the one around it.
  @inline(never) private mutating func fault(_ kind: TLVFault.Kind, _ head: Head) -> TLVFault {
    let fault = TLVFault(
      kind: kind, offset: head.offset(of: kind), tag: head.tag, start: head.start, depth: depth,
      parent: inner.tag, parentValue: inner.value)
    leave()
    return fault
  }
}

/// The tag and the length that an element begins with, as far as they are read.
private struct Head {
  let start: Int
  /// The next byte to read; behind the head where the value begins.
  var at: Int
  /// Where the length begins.
  var lengthAt: Int
  var tag: UInt32 = 0
  var length = 0

  init(start: Int) {
    self.start = start
    at = start
    lengthAt = start
  }

  /// Reads the tag; `start` is before `end`.
  @inline(__always)
  mutating func readTag(_ bytes: Span<UInt8>, _ shape: TLVShape, before end: Int)
    throws(TLVFault.Kind)
  {
    tag = UInt32(bytes[at])
    at += 1
    switch shape {
    case .short, .tagMemory: break
    case .wide:
      guard at < end else { throw .truncatedTag }
      tag = tag << 8 | UInt32(bytes[at])
      at += 1
    case .ber:
      var hasMore = tag & 0x1F == 0x1F
      while hasMore {
        guard at < end else { throw .truncatedTag }
        guard at - start < 4 else { throw .tagTooLong }
        let byte = bytes[at]
        tag = tag << 8 | UInt32(byte)
        at += 1
        hasMore = byte & 0x80 != 0
      }
    }
    lengthAt = at
  }

  /// Reads the length behind the tag, and looks whether the value is there.
  @inline(__always)
  mutating func readLength(_ bytes: Span<UInt8>, _ shape: TLVShape, before end: Int)
    throws(TLVFault.Kind)
  {
    if shape == .tagMemory, tag == 0xFE { return }
    guard at < end else { throw .noLength }
    let first = bytes[at]
    length = Int(first)
    if let more = try Self.more(behind: first, shape) {
      length = shape == .wide ? length : 0
      at += 1
      for _ in 0..<more {
        guard at < end else { throw .noLength }
        length = length << 8 | Int(bytes[at])
        at += 1
      }
    } else {
      at += 1
    }
    guard length <= end - at else { throw .tooLong(claimed: length, present: end - at) }
  }

  /// How many bytes of length follow the first one; nil where that one is the length.
  @inline(__always)
  private static func more(behind first: UInt8, _ shape: TLVShape) throws(TLVFault.Kind) -> Int? {
    switch shape {
    case .short: return nil
    case .tagMemory: return first == 0xFF ? 2 : nil
    case .wide: return 1
    case .ber:
      guard first >= 0x80 else { return nil }
      guard first != 0x80, first < 0x85 else { throw .badLength(first) }
      return Int(first & 0x7F)
    }
  }

  /// The first missing byte, or the byte that is wrong.
  func offset(of kind: TLVFault.Kind) -> Int {
    switch kind {
    case .truncatedTag, .tagTooLong, .noLength, .badLength: at
    case .tooLong: lengthAt
    case .tooDeep: start
    }
  }
}
