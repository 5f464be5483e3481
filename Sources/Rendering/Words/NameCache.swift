/// Answers that were given before, one a slot: what shares a slot with another takes its place.
///
/// A row asks for two or three names, nearly always the same few; a trace that asks for many pays for
/// each again, and the cache never grows.
struct NameCache<Key: Equatable, Value> {
  private var slots: [(key: Key, value: Value)?] = Array(repeating: nil, count: 256)

  /// The answer for a key. `spread` is any number that differs from key to key.
  mutating func value(for key: Key, spread: UInt64, _ find: () -> Value) -> Value {
    let mixed = spread &* 0x9E37_79B9_7F4A_7C15
    let slot = Int(truncatingIfNeeded: mixed >> 56)
    if let known = slots[slot], known.key == key { return known.value }
    let value = find()
    slots[slot] = (key, value)
    return value
  }
}
