/// Bytes that grow at the end: output on its way out, a chain being joined, a block being built.
///
/// The one type of this module with unsafe storage: appending to an array checks uniqueness and
/// capacity byte by byte, which costs several times the write itself. Everything goes through
/// `room(_:)`, which is the only place that decides where bytes may be written. Sums of what is there
/// and what it made room for are not checked for overflow again: they are at most the capacity.
@safe @usableFromInline package struct ByteBuffer: ~Copyable {
  @usableFromInline package private(set) var base: UnsafeMutablePointer<UInt8>
  @usableFromInline package private(set) var capacity: Int

  /// How many bytes are in the buffer.
  @usableFromInline package private(set) var count: Int

  /// Makes an empty buffer with room for `capacity` bytes (at least one) before it grows.
  @inlinable package init(capacity: Int) {
    let room = max(1, capacity)
    unsafe base = .allocate(capacity: room)
    self.capacity = room
    count = 0
  }

  deinit { unsafe base.deallocate() }

  /// The bytes so far.
  @inlinable package var span: Span<UInt8> {
    @_lifetime(borrow self) borrowing get {
      let span = unsafe Span(_unsafeStart: base, count: count)
      return unsafe _overrideLifetime(span, borrowing: self)
    }
  }

  /// Forgets the bytes and keeps the room.
  @inlinable package mutating func clear() { count = 0 }

  /// Forgets the bytes from `count` on.
  @inlinable package mutating func truncate(to count: Int) {
    precondition(count >= 0 && count <= self.count, "a buffer is cut inside its bytes")
    self.count = count
  }

  /// Forgets the first `count` bytes; the rest moves to the front.
  @inlinable package mutating func removeFirst(_ count: Int) {
    precondition(count >= 0 && count <= self.count, "a buffer is cut inside its bytes")
    self.count -= count
    unsafe base.update(from: base + count, count: self.count)
  }

  /// Appends one byte.
  @inlinable package mutating func append(_ byte: UInt8) {
    room(1)
    unsafe base[count] = byte
    count &+= 1
  }

  /// Appends a run of bytes.
  @inlinable package mutating func append(_ bytes: Span<UInt8>) {
    room(bytes.count)
    unsafe bytes.withUnsafeBufferPointer { source in
      if let start = source.baseAddress {
        unsafe (base + count).initialize(from: start, count: source.count)
      }
    }
    count &+= bytes.count
  }

  /// Appends what another buffer holds from a byte on. A span of it would lock whatever holds both.
  @inlinable package mutating func append(_ other: borrowing ByteBuffer, from start: Int = 0) {
    append(other.span.extracting(start..<other.count))
  }

  /// Appends the UTF-8 of a literal. It is inlined, so that a literal's length is a constant where
  /// it is written and a short one is a store or two.
  @inlinable @inline(__always) package mutating func append(_ text: StaticString) {
    let length = text.utf8CodeUnitCount
    room(length)
    unsafe (base + count).initialize(from: text.utf8Start, count: length)
    count &+= length
  }

  /// Appends the UTF-8 of a text. A literal is a `StaticString` first: making a `String` of it costs
  /// more than writing it.
  @_disfavoredOverload
  @inlinable package mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { utf8 in
      room(utf8.count)
      if let start = utf8.baseAddress {
        unsafe (base + count).initialize(from: start, count: utf8.count)
      }
      count &+= utf8.count
    }
  }

  /// Appends the first `length` bytes of a word, the least significant one first; at most eight.
  @inlinable @inline(__always) package mutating func append(word: UInt64, length: Int) {
    precondition(length >= 0 && length <= 8, "a word has eight bytes")
    room(8)
    unsafe UnsafeMutableRawPointer(base + count).storeBytes(
      of: word.littleEndian, as: UInt64.self)
    count &+= length
  }

  /// Appends bytes that are in the buffer already.
  @inlinable package mutating func append(copyOf range: Range<Int>) {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= count, "a buffer copies its own bytes")
    room(range.count)
    unsafe (base + count).initialize(from: base + range.lowerBound, count: range.count)
    count &+= range.count
  }

  /// Appends `count` times the same byte.
  @inlinable package mutating func append(repeating byte: UInt8, count times: Int) {
    guard times > 0 else { return }
    room(times)
    unsafe (base + count).update(repeating: byte, count: times)
    count &+= times
  }

  /// Appends what `fill` writes into room for `count` bytes; it says how many it wrote.
  @inlinable package mutating func append<Failure: Error>(
    atMost count: Int,
    filledBy fill: (UnsafeMutableBufferPointer<UInt8>) throws(Failure) -> Int
  ) throws(Failure) -> Int {
    room(max(0, count))
    let start = unsafe base + self.count
    let written = try unsafe fill(UnsafeMutableBufferPointer(start: start, count: max(0, count)))
    precondition(written >= 0 && written <= max(0, count), "a buffer is filled inside its room")
    self.count &+= written
    return written
  }

  /// Makes sure that `more` bytes fit behind those that are there.
  @inlinable package mutating func room(_ more: Int) {
    if capacity &- count < more { grow(more) }
  }

  @usableFromInline @inline(never) package mutating func grow(_ more: Int) {
    let larger = max(capacity * 2, count + more)
    let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    unsafe moved.update(from: base, count: count)
    unsafe base.deallocate()
    unsafe base = moved
    capacity = larger
  }
}

extension [UInt8] {
  /// Appends a run of bytes at once; a loop would check uniqueness and capacity byte by byte.
  @inlinable package mutating func append(_ run: Span<UInt8>) {
    unsafe run.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }
}
