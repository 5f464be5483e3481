/// Property lists as Xcode writes them: XML or binary.
///
/// Read here and not by Foundation: a list that somebody sends may be made to hurt, keys that stand
/// there twice must be seen, and nothing else of the program needs Foundation.
package enum PropertyList {
  /// What stands under a key.
  package indirect enum Value: Equatable, Sendable {
    case text(String)
    case truth(Bool)
    case list([Value])
    case keys([Entry])
    /// Numbers, dates, data.
    case other
  }

  /// A key and what stands under it.
  package struct Entry: Equatable, Sendable {
    package var key: String
    package var value: Value

    package init(_ key: String, _ value: Value) {
      self.key = key
      self.value = value
    }
  }

  /// A file that is no property list, or has no dictionary.
  package struct Unreadable: Error, Equatable, CustomStringConvertible {
    package let description: String
  }

  /// How deep lists inside lists are followed. Xcode's have five or six.
  static let depthLimit = 32
  /// The largest file that is read.
  package static let sizeLimit = 4 << 20
  /// How many values are read: a binary list may show the same one many times.
  static let valueLimit = 200_000

  /// Whether bytes begin as a property list does.
  package static func recognizes(_ bytes: some Collection<UInt8>) -> Bool {
    if bytes.starts(with: "bplist0".utf8) { return true }
    let head = String(decoding: utf8(Array(bytes.prefix(4096))), as: UTF8.self)
    return head.contains("<plist") || head.contains("<!DOCTYPE plist")
  }

  /// The keys at the top of a list in XML or binary, in their order, as often as they stand there.
  package static func entries(_ file: some Sequence<UInt8>) throws(Unreadable) -> [Entry] {
    let bytes = Array(file)
    guard bytes.count <= sizeLimit else {
      throw Unreadable(description: "is larger than \(sizeLimit) bytes, which no list of an app is")
    }
    let value: Value
    if bytes.starts(with: "bplist".utf8) {
      var list = try BinaryPropertyList(bytes)
      value = try list.top()
    } else {
      let text = utf8(bytes)
      if let other = otherForm(of: text) { throw Unreadable(description: other) }
      var list = XMLPropertyList(text)
      value = try list.top()
    }
    guard case .keys(let entries) = value else {
      throw Unreadable(description: "is a property list without keys")
    }
    return entries
  }

  /// The file in UTF-8, where its first bytes say that it is in UTF-16.
  private static func utf8(_ bytes: [UInt8]) -> [UInt8] {
    let isLittle = bytes.starts(with: [0xFF, 0xFE])
    guard isLittle || bytes.starts(with: [0xFE, 0xFF]) else {
      return bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    }
    let (high, low) = isLittle ? (1, 0) : (0, 1)
    var units: [UInt16] = []
    for index in stride(from: 2, to: bytes.count - 1, by: 2) {
      units.append(UInt16(bytes[index + high]) << 8 | UInt16(bytes[index + low]))
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  /// The forms that Xcode reads, and the phone does not: the old one with braces, and JSON.
  private static func otherForm(of text: [UInt8]) -> String? {
    guard let first = text.first(where: { !" \t\r\n".utf8.contains($0) }) else { return "is empty" }
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "(") else { return nil }
    return "is a property list of the old kind, or JSON: plutil -convert xml1 makes XML of it"
  }

  /// The texts of a list. A text alone is none.
  package static func strings(_ value: Value?) -> [String] {
    guard case .list(let list) = value else { return [] }
    return list.compactMap { if case .text(let text) = $0 { text } else { nil } }
  }

  /// The lines that write a key and what stands under it, where that is a text or a list of texts.
  package static func lines(_ key: String, _ value: Value) -> [String] {
    let items = strings(value).map { "<string>\(escaped($0))</string>" }
    switch value {
    case .text(let text):
      return ["<key>\(escaped(key))</key>", "<string>\(escaped(text))</string>"]
    case .list(let list) where list.count == items.count:
      return ["<key>\(escaped(key))</key>", "<array>"] + items.map { "\t\($0)" } + ["</array>"]
    case .list, .truth, .keys, .other: return []
    }
  }

  /// A text as it stands between two tags.
  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { escaped, character in
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      default: escaped.append(character)
      }
    }
  }
}

extension [PropertyList.Entry] {
  /// What stands under a key; under the last one where it stands there twice, as Foundation reads it.
  package subscript(key: String) -> PropertyList.Value? { last { $0.key == key }?.value }

  /// Keys that stand there more than once.
  var repeated: [String] {
    var seen: Set<String> = []
    var found: [String] = []
    for entry in self where !seen.insert(entry.key).inserted && !found.contains(entry.key) {
      found.append(entry.key)
    }
    return found
  }
}
