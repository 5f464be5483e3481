import Bytes

/// How findings put numbers and bytes into sentences.
enum Words {
  /// Nanoseconds as milliseconds with one decimal, rounded half up: `98.1`.
  static func milliseconds(_ nanoseconds: Int64) -> String {
    let tenths = (nanoseconds.clamped + 50_000) / 100_000
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// Nanoseconds as whole milliseconds, rounded half up: `301`.
  static func wholeMilliseconds(_ nanoseconds: Int64) -> String {
    "\((nanoseconds.clamped + 500_000) / 1_000_000)"
  }

  /// `1 byte`, `2 bytes`.
  static func count(_ number: Int, _ noun: String) -> String {
    number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
  }

  /// A small number as a word, as prose has it.
  static func number(_ number: Int) -> String {
    let words = [
      "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
      "eleven", "twelve",
    ]
    return words.indices.contains(number) ? words[number] : String(number)
  }

  /// `once`, `twice`, `5 times`.
  static func times(_ number: Int) -> String {
    switch number {
    case 1: "once"
    case 2: "twice"
    default: "\(number) times"
    }
  }

  /// `a`, `a and b`, `a, b and c`.
  static func list(_ items: [String]) -> String {
    guard let last = items.last, items.count > 1 else { return items.first ?? "" }
    return items.dropLast().joined(separator: ", ") + " and " + last
  }

  /// Bytes apart, as loose bytes are printed: `50 00 57 CD`.
  static func spaced(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { Hex.text($0, digits: 2) }.joined(separator: " ")
  }

}

extension Int64 {
  /// No less than 0, and far enough from the end that rounding cannot overflow.
  fileprivate var clamped: Int64 { Swift.min(Swift.max(self, 0), .max / 2) }
}
