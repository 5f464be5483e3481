/// Names for the values of a field: what an `enum`, an instruction's `p1` or a tag's `byte` lines
/// say. The names themselves are rows of the grammar's `values`.
package struct ValueSet: Equatable, Sendable {
  /// Single values, in ascending order.
  var exact: Rows
  /// Ranges and patterns, in the order of the file.
  var others: Rows
}

/// One value, range or pattern, and what it means.
struct NamedValue: Equatable, Sendable {
  /// Which byte of the field it speaks of, from 0; nil for the whole number.
  var byte: UInt8?
  var test: Test
  /// The bits that the test speaks of: all for a value or a range, fixed ones and letters for a
  /// pattern. Of those that speak of the same bits only the first that fits has a say.
  var places: UInt64
  /// Words, with `{letter}` where a pattern's letter is filled in.
  var meaning: Phrase = .none
  /// Words for narrow columns; empty where the long ones serve.
  var short: Phrase = .none
  /// The letters of the pattern.
  var letters: Rows = .none
  /// What an instruction's parameter says about the data field and about the answer.
  var data: Content?
  var reply: Content?
  var severity: Severity?

  /// Which values it is.
  enum Test: Equatable, Sendable {
    case value(UInt64)
    case range(ClosedRange<UInt64>)
    case pattern(mask: UInt64, bits: UInt64)
  }

  /// Whether a number is one of them.
  func matches(_ number: UInt64) -> Bool {
    switch test {
    case .value(let value): number == value
    case .range(let range): range.contains(number)
    case .pattern(let mask, let bits): number & mask == bits
    }
  }
}

/// One letter of a pattern and the bits that it collects.
struct Letter: Equatable, Sendable {
  let letter: UInt8
  let mask: UInt64

  /// The letter's bits of a number, closed up.
  func collect(from number: UInt64) -> UInt64 {
    var value: UInt64 = 0
    var mask = mask
    var shift: UInt64 = 0
    while mask != 0 {
      let place = UInt64(mask.trailingZeroBitCount)
      value |= (number >> place & 1) << shift
      shift += 1
      mask &= mask &- 1
    }
    return value
  }
}

/// How a status word is to be taken.
package enum Severity: UInt8, Equatable, Sendable {
  case ok, warning, error
}

/// What a data field holds, and its label.
struct Content: Equatable, Sendable {
  let kind: Kind
  /// The grammar's own label for it.
  let label: UInt16

  /// How the bytes are read.
  enum Kind: Equatable, Sendable {
    case bytes
    /// BER-TLV by the grammar's own dictionary.
    case elements
    /// The same where the bytes begin with a template that the dictionary knows, or are whole
    /// elements that begin with a tag that it knows; otherwise bytes.
    case elementsIfAny
    /// Elements by a dictionary of their own.
    case dictionary(UInt16)
    /// A struct: a row of `messages`.
    case message(UInt16)
  }
}
