internal import Bytes

/// `tag`, `within`, and the bodies of `tlv`.
extension GrammarCompiler {
  /// The tags of a `tlv` statement.
  mutating func compileDictionary(_ reader: inout StatementReader) throws(GrammarError) {
    guard let name = reader.peek, let dictionary = dictionaryNames[name] else { return }
    for line in tree.body(of: reader.index) {
      var reader = StatementReader(tree, line)
      let outer = citation
      if let own = tree.statements[line].citation { citation = Phrase(own) }
      defer { citation = outer }
      switch try reader.word("tag or within") {
      case "tag": try compileTag(&reader, dictionary: dictionary)
      case "within": try compileWithin(&reader, dictionary: dictionary)
      case let word: throw reader.error("'\(word)' does not stand in a tlv")
      }
    }
  }

  /// `within TAG … { tag … }`
  mutating func compileWithin(_ reader: inout StatementReader, dictionary: UInt16)
    throws(GrammarError)
  {
    guard parentTag == nil else {
      throw reader.error("'within' names the one template directly around; it does not nest")
    }
    var parents: [UInt32] = []
    repeat { parents.append(try readTag(&reader, dictionary: dictionary)) } while !reader.isAtEnd
    try reader.finishWithBody()
    defer { parentTag = nil }
    for parent in parents {
      parentTag = parent
      try compileTags(of: reader.index, dictionary: dictionary)
    }
  }

  private mutating func compileTags(of within: Int, dictionary: UInt16) throws(GrammarError) {
    for line in tree.body(of: within) {
      var reader = StatementReader(tree, line)
      let outer = citation
      if let own = tree.statements[line].citation { citation = Phrase(own) }
      defer { citation = outer }
      guard reader.skip("tag") else { throw reader.unknown }
      try compileTag(&reader, dictionary: dictionary)
    }
  }

  /// `tag HEX "title" FORMAT [ENUM] [short "words"] [attributes] { byte N PATTERN "meaning" … }`
  mutating func compileTag(_ reader: inout StatementReader, dictionary: UInt16)
    throws(GrammarError)
  {
    if tables.dictionaries.isEmpty { addOwnDictionary() }
    let name = Phrase(reader.nextPlace)
    let tag = try readTag(&reader, dictionary: dictionary)
    var label = Label(name: name, title: try reader.string("a title"))
    var row = TagRow(
      dictionary: dictionary, tag: tag, parent: parentTag, scope: scope, label: 0,
      lengths: 0...UInt32.max, content: .bytes)
    try readTagFormat(&reader, &row, &label)
    while !reader.isAtEnd {
      if try readAttribute(&reader, into: &label.attributes) { continue }
      if reader.skip("short") {
        label.short = try reader.string("a short title")
      } else if let word = reader.peek, let values = enums[word] {
        _ = reader.skip(word)
        label.values = values.set
      } else if reader.skip("as"), let format = ValueFormat(word: try reader.word("a format")) {
        label.format = format
      } else {
        throw reader.isAtEnd ? reader.error("no format is called that") : reader.unknown
      }
    }
    if tree.statements[reader.index].hasBody {
      guard label.values == nil else { throw reader.error("an enum and braces are one too many") }
      label.values = try readBytes(of: reader.index, row.lengths)
    }
    let isConstructed = tables.dictionaries[Int(dictionary)].shape == .ber && tag.isConstructed
    if isConstructed, row.content != .elements {
      throw reader.error("this tag is constructed (bit 6): its format is 'template'")
    }
    let identity = Identity(
      kind: .tag, scope: scope, first: row.key, second: parentTag.map { UInt64($0) + 1 } ?? 0)
    guard try isNew(identity, "this tag", reader) else { return }
    row.label = try addLabel(label, reader)
    row.format = label.format
    tables.tags.append(row)
  }

  private func readTag(_ reader: inout StatementReader, dictionary: UInt16) throws(GrammarError)
    -> UInt32
  {
    let shape = tables.dictionaries.isEmpty ? .ber : tables.dictionaries[Int(dictionary)].shape
    let bytes: [UInt8]
    switch shape {
    case .ber: bytes = try reader.bytes("a tag", count: 1...4)
    case .wide: bytes = try reader.bytes("a tag", count: 2...2)
    case .short, .tagMemory: bytes = try reader.bytes("a tag", count: 1...1)
    }
    if shape == .ber {
      var ends = bytes[0] & 0x1F != 0x1F ? 1 : 2
      while bytes[0] & 0x1F == 0x1F, ends - 1 < bytes.count, bytes[ends - 1] & 0x80 != 0 {
        ends += 1
      }
      guard ends == bytes.count else { throw reader.error("these bytes are no BER tag") }
    }
    return bytes.reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// FORMAT: `b[4]`, `n[12]`, `ans[..16]`, `var`, `template`, `list dol`, a type, struct or tlv.
  private mutating func readTagFormat(
    _ reader: inout StatementReader, _ row: inout TagRow, _ label: inout Label
  ) throws(GrammarError) {
    let word = try reader.word("a format")
    if word == "template" {
      row.content = .elements
      return
    }
    if word == "list" {
      switch try reader.word("dol, afl or tags") {
      case "dol": label.format = .dol
      case "afl": label.format = .afl
      case "tags": label.format = .tagList
      case let word: throw reader.error("a list is dol, afl or tags, not '\(word)'")
      }
      return
    }
    let parts = word.split(separator: "[", omittingEmptySubsequences: false)
    guard let (format, unit) = Self.tagFormats[String(parts[0])] else {
      if let width = ["u8": 1, "u16": 2, "u24": 3, "u32": 4][word] as UInt32? {
        row.lengths = width...width
      } else {
        row.content = try contentKind(word, reader)
      }
      return
    }
    label.format = format
    guard parts.count > 1 else { return }
    let range = parts[1].dropLast().split(separator: ".", omittingEmptySubsequences: false)
    let numbers = range.map { $0.isEmpty ? 0 : UInt32($0) ?? .max }
    guard parts.count == 2, parts[1].last == "]", numbers.count == 1 || numbers.count == 3,
      numbers.allSatisfy({ $0 <= 65_535 }), let first = numbers.first, let last = numbers.last,
      last > 0, first <= last
    else { throw reader.error("'\(word)' has no length like [4], [..16] or [5..16]") }
    row.lengths = (first + unit - 1) / unit...(last + unit - 1) / unit
  }

  /// EMV's formats, and how many digits or characters make a byte.
  private static let tagFormats: [String: (ValueFormat, UInt32)] = [
    "b": (.hex, 1), "n": (.bcd, 2), "cn": (.compressed, 2), "a": (.ascii, 1), "an": (.ascii, 1),
    "ans": (.ascii, 1), "var": (.hex, 1),
    "date": (.date, 2),
  ]

  /// `byte N PATTERN "meaning"`
  private mutating func readBytes(of statement: Int, _ lengths: ClosedRange<UInt32>)
    throws(GrammarError) -> ValueSet
  {
    var values = ValueList()
    for line in tree.body(of: statement) {
      var reader = StatementReader(tree, line)
      guard reader.skip("byte") else { throw reader.unknown }
      let last = Int(min(lengths.upperBound, 64))
      let byte = try reader.decimal("a byte of the value", in: 1...max(1, last))
      var value = try readTest(&reader, width: 1)
      value.byte = UInt8(byte - 1)
      try readMeaning(&reader, into: &value)
      try reader.finishWithoutBody()
      try append(value, to: &values, width: 1, reader)
    }
    return store(values)
  }
}

extension UInt32 {
  /// Whether a BER tag says that elements are inside: bit 6 of its first byte.
  fileprivate var isConstructed: Bool {
    var first = self
    while first > 0xFF { first >>= 8 }
    return first & 0x20 != 0
  }
}
