internal import Bytes

/// Everything that a grammar says of one number, whatever is selected: for explanations.
extension Grammar {
  /// One thing that is said, and where it holds. Names are written with blanks, as people say them.
  package struct Entry: Sendable {
    /// Words for people.
    package let title: String
    /// Under which applications, AIDs in hex; none for any.
    package let applications: [String]
    /// What the grammar cites: the source's title and the place.
    package let citation: String?
  }

  /// What is said of a tag.
  package struct TagEntry: Sendable {
    package let entry: Entry
    package let label: UInt16
    /// The template that it has to stand in directly, nil for any.
    package let parent: UInt32?
    package let lengths: ClosedRange<UInt32>
    package let isTemplate: Bool
  }

  /// What is said of a status word.
  package struct StatusEntry: Sendable {
    package let entry: Entry
    package let severity: Severity
    /// The only instruction it holds for.
    package let ins: UInt8?
    /// The class that it holds for, as a mask and the bits under it; 0 for any.
    package let classMask: UInt8
    package let classBits: UInt8
  }

  /// What is said of an instruction.
  package struct InstructionEntry: Sendable {
    package let entry: Entry
    package let ins: UInt8
    /// The name in grammars and paths: `READ_RECORD`.
    package let name: String
    package let classMask: UInt8
    package let classBits: UInt8
    /// What P1, P2 and both as one say, as `P1 04` and its words, in the grammar's order.
    package let parameters: [(place: String, meaning: String)]
  }

  package func entries(ofTag tag: UInt32) -> [TagEntry] {
    tables.tags.filter { $0.dictionary == 0 && $0.tag == tag }.map(entry)
  }

  /// Tags whose words or short words are these, in any spelling.
  package func entries(ofTagCalled name: String) -> [(tag: UInt32, entry: TagEntry)] {
    tables.tags.filter { row in
      let label = tables.labels[Int(row.label)]
      return row.dictionary == 0
        && (string(label.title).isSpelled(like: name) || string(label.short).isSpelled(like: name))
    }.map { ($0.tag, entry($0)) }
  }

  package func entries(ofStatus word: UInt16) -> [StatusEntry] {
    tables.statuses.indices.filter { tables.statuses[$0].matches(word) }.map { index in
      let row = tables.statuses[index]
      var buffer = ByteBuffer(capacity: 64)
      append(StatusMeaning(grammar: self, word: word, row: index), to: &buffer)
      var text: [UInt8] = []
      text.append(buffer.span)
      return StatusEntry(
        entry: Entry(
          title: String(decoding: text, as: UTF8.self), applications: applications(of: row.scope),
          citation: words(ofCitation: row.citation)),
        severity: row.severity, ins: row.ins, classMask: row.classes.mask,
        classBits: row.classes.bits)
    }
  }

  package func entries(ofInstruction ins: UInt8) -> [InstructionEntry] {
    tables.instructions.filter { $0.ins == ins }.map(entry)
  }

  /// Instructions of a name, in any spelling.
  package func entries(ofInstructionCalled name: String) -> [InstructionEntry] {
    tables.instructions.filter { row in
      let label = tables.labels[Int(row.label)]
      return string(label.name).isSpelled(like: name) || string(label.title).isSpelled(like: name)
    }.map(entry)
  }

  /// What is said of a command of a protocol whose messages have codes.
  package struct CommandEntry: Sendable {
    package let entry: Entry
    /// Its code in hex, or the first of its range.
    package let code: String
  }

  /// Commands of a name, in any spelling.
  package func entries(ofCommandCalled name: String) -> [CommandEntry] {
    guard case .bytes(let place) = tables.code else { return [] }
    return tables.messageKeys.filter { key in
      guard !key.isResponse else { return false }
      let label = tables.labels[Int(tables.messages[Int(key.message)].label)]
      return string(label.name).isSpelled(like: name) || string(label.title).isSpelled(like: name)
    }.map { key in
      let label = tables.labels[Int(tables.messages[Int(key.message)].label)]
      return CommandEntry(
        entry: Entry(
          title: words(of: label), applications: [],
          citation: words(ofCitation: label.citation)),
        code: Hex.text(key.low, digits: 2 * place.count))
    }
  }

  private func entry(_ row: TagRow) -> TagEntry {
    let label = tables.labels[Int(row.label)]
    return TagEntry(
      entry: Entry(
        title: words(of: label),
        applications: applications(of: row.scope), citation: words(ofCitation: label.citation)),
      label: labelBase + row.label, parent: row.parent, lengths: row.lengths,
      isTemplate: row.content == .elements)
  }

  private func entry(_ row: InstructionRow) -> InstructionEntry {
    let label = tables.labels[Int(row.label)]
    var parameters: [(place: String, meaning: String)] = []
    for (name, index) in [("P1", row.p1), ("P2", row.p2)] + (row.both.map { [("P1-P2", $0)] } ?? [])
    {
      guard let set = tables.labels[Int(index)].values else { continue }
      for place in Array(set.exact.range) + Array(set.others.range) {
        let value = tables.values[place]
        let letters = tables.letters[value.letters.range]
        parameters.append(
          (
            "\(name) \(value.test.words(width: name == "P1-P2" ? 2 : 1, letters: letters))",
            string(value.meaning).withoutBraces
          ))
      }
    }
    return InstructionEntry(
      entry: Entry(
        title: words(of: label),
        applications: applications(of: row.scope), citation: words(ofCitation: label.citation)),
      ins: row.ins, name: string(label.name), classMask: row.classes.mask,
      classBits: row.classes.bits, parameters: parameters)
  }

  private func words(of label: Label) -> String {
    label.title.isEmpty
      ? String(string(label.name).map { $0 == "_" ? " " : $0 }) : string(label.title)
  }

  /// The AIDs of a scope and of those around it, in hex.
  private func applications(of scope: Scope) -> [String] {
    guard case .application(let aids) = tables.scopes[Int(scope.index)].kind else { return [] }
    return tables.scopeAIDs[aids.range].map(string)
  }
}

extension NamedValue.Test {
  /// The value as the grammar writes it: `04`, `00..0F`, `sssss---`.
  fileprivate func words(width: Int, letters: ArraySlice<Letter>) -> String {
    switch self {
    case .value(let value): return Hex.text(value, digits: 2 * width)
    case .range(let range):
      let last = Hex.text(range.upperBound, digits: 2 * width)
      return "\(Hex.text(range.lowerBound, digits: 2 * width))..\(last)"
    case .pattern(let mask, let bits):
      return String(
        (0..<8 * width).reversed().map { place -> Character in
          let bit = UInt64(1) << UInt64(place)
          if let letter = letters.first(where: { $0.mask & bit != 0 }) {
            return Character(Unicode.Scalar(letter.letter))
          }
          return mask & bit == 0 ? "-" : bits & bit == 0 ? "0" : "1"
        })
    }
  }
}

extension String {
  /// Whether two names differ at most in case, blanks, `_` and `-`.
  fileprivate func isSpelled(like other: String) -> Bool {
    let own = letters
    return !own.isEmpty && own == other.letters
  }

  /// A meaning whose letters are not filled in: `{n}` and `{n:hex}` as `n`.
  fileprivate var withoutBraces: String {
    var words = ""
    var parts = split(separator: "{", omittingEmptySubsequences: false)[...]
    words += parts.popFirst() ?? ""
    for part in parts {
      words += part.prefix(1)
      words += part.drop { $0 != "}" }.dropFirst()
    }
    return words
  }

  private var letters: [Character] {
    lowercased().filter { $0.isLetter || $0.isNumber }.map { $0 }
  }
}
