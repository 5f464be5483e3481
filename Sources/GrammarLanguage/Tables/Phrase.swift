package import Bytes

/// A run of a grammar's text: a name, a title, a meaning, a citation. No string is made until
/// somebody prints it.
package struct Phrase: Equatable, Hashable, Sendable {
  @usableFromInline package let place: Extent

  @inlinable package init(_ place: Extent) { self.place = place }

  /// No words.
  @inlinable package static var none: Phrase { Phrase(.none) }

  /// Whether there are no words.
  @inlinable package var isEmpty: Bool { place.isEmpty }
}

/// A run of rows in one of a grammar's flat tables.
package struct Rows: Equatable, Hashable, Sendable {
  @usableFromInline package let start: UInt32
  @usableFromInline package let count: UInt32

  @inlinable package init(_ range: Range<Int>) {
    start = UInt32(truncatingIfNeeded: range.lowerBound)
    count = UInt32(truncatingIfNeeded: range.count)
  }

  /// No rows.
  @inlinable package static var none: Rows { Rows(0..<0) }

  @inlinable package var range: Range<Int> { Int(start)..<Int(start) + Int(count) }
  @inlinable package var isEmpty: Bool { count == 0 }
}
