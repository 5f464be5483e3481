/// A number that is equal for equal contents: numbers and runs of bytes, in order.
///
/// What is added is taken as the coefficients of a polynomial over the integers modulo 2⁶¹ − 1, and
/// the number is its value at a point that is drawn anew in each run. Two polynomials agree at no
/// more points than they have coefficients, so whoever does not know the point can make no contents
/// that are taken for equal although they differ.
@usableFromInline package struct ContentKey: Equatable, Sendable {
  @usableFromInline var state: UInt64 = 1

  @usableFromInline static let point = UInt64.random(in: (1 << 32)..<modulus)
  @usableFromInline static let modulus: UInt64 = (1 << 61) - 1

  @inlinable package init() {}

  /// The number, below 2⁶¹.
  @inlinable package var value: UInt64 { state }

  /// Adds a number.
  @inlinable package mutating func add(_ number: UInt64) {
    // One that is no coefficient becomes two, the first of them greater than any other.
    if number >= 1 << 60 {
      mix(1 << 60 | number >> 32)
      mix(number & 0xFFFF_FFFF)
    } else {
      mix(number)
    }
  }

  /// Adds bytes, seven a coefficient, and how many there are.
  @inlinable package mutating func add(_ bytes: Span<UInt8>) {
    mix(UInt64(bytes.count))
    var index = 0
    while index + 8 <= bytes.count {
      mix(ByteOrder.little.number64(bytes, at: index) & 0xFF_FFFF_FFFF_FFFF)
      index += 7
    }
    guard index < bytes.count else { return }
    var rest: UInt64 = 0
    for last in index..<bytes.count { rest = rest << 8 | UInt64(bytes[last]) }
    mix(rest)
  }

  /// The next step of Horner's rule. A coefficient is below the modulus.
  @inlinable mutating func mix(_ coefficient: UInt64) {
    let (high, low) = state.multipliedFullWidth(by: Self.point)
    // 2⁶¹ is 1: what is above 61 bits is added to the rest. Three numbers below 2⁶¹ fit 64 bits.
    let sum = (low & Self.modulus) + (high << 3 | low >> 61) + coefficient
    let folded = (sum & Self.modulus) + (sum >> 61)
    state = folded >= Self.modulus ? folded - Self.modulus : folded
  }
}
