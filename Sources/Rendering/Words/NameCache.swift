/// Answers that were given before, one a slot: what shares a slot with another takes its place.
///
/// A row asks for two or three names, nearly always the same few; a trace that asks for many pays for
/// each again, and the cache never grows.
struct NameCache<Key: Equatable, Value> {
  // Keys and values apart: looking at a key touches no name.
  private var keys: [Key?] = Array(repeating: nil, count: 256)
  private var values: [Value?] = Array(repeating: nil, count: 256)

  /// The answer that is kept for a key. `spread` is any number that differs from key to key.
  func value(for key: Key, spread: UInt64) -> Value? {
    let slot = Self.slot(spread)
    return keys[slot] == key ? values[slot] : nil
  }

  /// Keeps an answer, and gives it back.
  mutating func keep(_ value: Value, for key: Key, spread: UInt64) -> Value {
    let slot = Self.slot(spread)
    keys[slot] = key
    values[slot] = value
    return value
  }

  private static func slot(_ spread: UInt64) -> Int {
    Int(truncatingIfNeeded: (spread &* 0x9E37_79B9_7F4A_7C15) >> 56)
  }
}
