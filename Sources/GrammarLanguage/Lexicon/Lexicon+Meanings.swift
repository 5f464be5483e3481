package import Bytes

/// What a node's value means, in words.
extension Lexicon {
  /// Writes the meaning of a node's value, several with `separator` between them; whether there is
  /// one. `bytes` are those the tree was read from. `isShort` prefers words for narrow columns.
  ///
  /// A meaning may repeat the value itself (a name in ASCII, a date): whoever masks secrets looks at
  /// the label's attributes first. Text is written as it is: whoever prints it escapes it.
  package func append(
    meaningOf node: FieldNode, in bytes: Span<UInt8>, separator: StaticString = ", ",
    betweenBytes: StaticString? = nil, isShort: Bool = false, to buffer: inout ByteBuffer
  ) -> Bool {
    guard let (grammar, label) = label(node.label) else { return false }
    let range = node.place.range
    guard range.upperBound <= bytes.count else { return false }
    let value = bytes.extracting(range)
    if node.kind == .status { return append(status: node, of: grammar, isShort, to: &buffer) }
    if node.kind == .list || node.kind == .group || node.kind == .message { return false }
    if node.kind == .entry { return append(entry: node, label, grammar, isShort, to: &buffer) }
    if let values = label.values,
      appendMeanings(
        of: node, value, values, grammar, separator, betweenBytes, isShort, &buffer)
    {
      return true
    }
    return append(value, of: node, as: label.format, grammar, to: &buffer)
  }

  private func append(
    status node: FieldNode, of grammar: Grammar, _ isShort: Bool, to buffer: inout ByteBuffer
  ) -> Bool {
    guard node.detail > 0, Int(node.detail) <= grammar.tables.statuses.count else { return false }
    let meaning = StatusMeaning(
      grammar: grammar, word: UInt16(truncatingIfNeeded: node.number), row: Int(node.detail) - 1)
    grammar.append(meaning, isShort: isShort, to: &buffer)
    return true
  }

  /// An entry of a DOL or tag list is called by its tag.
  private func append(
    entry node: FieldNode, _ label: Label, _ grammar: Grammar, _ isShort: Bool,
    to buffer: inout ByteBuffer
  ) -> Bool {
    guard !label.title.isEmpty, node.lead > 0 else { return false }
    grammar.append(isShort && !label.short.isEmpty ? label.short : label.title, to: &buffer)
    return true
  }

  private func appendMeanings(
    of node: FieldNode, _ value: Span<UInt8>, _ values: ValueSet, _ grammar: Grammar,
    _ separator: StaticString, _ betweenBytes: StaticString?, _ isShort: Bool,
    _ buffer: inout ByteBuffer
  ) -> Bool {
    var number = node.number
    if node.kind == .element || node.kind == .bytes {
      if grammar.append(
        meaningsOf: value, in: values, separator: separator, betweenBytes: betweenBytes,
        isShort: isShort, to: &buffer)
      {
        return true
      }
      guard (1...8).contains(value.count) else { return false }
      number = 0
      for index in value.indices { number = number << 8 | UInt64(value[index]) }
    }
    var meanings = grammar.meanings(of: number, in: values)
    var isFirst = true
    while let meaning = meanings.next() {
      if !isFirst { buffer.append(separator) }
      isFirst = false
      grammar.append(meaning, isShort: isShort, to: &buffer)
    }
    return !isFirst
  }

  private func append(
    _ value: Span<UInt8>, of node: FieldNode, as format: ValueFormat, _ grammar: Grammar,
    to buffer: inout ByteBuffer
  ) -> Bool {
    switch format {
    case .decimal where node.kind == .number || node.kind == .bits:
      buffer.append(decimal: UInt(node.number))
      return true
    case .signed where node.kind == .number: return append(signed: node, to: &buffer)
    case .ascii, .utf8: return append(text: value, isASCII: format == .ascii, to: &buffer)
    case .bcd, .compressed: return append(digits: value, to: &buffer)
    case .date: return append(date: value, to: &buffer)
    case .reversed:
      for index in value.indices { buffer.append(hex: value[value.count - 1 - index]) }
      return !value.isEmpty
    case .aid: return append(application: value, to: &buffer)
    case .system, .service:
      guard node.kind == .number else { return false }
      let code = UInt16(truncatingIfNeeded: node.number)
      guard let name = format == .system ? grammar.system(code) : grammar.service(code) else {
        return false
      }
      grammar.append(name, to: &buffer)
      return true
    case .status:
      let code = UInt16(truncatingIfNeeded: node.number)
      guard node.kind == .number, let row = grammar.status(code, 0, nil, .root) else {
        return false
      }
      grammar.append(StatusMeaning(grammar: grammar, word: code, row: row), to: &buffer)
      return true
    case .hex, .decimal, .signed, .tlv, .dol, .afl, .tagList: return false
    }
  }

  private func append(signed node: FieldNode, to buffer: inout ByteBuffer) -> Bool {
    let bits = UInt64(min(8, node.place.count)) * 8
    guard bits > 0 else { return false }
    let shift = 64 - bits
    buffer.append(decimal: Int(Int64(bitPattern: node.number << shift) >> Int64(shift)))
    return true
  }

  private func append(text: Span<UInt8>, isASCII: Bool, to buffer: inout ByteBuffer) -> Bool {
    guard !text.isEmpty else { return false }
    for index in text.indices where text[index] < 0x20 || text[index] > 0x7E {
      if isASCII || !isUTF8(text) { return false }
      break
    }
    buffer.append(text)
    return true
  }

  private func isUTF8(_ text: Span<UInt8>) -> Bool {
    (try? UTF8Span(validating: text)) != nil
  }

  /// BCD without the zeros in front and the Fs behind.
  private func append(digits value: Span<UInt8>, to buffer: inout ByteBuffer) -> Bool {
    var end = value.count * 2
    while end > 0, nibble(end - 1, value) == 15 { end -= 1 }
    for index in 0..<end where nibble(index, value) > 9 { return false }
    guard end > 0 else { return false }
    var start = 0
    while start < end - 1, nibble(start, value) == 0 { start += 1 }
    for index in start..<end { buffer.append(Hex.digit(nibble(index, value))) }
    return true
  }

  private func nibble(_ index: Int, _ value: Span<UInt8>) -> UInt8 {
    index % 2 == 0 ? value[index / 2] >> 4 : value[index / 2] & 15
  }

  /// YYMMDD in BCD, of this century.
  private func append(date value: Span<UInt8>, to buffer: inout ByteBuffer) -> Bool {
    guard value.count == 3 else { return false }
    for index in 0..<6 where nibble(index, value) > 9 { return false }
    let month = nibble(2, value) * 10 + nibble(3, value)
    let day = nibble(4, value) * 10 + nibble(5, value)
    guard (1...12).contains(month), day <= 31 else { return false }
    buffer.append("20")
    for index in value.indices {
      if index > 0 { buffer.append(UInt8(ascii: "-")) }
      buffer.append(hex: value[index])
    }
    return true
  }

  private func append(application value: Span<UInt8>, to buffer: inout ByteBuffer) -> Bool {
    guard let meaning = grammar("applications")?.application(value) else { return false }
    guard let name = meaning.name ?? meaning.provider else { return false }
    meaning.grammar.append(name, to: &buffer)
    return true
  }

  /// The meanings of a node's value, each by itself. For cold paths.
  package func meanings(of node: FieldNode, in bytes: Span<UInt8>) -> [String] {
    var buffer = ByteBuffer(capacity: 64)
    guard append(meaningOf: node, in: bytes, separator: "\u{1F}", to: &buffer) else { return [] }
    var text: [UInt8] = []
    let span = buffer.span
    for index in span.indices { text.append(span[index]) }
    return text.split(separator: 0x1F, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
  }
}
