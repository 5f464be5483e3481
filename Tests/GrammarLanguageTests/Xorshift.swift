/// Numbers that look random and are the same in every run.
struct Xorshift {
  var state: UInt64

  /// The next number.
  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }

  /// The next number below a bound.
  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}
