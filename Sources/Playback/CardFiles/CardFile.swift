import Bytes

/// A card described in text: a line a property, `NAME VALUE`, comments behind `#`.
///
///     model  ntag213                       which of our models it is
///     uid    04A1B2C3D4E5F6                bytes in hex, with or without spaces
///     ndef   https://nfctrace.example/     what it holds
///
/// Each model has its own properties; one that it does not know is an error, and so is one that
/// it needs and does not find.
package struct CardFile: Sendable {
  /// Which of our models it is.
  package let model: String
  private let file: String
  private var lines: [Line] = []

  private struct Line {
    let number: Int
    let name: Substring
    let value: Substring
  }

  /// What is wrong with a card's text, and on which line.
  package struct Wrong: Error, Equatable, CustomStringConvertible {
    package let file: String
    /// 0 for what is wrong with the file as a whole.
    package let line: Int
    package let message: String

    package var description: String {
      line == 0 ? "\(file): \(message)" : "\(file):\(line): \(message)"
    }
  }

  /// Reads a text.
  package init(_ text: String, file: String) throws(Wrong) {
    self.file = file
    var model: String?
    let rows = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, row) in rows.enumerated() {
      let content = row.prefix { $0 != "#" }.trimmed
      guard !content.isEmpty else { continue }
      let name = content.prefix { $0 != " " && $0 != "\t" }
      let line = Line(number: index + 1, name: name, value: content.dropFirst(name.count).trimmed)
      guard !line.value.isEmpty else {
        throw Wrong(file: file, line: line.number, message: "\(name) has no value")
      }
      if name == "model" { model = String(line.value) } else { lines.append(line) }
    }
    guard let model else {
      throw Wrong(file: file, line: 0, message: "has no line \"model\", which says what card it is")
    }
    self.model = model
  }
}

extension CardFile {
  /// Whether a text describes a card: its first line that is no comment names a model.
  package static func describesCard(_ text: String) -> Bool {
    for row in text.split(separator: "\n").prefix(100) {
      let content = row.prefix { $0 != "#" }.trimmed
      if !content.isEmpty { return content.hasPrefix("model ") || content.hasPrefix("model\t") }
    }
    return false
  }

  /// Makes sure that there are only these properties.
  func allow(_ names: Set<String>) throws(Wrong) {
    for line in lines where !names.contains(String(line.name)) {
      throw Wrong(
        file: file, line: line.number, message: "a card \(model) has no property \(line.name)")
    }
  }

  /// A property's text, or nil where it is not given.
  func text(_ name: String) throws(Wrong) -> String? {
    let found = lines.filter { $0.name == name }
    if found.count > 1 {
      throw Wrong(file: file, line: found[1].number, message: "\(name) is given twice")
    }
    return found.first.map { String($0.value) }
  }

  /// A property's bytes, of one of these lengths.
  func bytes(_ name: String, lengths: [Int]? = nil) throws(Wrong) -> [UInt8]? {
    guard let text = try text(name) else { return nil }
    guard let bytes = Hex.bytes(text) else { throw wrong(name, "is not hex: \(text)") }
    if let lengths, !lengths.contains(bytes.count) {
      let wanted = lengths.map(String.init).joined(separator: " or ")
      throw wrong(name, "has \(bytes.count) bytes; it must have \(wanted)")
    }
    return bytes
  }

  /// A property's bytes, which must be given.
  func neededBytes(_ name: String, lengths: [Int]? = nil) throws(Wrong) -> [UInt8] {
    guard let bytes = try bytes(name, lengths: lengths) else {
      throw Wrong(file: file, line: 0, message: "a card \(model) needs a line \"\(name)\"")
    }
    return bytes
  }

  /// A property's number.
  func number(_ name: String, in range: ClosedRange<Int>) throws(Wrong) -> Int? {
    guard let text = try text(name) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw wrong(name, "is no number from \(range.lowerBound) to \(range.upperBound): \(text)")
    }
    return number
  }

  /// Whether a property that is `yes` or `no` is yes.
  func flag(_ name: String, otherwise: Bool) throws(Wrong) -> Bool {
    switch try text(name) {
    case nil: return otherwise
    case "yes": return true
    case "no": return false
    case .some(let text): throw wrong(name, "is neither yes nor no: \(text)")
    }
  }

  /// Every value of a property that may be given several times.
  func all(_ name: String) -> [String] {
    lines.filter { $0.name == name }.map { String($0.value) }
  }

  /// What is wrong with a property.
  func wrong(_ name: String, _ message: String) -> Wrong {
    let line = lines.first { $0.name == name }?.number ?? 0
    return Wrong(file: file, line: line, message: "\(name) \(message)")
  }
}

extension Substring {
  /// Without white space at either end.
  fileprivate var trimmed: Substring {
    var rest = drop(while: \.isWhitespace)
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return rest
  }
}
