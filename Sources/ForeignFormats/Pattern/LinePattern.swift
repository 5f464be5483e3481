/// A regular expression with the groups `time`, `dir` and `hex`, which finds frames in a log that
/// nobody has heard of.
///
/// It is run on every way at once (Thompson's construction), so that no expression and no line can
/// make it take longer than their lengths multiplied: nothing is tried and taken back.
package struct LinePattern: Sendable, Equatable {
  /// What it was made from.
  package let text: String
  let program: [Instruction]

  /// A step of the program.
  enum Instruction: Equatable, Sendable {
    case byte(ByteSet)
    /// Goes on at both, the first preferred.
    case either(Int, Int)
    case jump(Int)
    /// Remembers the place.
    case mark(Int)
    case require(Assertion)
    case matched
  }

  /// What has to hold between two bytes.
  enum Assertion: Equatable, Sendable {
    case start, end, wordEdge, noWordEdge
  }

  /// A group that is remembered.
  enum Group: String, CaseIterable, Sendable {
    case time, dir, hex
  }

  /// What is wrong with an expression, and at which of its characters, counted from 1.
  package struct Fault: Error, Equatable, Sendable {
    package let words: String
    package let column: Int

    package init(words: String, column: Int) {
      self.words = words
      self.column = column
    }
  }

  /// The most steps that an expression may have once its counts are written out.
  static let mostInstructions = 4000
  /// The longest line that is looked at.
  static let longestLine = 64 * 1024

  /// Reads an expression, or says what is wrong with it.
  package init(_ text: String) throws(Fault) {
    self.text = text
    var parser = PatternParser(text)
    program = try parser.program()
    guard parser.groups.contains(.hex) else {
      throw Fault(words: "it has no group (?<hex>...) for the bytes", column: 1)
    }
  }

  /// Where in a line the groups are, the leftmost match; nil where there is none.
  func match(_ line: [UInt8]) -> [Group: Range<Int>]? {
    guard line.count <= Self.longestLine else { return nil }
    var machine = PatternMachine(program)
    guard let marks = machine.run(line) else { return nil }
    var found: [Group: Range<Int>] = [:]
    for (index, group) in Group.allCases.enumerated() {
      let (start, end) = (marks[2 * index], marks[2 * index + 1])
      if start >= 0, end >= start { found[group] = start..<end }
    }
    return found
  }
}

/// A set of bytes.
struct ByteSet: Equatable, Sendable {
  private var low: (UInt64, UInt64) = (0, 0)
  private var high: (UInt64, UInt64) = (0, 0)

  init() {}

  init(_ ranges: ClosedRange<UInt8>...) { for range in ranges { insert(range) } }

  mutating func insert(_ range: ClosedRange<UInt8>) {
    for byte in range {
      let bit: UInt64 = 1 << UInt64(byte & 63)
      switch byte >> 6 {
      case 0: low.0 |= bit
      case 1: low.1 |= bit
      case 2: high.0 |= bit
      default: high.1 |= bit
      }
    }
  }

  mutating func form(unionWith other: ByteSet) {
    low = (low.0 | other.low.0, low.1 | other.low.1)
    high = (high.0 | other.high.0, high.1 | other.high.1)
  }

  var inverted: ByteSet {
    var set = self
    set.low = (~low.0, ~low.1)
    set.high = (~high.0, ~high.1)
    return set
  }

  func contains(_ byte: UInt8) -> Bool {
    let word =
      switch byte >> 6 {
      case 0: low.0
      case 1: low.1
      case 2: high.0
      default: high.1
      }
    return word >> UInt64(byte & 63) & 1 == 1
  }

  static func == (one: ByteSet, other: ByteSet) -> Bool {
    one.low == other.low && one.high == other.high
  }

  static let digits = ByteSet(0x30...0x39)
  static let words = ByteSet(0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A)
  static let spaces = ByteSet(0x09...0x0D, 0x20...0x20)
  static let hexDigits = ByteSet(0x30...0x39, 0x41...0x46, 0x61...0x66)
}
