import Bytes
import TraceFormat

/// The members of one JSON object, as places in its text; what is inside of lists and objects is
/// stepped over.
struct JSONMembers: Equatable {
  /// One member.
  struct Member: Equatable {
    /// Its key, without quotation marks.
    let key: Range<Int>
    let kind: Kind
    /// Its value; a string's is without quotation marks.
    let value: Range<Int>
  }

  /// What a value is.
  enum Kind: Equatable {
    case string, number, word, list, object
  }

  private(set) var members: [Member] = []

  /// The most members that an object is believed to have.
  private static let most = 1024

  /// Reads an object from brace to brace, or says at which byte it is none.
  init(_ text: Span<UInt8>) throws(Fault) {
    var reader = Reader(at: 0)
    try reader.take(UInt8(ascii: "{"), text)
    if reader.skips(UInt8(ascii: "}"), text) { return }
    while true {
      let key = try reader.string(text)
      try reader.take(UInt8(ascii: ":"), text)
      let (kind, value) = try reader.value(text)
      members.append(Member(key: key, kind: kind, value: value))
      if reader.skips(UInt8(ascii: "}"), text) { return }
      guard members.count < Self.most else { throw Fault(offset: reader.at) }
      try reader.take(UInt8(ascii: ","), text)
    }
  }

  /// Why and where a text is no object.
  struct Fault: Error, Equatable { let offset: Int }

  /// The member with a key.
  func member(_ key: String, _ text: Span<UInt8>) -> Member? {
    members.first { Self.equal(text.extracting($0.key), key) }
  }

  /// A string's bytes as they stand, escapes included.
  func string(_ key: String, _ text: Span<UInt8>) -> Range<Int>? {
    guard let member = member(key, text), member.kind == .string else { return nil }
    return member.value
  }

  /// A string without escapes as a text.
  func word(_ key: String, _ text: Span<UInt8>) -> String? {
    string(key, text).map { String(decoding: [UInt8](copying: text.extracting($0)), as: UTF8.self) }
  }

  /// A number's digits.
  func number(_ key: String, _ text: Span<UInt8>) -> Range<Int>? {
    guard let member = member(key, text), member.kind == .number else { return nil }
    return member.value
  }

  /// A number without decimals.
  func integer(_ key: String, _ text: Span<UInt8>) -> Int? {
    guard let range = number(key, text) else { return nil }
    return Int(String(decoding: [UInt8](copying: text.extracting(range)), as: UTF8.self))
  }

  /// The words of a list of strings; nothing else is looked at.
  func list(_ key: String, _ text: Span<UInt8>) -> [String] {
    guard let member = member(key, text), member.kind == .list else { return [] }
    let inside = [UInt8](copying: text.extracting(member.value))
    return inside.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
      .enumerated().filter { $0.offset % 2 == 1 }
      .map { String(decoding: $0.element, as: UTF8.self) }
  }

  private static func equal(_ bytes: Span<UInt8>, _ key: String) -> Bool {
    guard bytes.count == key.utf8.count else { return false }
    for (index, byte) in key.utf8.enumerated() where bytes[index] != byte { return false }
    return true
  }
}

extension JSONMembers {
  /// A place in the text that moves forward.
  private struct Reader {
    var at: Int

    mutating func skipSpace(_ text: Span<UInt8>) {
      while at < text.count, [0x20, 0x09, 0x0A, 0x0D].contains(text[at]) { at += 1 }
    }

    mutating func skips(_ byte: UInt8, _ text: Span<UInt8>) -> Bool {
      skipSpace(text)
      guard at < text.count, text[at] == byte else { return false }
      at += 1
      return true
    }

    mutating func take(_ byte: UInt8, _ text: Span<UInt8>) throws(Fault) {
      guard skips(byte, text) else { throw Fault(offset: at) }
    }

    mutating func string(_ text: Span<UInt8>) throws(Fault) -> Range<Int> {
      try take(UInt8(ascii: "\""), text)
      let start = at
      while at < text.count {
        switch text[at] {
        case UInt8(ascii: "\""):
          at += 1
          return start..<at - 1
        case UInt8(ascii: "\\"): at += 2
        default: at += 1
        }
      }
      throw Fault(offset: start)
    }

    mutating func value(_ text: Span<UInt8>) throws(Fault) -> (Kind, Range<Int>) {
      skipSpace(text)
      guard at < text.count else { throw Fault(offset: at) }
      let start = at
      switch text[at] {
      case UInt8(ascii: "\""): return (.string, try string(text))
      case UInt8(ascii: "{"): return (.object, try nested(text))
      case UInt8(ascii: "["): return (.list, try nested(text))
      default:
        while at < text.count, !Self.endsWord(text[at]) { at += 1 }
        guard at > start else { throw Fault(offset: at) }
        let isNumber =
          text[start] == UInt8(ascii: "-")
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(text[start])
        return (isNumber ? .number : .word, start..<at)
      }
    }

    /// A list or an object, whose brackets are counted and not told apart.
    private mutating func nested(_ text: Span<UInt8>) throws(Fault) -> Range<Int> {
      let start = at
      var depth = 0
      while at < text.count {
        switch text[at] {
        case UInt8(ascii: "\""):
          _ = try string(text)
          continue
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          depth -= 1
          if depth == 0 {
            at += 1
            return start..<at
          }
        default: break
        }
        at += 1
      }
      throw Fault(offset: start)
    }

    private static func endsWord(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ":"),
        UInt8(ascii: "\""), 0...0x20:
        true
      default: false
      }
    }
  }
}
