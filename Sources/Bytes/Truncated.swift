/// The bytes ended before the field did.
@usableFromInline package struct Truncated: Error, Equatable, Sendable {
  /// Where the field begins, counted from the start of what was read.
  @usableFromInline package let offset: Int
  /// How many bytes it needs.
  @usableFromInline package let needed: Int
  /// How many bytes are left there.
  @usableFromInline package let available: Int

  @inlinable package init(offset: Int, needed: Int, available: Int) {
    self.offset = offset
    self.needed = needed
    self.available = available
  }
}
