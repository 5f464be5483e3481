/// A property list in XML, read tag by tag. No entity but XML's own five is known, so that none can
/// be made to grow.
struct XMLPropertyList {
  private let bytes: [UInt8]
  private var index = 0
  private var values = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// What stands between two tags, or a tag.
  private enum Piece: Equatable {
    case open(String, isEmpty: Bool)
    case close(String)
    case text(String)
    case end
  }

  /// The value that the list is.
  mutating func top() throws(PropertyList.Unreadable) -> PropertyList.Value {
    var piece = try next()
    while case .text(let text) = piece {
      guard text.allSatisfy(\.isWhitespace) else { throw unreadable("is no property list") }
      piece = try next()
    }
    guard case .open("plist", false) = piece else { throw unreadable("is no property list") }
    return try value(try tag(), depth: 0)
  }

  private mutating func value(
    _ piece: Piece, depth: Int
  ) throws(PropertyList.Unreadable) -> PropertyList.Value {
    guard case .open(let name, let isEmpty) = piece else { throw unreadable("has no value") }
    values += 1
    guard depth < PropertyList.depthLimit, values <= PropertyList.valueLimit else {
      throw unreadable("has more lists inside lists than any app's")
    }
    switch name {
    case "true", "false":
      if !isEmpty { _ = try text(upTo: name) }
      return .truth(name == "true")
    case "string": return .text(isEmpty ? "" : try text(upTo: name))
    case "integer", "real", "date", "data":
      if !isEmpty { _ = try text(upTo: name) }
      return .other
    case "array":
      var list: [PropertyList.Value] = []
      while !isEmpty {
        let piece = try tag()
        if piece == .close(name) { break }
        list.append(try value(piece, depth: depth + 1))
      }
      return .list(list)
    case "dict":
      var entries: [PropertyList.Entry] = []
      while !isEmpty {
        let piece = try tag()
        if piece == .close(name) { break }
        guard case .open("key", let isBare) = piece else { throw unreadable("has no key") }
        let key = isBare ? "" : try text(upTo: "key")
        entries.append(PropertyList.Entry(key, try value(try tag(), depth: depth + 1)))
      }
      return .keys(entries)
    default: throw unreadable("has an element that no property list has")
    }
  }

  /// The next tag, with nothing but white space before it.
  private mutating func tag() throws(PropertyList.Unreadable) -> Piece {
    while true {
      let piece = try next()
      switch piece {
      case .text(let text) where text.allSatisfy(\.isWhitespace): continue
      case .text: throw unreadable("has text between its elements")
      case .end: throw unreadable("ends too early")
      case .open, .close: return piece
      }
    }
  }

  /// The text up to the end of the element that is open.
  private mutating func text(upTo name: String) throws(PropertyList.Unreadable) -> String {
    var text = ""
    while true {
      switch try next() {
      case .text(let more): text += more
      case .close(name): return text
      case .open, .close: throw unreadable("has an element inside a text")
      case .end: throw unreadable("ends too early")
      }
    }
  }

  private mutating func next() throws(PropertyList.Unreadable) -> Piece {
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "<") else { return .text(try plain()) }
      if skip("<!--") {
        try pass("-->")
      } else if skip("<![CDATA[") {
        let start = index
        try pass("]]>")
        return .text(String(decoding: bytes[start..<index - 3], as: UTF8.self))
      } else if skip("<?") {
        try pass("?>")
      } else if skip("<!") {
        let start = index
        try pass(">")
        guard !bytes[start..<index].contains(UInt8(ascii: "[")) else {
          throw unreadable("declares entities of its own")
        }
      } else {
        return try element()
      }
    }
    return .end
  }

  /// `<name …>`, `<name/>` or `</name>`.
  private mutating func element() throws(PropertyList.Unreadable) -> Piece {
    let isClosing = skip("</")
    if !isClosing { index += 1 }
    let start = index
    try pass(">")
    let inside = bytes[start..<index - 1]
    let isEmpty = inside.last == UInt8(ascii: "/")
    let name = inside.prefix { $0 > 0x20 && $0 != UInt8(ascii: "/") }
    guard name.count <= 16 else { throw unreadable("has an element that no property list has") }
    let word = String(decoding: name, as: UTF8.self)
    return isClosing ? .close(word) : .open(word, isEmpty: isEmpty)
  }

  private mutating func plain() throws(PropertyList.Unreadable) -> String {
    let start = index
    while index < bytes.count, bytes[index] != UInt8(ascii: "<") { index += 1 }
    let run = bytes[start..<index]
    guard run.contains(UInt8(ascii: "&")) else { return String(decoding: run, as: UTF8.self) }
    var text: [UInt8] = []
    var rest = run
    while let mark = rest.firstIndex(of: UInt8(ascii: "&")) {
      text += rest[..<mark]
      guard let end = rest[mark...].prefix(12).firstIndex(of: UInt8(ascii: ";")) else {
        throw unreadable("has an & that begins nothing")
      }
      text += try character(String(decoding: rest[(mark + 1)..<end], as: UTF8.self)).utf8
      rest = rest[(end + 1)...]
    }
    return String(decoding: text + rest, as: UTF8.self)
  }

  private func character(_ name: String) throws(PropertyList.Unreadable) -> String {
    switch name {
    case "lt": return "<"
    case "gt": return ">"
    case "amp": return "&"
    case "quot": return "\""
    case "apos": return "'"
    default:
      let number =
        name.hasPrefix("#x")
        ? UInt32(name.dropFirst(2), radix: 16)
        : name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
      guard let scalar = number.flatMap(Unicode.Scalar.init) else {
        throw unreadable("has an entity that XML does not know")
      }
      return String(Character(scalar))
    }
  }

  /// Moves behind these characters, if they are next.
  private mutating func skip(_ text: StaticString) -> Bool {
    let wanted = "\(text)".utf8
    guard bytes[index...].starts(with: wanted) else { return false }
    index += wanted.count
    return true
  }

  /// Moves behind the next place where these characters stand.
  private mutating func pass(_ text: StaticString) throws(PropertyList.Unreadable) {
    let wanted = Array("\(text)".utf8)
    while index < bytes.count {
      if bytes[index] == wanted[0], bytes[index...].starts(with: wanted) {
        index += wanted.count
        return
      }
      index += 1
    }
    throw unreadable("ends too early")
  }

  private func unreadable(_ what: String) -> PropertyList.Unreadable {
    PropertyList.Unreadable(description: "\(what) (at byte \(min(index, bytes.count)))")
  }
}
