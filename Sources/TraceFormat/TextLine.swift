import Bytes

/// What one line of a text trace says.
enum TextLine: Equatable {
  /// An empty line, a comment, or what others make of the bytes.
  case nothing
  case link(Link)
  case event(FrameEvent, time: Int64?)
  case frame(Direction, [UInt8], time: Int64?)
}

/// Why a line of a text trace cannot be read.
enum TextLineError: Error, Equatable {
  case noMark(String)
  case notHex(String)
  case unknownLink(String)
  case unknownEvent(String)
  case notTime(String)
}

extension TextLine {
  /// Reads a line, without its end.
  init(_ line: Substring) throws(TextLineError) {
    var rest = line.trimmed
    var time: Int64?
    if let first = rest.first, first.isNumber || first == "-" {
      let word = rest.prefix { !$0.isWhitespace }
      guard let nanoseconds = Self.nanoseconds(word) else { throw .notTime(String(word)) }
      time = nanoseconds
      rest = rest[word.endIndex...].trimmed
    }
    guard let mark = rest.first, mark != "#", mark != "=" else {
      if time != nil && rest.isEmpty { throw .noMark("") }
      self = .nothing
      return
    }
    let body = rest.dropFirst().trimmed
    switch mark {
    case ">": self = .frame(.toCard, try Self.bytes(body), time: time)
    case "<": self = .frame(.fromCard, try Self.bytes(body), time: time)
    case "?": self = .frame(.unknown, try Self.bytes(body), time: time)
    case "@":
      guard let found = TextTrace.links.first(where: { $0.name == body }) else {
        throw .unknownLink(String(body))
      }
      self = .link(found.link)
    case "*":
      guard let found = TextTrace.events.first(where: { $0.name == body }) else {
        throw .unknownEvent(String(body))
      }
      self = .event(found.event, time: time)
    default: throw .noMark(String(rest))
    }
  }

  private static func bytes(_ text: Substring) throws(TextLineError) -> [UInt8] {
    guard let bytes = Hex.bytes(text) else { throw .notHex(String(text)) }
    return bytes
  }

  /// Seconds with up to nine decimals.
  private static func nanoseconds(_ word: Substring) -> Int64? {
    let isNegative = word.hasPrefix("-")
    let parts = word.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, let seconds = parts.first.flatMap({ Int64($0) }) else { return nil }
    var fraction: Int64 = 0
    if parts.count == 2 {
      guard (1...9).contains(parts[1].utf8.count), let digits = Int64(parts[1]), digits >= 0 else {
        return nil
      }
      fraction = digits * DeltaColumn.units[9 - parts[1].utf8.count]
    }
    let (scaled, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, isStillTooLarge) = scaled.addingReportingOverflow(fraction)
    guard seconds >= 0, !isTooLarge, !isStillTooLarge else { return nil }
    return isNegative ? -sum : sum
  }
}

extension Substring {
  /// Without the white space at its ends.
  fileprivate var trimmed: Substring {
    var text = drop { $0.isWhitespace }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}

extension TextLineError {
  /// Words for people.
  var words: String {
    switch self {
    case .noMark(let text): "expected >, <, ?, @, *, = or #, found \"\(text.prefix(20))\""
    case .notHex(let text): "not hex digits in pairs: \"\(text.prefix(20))\""
    case .unknownLink(let name): "no link is called \"\(name.prefix(20))\""
    case .unknownEvent(let name): "no event is called \"\(name.prefix(20))\""
    case .notTime(let word): "not a time in seconds: \"\(word.prefix(20))\""
    }
  }
}
