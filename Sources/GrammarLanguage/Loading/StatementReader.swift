internal import Bytes

/// Reads the words of one statement, from first to last, and says where something else was meant.
struct StatementReader {
  let tree: StatementTree
  /// Which statement, in `tree.statements`.
  let index: Int
  private var position: Int
  private let end: Int

  init(_ tree: StatementTree, _ index: Int) {
    self.tree = tree
    self.index = index
    position = tree.statements[index].words.lowerBound
    end = tree.statements[index].words.upperBound
  }

  /// Whether every word was read.
  var isAtEnd: Bool { position == end }

  /// Whether the next word is a string.
  var isString: Bool { position < end && tree.words[position].isString }

  /// The next word if it is a bare one; it stays unread.
  var peek: String? {
    guard position < end, !tree.words[position].isString else { return nil }
    return tree.string(tree.words[position].place)
  }

  /// The bare word behind the next one.
  var peekSecond: String? {
    guard position + 1 < end, !tree.words[position + 1].isString else { return nil }
    return tree.string(tree.words[position + 1].place)
  }

  /// The place of the next word.
  var nextPlace: Extent { position < end ? tree.words[position].place : .none }

  /// Reads a bare word.
  mutating func word(_ what: String) throws(GrammarError) -> String {
    guard let word = peek else { throw missing(what) }
    position += 1
    return word
  }

  /// Reads a bare word and gives its place.
  mutating func phrase(_ what: String) throws(GrammarError) -> Phrase {
    guard peek != nil else { throw missing(what) }
    position += 1
    return Phrase(tree.words[position - 1].place)
  }

  /// Reads a word in quotation marks.
  mutating func string(_ what: String) throws(GrammarError) -> Phrase {
    guard isString else { throw missing("\(what) in quotation marks") }
    position += 1
    return Phrase(tree.words[position - 1].place)
  }

  /// Reads a word if it is that one.
  mutating func skip(_ word: String) -> Bool {
    guard peek == word else { return false }
    position += 1
    return true
  }

  /// Reads a decimal number in a range.
  mutating func decimal(_ what: String, in range: ClosedRange<Int>) throws(GrammarError) -> Int {
    let word = try word(what)
    guard word.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), let number = Int(word),
      range.contains(number)
    else {
      throw error("\(what) is a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// Reads whole bytes in hex.
  mutating func bytes(_ what: String, count: ClosedRange<Int>) throws(GrammarError) -> [UInt8] {
    let word = try word(what)
    guard let bytes = HexWord.bytes(word), count.contains(bytes.count) else {
      throw error("\(what) is \(Self.inWords(count)) in hex, not '\(word)'")
    }
    return bytes
  }

  /// Refuses words that are left.
  func finish() throws(GrammarError) {
    guard isAtEnd else { throw unknown }
  }

  /// Refuses braces.
  func finishWithoutBody() throws(GrammarError) {
    try finish()
    if tree.statements[index].hasBody {
      throw tree.error(at: tree.words[end - 1], "nothing may stand in braces here")
    }
  }

  /// Requires braces.
  func finishWithBody() throws(GrammarError) {
    try finish()
    guard tree.statements[index].hasBody else {
      throw tree.error(at: tree.words[end - 1], "a { is missing at the end of this line")
    }
  }

  /// What stands in the statement's square brackets.
  var citation: Phrase { tree.statements[index].citation.map(Phrase.init) ?? .none }

  /// An error at the word that was read last.
  func error(_ message: String) -> GrammarError {
    tree.error(at: tree.words[max(position - 1, tree.statements[index].words.lowerBound)], message)
  }

  /// An error at the next word, which nobody knows.
  var unknown: GrammarError {
    guard position < end else { return missing("a word") }
    let word = tree.words[position]
    let text = tree.string(word.place)
    return tree.error(
      at: word, word.isString ? "a string is not expected here" : "'\(text)' is not known here")
  }

  private func missing(_ what: String) -> GrammarError {
    if position < end { return tree.error(at: tree.words[position], "expected \(what)") }
    let last = tree.words[end - 1].place
    return tree.error(at: Int(last.start) + last.count, "expected \(what)")
  }

  private static func inWords(_ range: ClosedRange<Int>) -> String {
    let last = "\(range.upperBound) byte\(range.upperBound == 1 ? "" : "s")"
    return range.lowerBound == range.upperBound ? last : "\(range.lowerBound) to \(last)"
  }
}
