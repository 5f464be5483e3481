package import Bytes
package import Decoding
package import GrammarLanguage

/// What pasted bytes are: the kind, the fields, what is wrong, what they carry, what else fits.
package struct PastedReport: Sendable {
  let lexicon: Lexicon
  let bytes: [UInt8]
  let reading: PastedReading
  /// Other kinds of things that fit about as well.
  let others: [PastedReading.Kind]
  var mask: PastedMask

  /// Reports on a reading of bytes. `secrets` are hidden; nil shows everything.
  package init(
    _ reading: PastedReading, of bytes: [UInt8], others: [PastedReading.Kind],
    lexicon: Lexicon, secrets: [Secret]?
  ) {
    self.reading = reading
    self.bytes = bytes
    self.others = others
    self.lexicon = lexicon
    mask = PastedMask(secrets)
  }

  /// Whether anything was masked.
  package var hasMasked: Bool { !mask.hidden.isEmpty }

  // Columns: where values and offsets begin.
  private static let value = 24
  private static let offset = 72

  /// Writes the report as text, a line a field.
  package mutating func write(_ typeface: Typeface, into out: inout ByteBuffer) {
    var text = ByteBuffer(capacity: 1024)
    write(reading, into: &text)
    for other in others {
      text.append("also fits: \(other.words) (--as \(other.rawValue))\n")
    }
    typeface.append(text.span, to: &out)
  }

  private mutating func write(_ reading: PastedReading, into out: inout ByteBuffer) {
    out.append(reading.kind.words)
    out.append(", ")
    out.append(count: bytes.count, "byte", "bytes")
    if reading.kind == .command, bytes.count >= 4,
      let name = NameSource(lexicon).instruction(bytes[0], bytes[1], Identifier())
    {
      out.append(": ")
      CardText.append(name, to: &out)
    }
    out.append("\n")
    if let message = reading.message {
      var lines = NDEFLines(lexicon, showsSecrets: !mask.isActive)
      for line in lines.lines(of: message) { Self.write(line, into: &out) }
      mask.note(lines.hidden)
    }
    writeBody(of: reading, into: &out)
  }

  /// A record's line, its number in front, or a line below one.
  private static func write(_ line: NDEFLine, into out: inout ByteBuffer) {
    let number = line.number.map { "\($0)" } ?? ""
    out.append(repeating: UInt8(ascii: " "), count: max(0, 3 - number.utf8.count))
    out.append(number)
    out.append(repeating: UInt8(ascii: " "), count: 2 + 2 * max(0, line.depth - 1))
    CardText.append(line.text, to: &out)
    out.append("\n")
  }

  private mutating func writeBody(of reading: PastedReading, into out: inout ByteBuffer) {
    for index in reading.tree.nodes.indices where reading.tree.isShown(index) {
      write(node: index, of: reading.tree, into: &out)
    }
    if let checksum = reading.checksum {
      let verdict = checksum.isRight ? "right" : "wrong"
      out.append("\(checksum.name) at byte \(checksum.bytes.lowerBound) is \(verdict)\n")
    }
    for fault in reading.faults {
      out.append("wrong at byte \(fault.offset): ")
      CardText.append(fault.words, to: &out)
      out.append("\n")
    }
    for note in reading.notes {
      CardText.append(note, to: &out)
      out.append("\n")
    }
    if let inner = reading.inner.first {
      out.append("in it: \(inner.kind.words)\n")
      writeBody(of: inner, into: &out)
    }
  }

  private mutating func write(
    node index: Int, of tree: FieldTree, into out: inout ByteBuffer
  ) {
    let node = tree.nodes[index]
    let range = node.place.range
    guard range.upperBound <= bytes.count else { return }
    let start = out.count
    out.append("= ")
    lexicon.append(pathOf: index, in: tree, to: &out)
    pad(from: start, to: Self.value, into: &out)
    let kind = lexicon.attributes(of: node.label).secret
    if node.kind == .bits {
      out.append(decimal: UInt(node.number))
    } else {
      mask.append(hex: bytes, range, kind: kind, sign: "·", into: &out)
    }
    if !mask.touches(range, kind: kind) {
      for meaning in lexicon.meanings(of: node, in: bytes.span) {
        out.append(" \"")
        CardText.append(meaning, to: &out)
        out.append("\"")
      }
    }
    pad(from: start, to: Self.offset, into: &out)
    out.append(decimal: range.lowerBound)
    if node.kind == .element || node.kind == .entry { append(titleOf: node, into: &out) }
    out.append("\n")
  }

  /// What a data object is: its path has the tag alone. A comment, as grammars take it.
  private func append(titleOf node: FieldNode, into out: inout ByteBuffer) {
    let title = lexicon.title(of: node.label)
    guard !title.isEmpty else { return }
    out.append("  # ")
    CardText.append(title, to: &out)
  }

  private func pad(from start: Int, to column: Int, into out: inout ByteBuffer) {
    let used = TextWidth.columns(out.span.extracting(start..<out.count))
    out.append(repeating: UInt8(ascii: " "), count: max(1, column - used))
  }
}
