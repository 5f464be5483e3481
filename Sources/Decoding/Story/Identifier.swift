/// A short identifier kept by value: a UID, an IDm, a PUPI, an AID (at most 16 bytes).
@usableFromInline package struct Identifier: Equatable, Hashable, Sendable {
  /// The first eight bytes, most significant first, zeros behind the end.
  @usableFromInline package private(set) var high: UInt64 = 0
  /// The bytes from the ninth on, in the same way.
  @usableFromInline package private(set) var low: UInt64 = 0
  /// How many bytes there are, 0 to 16.
  @usableFromInline package private(set) var count: UInt8 = 0

  /// No bytes.
  @inlinable package init() {}

  /// Keeps at most the first 16 bytes.
  package init(_ bytes: Span<UInt8>) {
    let kept = min(16, bytes.count)
    for index in 0..<min(8, kept) { high |= UInt64(bytes[index]) << UInt64(56 - 8 * index) }
    for index in 8..<max(8, kept) { low |= UInt64(bytes[index]) << UInt64(120 - 8 * index) }
    count = UInt8(kept)
  }

  /// Whether there are no bytes.
  @inlinable package var isEmpty: Bool { count == 0 }

  @inlinable package static func == (one: Self, other: Self) -> Bool {
    one.high == other.high && one.low == other.low && one.count == other.count
  }

  /// Adds a byte; the seventeenth and later ones are left out.
  package mutating func append(_ byte: UInt8) {
    guard count < 16 else { return }
    if count < 8 {
      high |= UInt64(byte) << UInt64(56 - 8 * Int(count))
    } else {
      low |= UInt64(byte) << UInt64(120 - 8 * Int(count))
    }
    count += 1
  }

  /// The byte at an index below `count`.
  @inlinable package subscript(index: Int) -> UInt8 {
    precondition(index >= 0 && index < Int(count), "an identifier has only its own bytes")
    return index < 8
      ? UInt8(truncatingIfNeeded: high >> UInt64(56 - 8 * index))
      : UInt8(truncatingIfNeeded: low >> UInt64(120 - 8 * index))
  }

  /// The bytes, copied out. For cold paths.
  package var bytes: [UInt8] { (0..<Int(count)).map { self[$0] } }
}
