import Bytes
import TraceFormat

/// The objects of a JSON file, one behind the other: in lines, or in the list of a document. One
/// object is in memory at a time.
struct JSONObjects: ~Copyable {
  private(set) var window: InputWindow
  /// How much of the next object was looked at.
  private var seen = 0
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  /// Whether a line is stepped over that is no object.
  private var isSkipping = false

  /// The longest object.
  static let longest = 1 << 20

  /// What comes next.
  enum Next: Equatable {
    /// An object, at these places of the window.
    case object(Range<Int>)
    /// Something that is none is stepped over.
    case damage(String)
    case needsMore
  }

  init(_ source: any ByteSource) { window = InputWindow(source) }

  /// Goes behind the beginning of a list that is a member of the document; false where its key is
  /// not among the first bytes.
  mutating func enter(_ key: String) throws(TraceError) -> Bool {
    let key = Array("\"\(key)\"".utf8)
    while true {
      let start = window.copy(atMost: Self.longest / 16)
      if let place = Self.place(of: key, in: start),
        let bracket = start[place...].firstIndex(of: UInt8(ascii: "["))
      {
        window.advance(to: window.start + bracket + 1)
        return true
      }
      if start.count == Self.longest / 16 { return false }
      if try !window.refill() { return false }
    }
  }

  /// Takes the object that was given off the front.
  mutating func advance(to end: Int) {
    window.advance(to: end)
    seen = 0
    depth = 0
    isInString = false
    isEscaped = false
  }

  /// Reads more; false at the end of the input.
  mutating func refill() throws(TraceError) -> Bool { try window.refill() }

  /// Looks for the next object in what has arrived.
  mutating func next() -> Next {
    let start = window.start
    let end = window.bytes.count
    var at = start + seen
    while at < end {
      let byte = window.bytes.span[at]
      if isSkipping {
        at += 1
        if byte == UInt8(ascii: "\n") { isSkipping = false }
        window.advance(to: at)
        continue
      }
      if depth == 0 {
        switch byte {
        case UInt8(ascii: "{"):
          depth = 1
          at += 1
        case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "}"), 0x20, 9,
          10, 13:
          at += 1
          window.advance(to: at)
        default:
          isSkipping = true
          window.advance(to: at)
          return .damage("what stands here is no JSON object; its line is stepped over")
        }
        seen = at - window.start
        continue
      }
      at += 1
      if let found = step(byte, window.start..<at) { return found }
    }
    seen = at - window.start
    guard seen <= Self.longest else {
      skip(to: at)
      return .damage("an object is longer than 1 MiB; it is stepped over")
    }
    return .needsMore
  }

  /// Takes one byte of an object; `range` is what of it there is.
  private mutating func step(_ byte: UInt8, _ range: Range<Int>) -> Next? {
    if isInString {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isInString = false
      } else if byte == UInt8(ascii: "\n") {
        // No string goes on in another line: the line was cut.
        advance(to: range.upperBound)
        return .damage("a line ends inside a string; its object is stepped over")
      }
      return nil
    }
    switch byte {
    case UInt8(ascii: "\""): isInString = true
    case UInt8(ascii: "{"): depth += 1
    case UInt8(ascii: "}"):
      depth -= 1
      if depth == 0 {
        seen = range.count
        return .object(range)
      }
    default: break
    }
    return nil
  }

  private mutating func skip(to end: Int) {
    advance(to: end)
    isSkipping = true
  }

  private static func place(of key: [UInt8], in text: [UInt8]) -> Int? {
    guard text.count >= key.count else { return nil }
    return (0...text.count - key.count).first { text[$0...].starts(with: key) }
  }
}
