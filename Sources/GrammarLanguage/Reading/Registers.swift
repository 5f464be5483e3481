/// Numbers that a message's later fields, or its answer, need.
package struct Registers: Sendable {
  private var values = InlineArray<16, UInt32>(repeating: 0)
  private var known: UInt16 = 0

  /// How many there are.
  static let capacity = 16

  /// No numbers.
  package init() {}

  /// The number in a slot, where one was read.
  subscript(slot: UInt8) -> UInt64? {
    known >> UInt16(slot) & 1 == 1 ? UInt64(values[Int(slot)]) : nil
  }

  /// Keeps a number of at most four bytes.
  mutating func keep(_ number: UInt64, in slot: UInt8) {
    values[Int(slot)] = UInt32(clamping: number)
    known |= 1 << UInt16(slot)
  }

  /// Forgets the numbers of some slots, one bit each.
  mutating func forget(_ slots: UInt16) { known &= ~slots }
}

/// Numbers that the layer knows: what `state` statements declare.
package struct StateValues: Sendable {
  private var values = InlineArray<8, UInt64>(repeating: 0)
  private var known: UInt8 = 0

  /// How many states a grammar may declare.
  static let capacity = 8

  /// Nothing is known.
  package init() {}

  /// The number of a state (`Grammar.state(named:)`), nil while it is not known.
  package subscript(state: UInt8) -> UInt64? {
    get { state < 8 && known >> state & 1 == 1 ? values[Int(state)] : nil }
    set {
      guard state < 8 else { return }
      values[Int(state)] = newValue ?? 0
      known = newValue == nil ? known & ~(1 << state) : known | 1 << state
    }
  }
}
