/// Named values while they are collected, kept so that one given twice is found at once.
struct ValueList {
  private(set) var values: [NamedValue] = []
  /// Where single values are among them.
  private var single: [Key: Int] = [:]
  /// Where ranges and patterns are.
  private var others: [Int] = []

  /// The most ranges and patterns, which are compared with one another.
  static let limit = 1024

  private struct Key: Hashable {
    let byte: UInt8?
    let number: UInt64
  }

  /// Adds a value, unless an earlier one says the same or more: that one is given back.
  mutating func add(_ value: NamedValue, width: Int) -> NamedValue? {
    if case .value(let number) = value.test {
      let key = Key(byte: value.byte, number: number)
      if let earlier = single[key] { return values[earlier] }
      single[key] = values.count
    } else {
      for index in others {
        let earlier = values[index]
        if earlier.byte == value.byte, earlier.places == value.places,
          earlier.covers(value, width: width)
        {
          return earlier
        }
      }
      others.append(values.count)
    }
    values.append(value)
    return nil
  }

  /// Adds a value that is known to be new.
  mutating func addUnchecked(_ value: NamedValue) { values.append(value) }

  /// Whether no more ranges and patterns are taken.
  var isFull: Bool { others.count >= Self.limit }
}

extension NamedValue {
  /// Whether every value of another range or pattern is also one of this.
  fileprivate func covers(_ other: NamedValue, width: Int) -> Bool {
    switch (test, other.test) {
    case (.range(let own), .range(let other)):
      own.contains(other.lowerBound) && own.contains(other.upperBound)
    case (.pattern(let mask, let bits), .pattern(let otherMask, let otherBits)):
      mask & otherMask == mask && otherBits & mask == bits
    case (.pattern, .range(let other)):
      other.upperBound - other.lowerBound < 256 && other.allSatisfy(matches)
    case (.range(let own), .pattern(let mask, let bits)):
      own.contains(bits) && own.contains(bits | (~mask & .max >> UInt64(64 - width * 8)))
    case (.value, _), (_, .value): false
    }
  }
}
