internal import Bytes

/// The statements of one or more grammar files, in order, with what stands in their braces.
///
/// Flat on purpose: words are places in the text, and a statement's body is the run of statements
/// behind it, so reading a file allocates nothing per statement.
package struct StatementTree: Sendable {
  /// All files, one behind the other, each ended by a line feed.
  package private(set) var text: [UInt8] = []
  var files: [File] = []
  var words: [Word] = []
  var statements: [Statement] = []

  /// One file's name and where its text begins.
  struct File: Sendable {
    let name: String
    let start: Int
  }

  /// One word of a statement: where it lies in `text`, quotation marks left out.
  struct Word: Equatable, Sendable {
    let place: Extent
    let isString: Bool
  }

  /// One line of a file, and the lines in its braces.
  struct Statement: Equatable, Sendable {
    /// The words, in `words`; at least one.
    var words: Range<Int>
    /// What stands in the square brackets, without them.
    var citation: Extent?
    var hasBody = false
    /// The index behind the last statement of the body; the next one's without a body.
    var end = 0
    /// Which file it is in.
    var file: Int
  }

  /// The largest file that is read.
  package static let maximumFileSize = 4 << 20
  /// The deepest nesting of braces.
  package static let maximumDepth = 8
  /// The most words in one statement.
  package static let maximumWords = 512

  package init() {}

  /// Reads one more file behind those that are there.
  package mutating func append(_ file: [UInt8], named name: String) throws(GrammarError) {
    guard file.count <= Self.maximumFileSize else {
      throw GrammarError(
        file: name, line: 1, column: 1, message: Self.tooLarge(file.count))
    }
    files.append(File(name: name, start: text.count))
    text.append(contentsOf: file)
    text.append(UInt8(ascii: "\n"))
    try readStatements(from: files[files.count - 1].start)
  }

  private mutating func readStatements(from start: Int) throws(GrammarError) {
    var open: [Int] = []
    var at = start
    while at < text.count {
      let line = try readLine(from: &at)
      if line.closes {
        guard let block = open.popLast() else {
          throw error(at: line.start, "a } closes nothing")
        }
        statements[block].end = statements.count
        continue
      }
      guard var statement = line.statement else { continue }
      statement.end = statements.count + 1
      if statement.hasBody {
        guard open.count < Self.maximumDepth else {
          throw error(at: line.start, "braces are nested more than \(Self.maximumDepth) deep")
        }
        open.append(statements.count)
      }
      statements.append(statement)
    }
    if let block = open.last {
      throw error(at: words[statements[block].words.lowerBound], "this { is never closed")
    }
  }

  /// What one line holds.
  private struct Line {
    var start: Int
    var statement: Statement?
    var closes = false
  }

  private mutating func readLine(from at: inout Int) throws(GrammarError) -> Line {
    let firstWord = words.count
    var line = Line(start: at)
    var statement = Statement(words: firstWord..<firstWord, file: files.count - 1)
    while true {
      let byte = text[at]
      switch byte {
      case UInt8(ascii: "\n"), UInt8(ascii: "#"):
        try skipRest(of: byte, from: &at)
        if words.count > firstWord {
          statement.words = firstWord..<words.count
          line.statement = statement
        } else if statement.hasBody || statement.citation != nil {
          throw error(at: line.start, "a statement begins with a word")
        }
        return line
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"):
        at += 1
      case _ where statement.citation != nil:
        throw error(at: at, "a citation is always last on its line")
      case UInt8(ascii: "["):
        guard !line.closes else { throw error(at: at, "a } stands alone on its line") }
        statement.citation = try readCitation(from: &at)
      case _ where statement.hasBody || line.closes:
        throw error(at: at, line.closes ? "a } stands alone on its line" : Self.afterBrace)
      case UInt8(ascii: "{"):
        statement.hasBody = true
        at += 1
      case UInt8(ascii: "}"):
        guard words.count == firstWord else { throw error(at: at, "a } stands alone on its line") }
        line.closes = true
        line.start = at
        at += 1
      default:
        if words.count == firstWord { line.start = at }
        guard words.count - firstWord < Self.maximumWords else {
          throw error(at: at, "a statement has at most \(Self.maximumWords) words")
        }
        words.append(try readWord(from: &at))
      }
    }
  }

  private func skipRest(of byte: UInt8, from at: inout Int) throws(GrammarError) {
    let start = at
    while text[at] != UInt8(ascii: "\n") { at += 1 }
    at += 1
    if byte == UInt8(ascii: "#"), String(validating: text[start..<at], as: UTF8.self) == nil {
      throw error(at: start, "this comment is not UTF-8")
    }
  }

  private func readCitation(from at: inout Int) throws(GrammarError) -> Extent {
    let place = try readEnclosed(by: UInt8(ascii: "]"), from: &at, "a citation")
    guard !place.isEmpty, text[place.range.lowerBound] != UInt8(ascii: " ") else {
      throw error(at: Int(place.start), "a citation begins with its source")
    }
    return place
  }

  private func readWord(from at: inout Int) throws(GrammarError) -> Word {
    let start = at
    if text[at] == UInt8(ascii: "\"") {
      let place = try readEnclosed(by: UInt8(ascii: "\""), from: &at, "a string")
      guard Self.isSpace(text[at]) || text[at] == UInt8(ascii: "#") else {
        throw error(at: at, "white space is missing behind this string")
      }
      return Word(place: place, isString: true)
    }
    while !Self.isSpace(text[at]) {
      guard text[at] > 0x20, text[at] < 0x7F, !Self.isMark(text[at]) else {
        throw error(at: at, Self.badByte(text[at]))
      }
      at += 1
    }
    return Word(place: Extent(start..<at), isString: false)
  }

  /// Reads from an opening mark to the closing one on the same line.
  private func readEnclosed(by mark: UInt8, from at: inout Int, _ what: String)
    throws(GrammarError) -> Extent
  {
    let start = at + 1
    var end = start
    var isASCII = true
    while text[end] != mark {
      if text[end] == UInt8(ascii: "\n") { throw error(at: at, "\(what) is never closed") }
      guard text[end] >= 0x20, text[end] != 0x7F else {
        throw error(at: end, Self.badByte(text[end]))
      }
      if text[end] >= 0x80 { isASCII = false }
      end += 1
    }
    if !isASCII, String(validating: text[start..<end], as: UTF8.self) == nil {
      throw error(at: start, "\(what) is not UTF-8")
    }
    at = end + 1
    return Extent(start..<end)
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\t")
      || byte == UInt8(ascii: "\r")
  }

  /// Marks that no bare word holds: quotation marks and braces.
  private static func isMark(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}")
  }
}

/// Statements side by side, by their indices.
struct StatementSequence: Sequence, IteratorProtocol {
  private let tree: StatementTree
  private var index: Int
  private let end: Int

  init(_ tree: StatementTree, from index: Int, to end: Int) {
    (self.tree, self.index, self.end) = (tree, index, end)
  }

  mutating func next() -> Int? {
    guard index < end else { return nil }
    defer { index = tree.statements[index].end }
    return index
  }
}

extension StatementTree {
  /// An error at an offset in `text`, with its file, line and column.
  func error(at offset: Int, _ message: String) -> GrammarError {
    let file = files.last { $0.start <= offset } ?? File(name: "", start: 0)
    var line = 1
    var lineStart = file.start
    for index in file.start..<min(offset, text.count) where text[index] == UInt8(ascii: "\n") {
      line += 1
      lineStart = index + 1
    }
    return GrammarError(
      file: file.name, line: line, column: offset - lineStart + 1, message: message)
  }

  /// The indices of the statements in the braces of one.
  func body(of index: Int) -> StatementSequence {
    StatementSequence(self, from: index + 1, to: statements[index].end)
  }

  /// The indices of the statements of one file that stand in no braces.
  func top(ofFile file: Int) -> StatementSequence {
    let first = statements.firstIndex { $0.file == file } ?? statements.count
    let end = statements[first...].firstIndex { $0.file != file } ?? statements.count
    return StatementSequence(self, from: first, to: end)
  }

  /// The text of a place, as a string.
  func string(_ place: Extent) -> String {
    String(decoding: text[place.range], as: UTF8.self)
  }

  /// An error at a word.
  func error(at word: Word, _ message: String) -> GrammarError {
    error(at: Int(word.place.start) - (word.isString ? 1 : 0), message)
  }

  private static func tooLarge(_ size: Int) -> String {
    "a grammar has at most \(maximumFileSize) bytes, this one \(size)"
  }

  private static let afterBrace = "only a citation may follow { on its line"

  private static func badByte(_ byte: UInt8) -> String {
    "byte \(Hex.text(byte, digits: 2)) cannot stand in a word"
  }
}
