package import Analysis
package import Bytes
package import GrammarLanguage
import Tags

/// What a tag's memory holds that another program read out: layout, message, findings, bytes.
package struct DumpReport: Sendable {
  private let file: String
  private let source: String
  private let reading: MemoryReading
  private let showsSecrets: Bool
  private let lexicon: Lexicon
  /// Whether something was not shown.
  package private(set) var hasMasked = false

  /// `source` is what wrote the dump. Bytes that somebody pasted have no `file`.
  package init(
    file: String, source: String, _ reading: MemoryReading, _ lexicon: Lexicon,
    showsSecrets: Bool
  ) {
    self.lexicon = lexicon
    self.file = file
    self.source = source
    self.reading = reading
    self.showsSecrets = showsSecrets
  }

  /// Writes the report as text; with the bytes where `isWhole`.
  package mutating func write(
    _ typeface: Typeface, isWhole: Bool, into out: inout ByteBuffer
  ) {
    var text = ByteBuffer(capacity: 1024)
    if !file.isEmpty {
      CardText.append(file, to: &text)
      text.append(" · ")
    }
    CardText.append(source, to: &text)
    text.append("\n= ")
    CardText.append(reading.long, to: &text)
    text.append("\n")
    if let message = reading.message { write(message, into: &text) }
    for finding in reading.findings {
      text.append("\(finding.severity.word) \(finding.id.rawValue): ")
      CardText.append(finding.message.text(command: ""), to: &text)
      for note in finding.notes {
        text.append(". ")
        CardText.append(note, to: &text)
      }
      text.append("\n")
    }
    for line in reading.lines {
      text.append("  ")
      text.append(line)
      text.append("\n")
    }
    if isWhole {
      for part in [reading.contents] + reading.others { writeBytes(of: part, into: &text) }
    }
    typeface.append(text.span, to: &out)
  }

  /// The records of a message as below a visit's last row.
  private mutating func write(_ message: NDEFContents, into out: inout ByteBuffer) {
    var lines = NDEFLines(lexicon, showsSecrets: showsSecrets)
    for line in lines.lines(of: message) {
      let number = line.number.map { "\($0)" } ?? ""
      out.append(repeating: UInt8(ascii: " "), count: max(0, 3 - number.utf8.count))
      out.append(number)
      out.append(repeating: UInt8(ascii: " "), count: 2 + 2 * max(0, line.depth - 1))
      CardText.append(line.text, to: &out)
      out.append("\n")
    }
    if !lines.hidden.isEmpty { hasMasked = true }
  }

  /// Sixteen bytes a line, by units: `   4  0103A00C 340300FE 00000000 --------`.
  private mutating func writeBytes(of contents: TagContents, into out: inout ByteBuffer) {
    let image = contents.image
    let secrets = showsSecrets ? [] : contents.hidden
    if !reading.others.isEmpty, !image.isEmpty {
      out.append(contents.part)
      out.append("\n")
    }
    var address = 0
    while address < image.end {
      let line = address..<min(address + 16, image.end)
      // The Lite family has blocks far behind the others.
      if image.unit == 16, image.pieces(of: line).isEmpty {
        address += 16
        continue
      }
      let number = String(address / image.unit)
      out.append(repeating: UInt8(ascii: " "), count: max(0, 6 - number.utf8.count))
      out.append(number)
      out.append(" ")
      for place in address..<min(address + 16, image.end) {
        if place % 4 == 0 { out.append(" ") }
        if secrets.contains(where: { $0.range.contains(place) }), image[place] != nil {
          out.append("··")
          hasMasked = true
        } else if let byte = image[place] {
          out.append(hex: byte)
        } else {
          out.append("--")
        }
      }
      out.append("\n")
      address += 16
    }
  }

  /// Writes the report as JSON lines: the memory, the message, the findings.
  package mutating func writeJSON(into out: inout ByteBuffer) {
    out.append("{\"type\":\"dump\"")
    if !file.isEmpty { out.json("file", text: file) }
    out.json("source", text: source)
    if !reading.contents.identity.uid.isEmpty {
      out.json("uid", hex: reading.contents.identity.uid.span)
    }
    if let product = reading.product { out.json("product", text: product) }
    out.json("outcome", text: reading.long)
    out.append("}\n")
    for part in [reading.contents] + reading.others
    where !part.image.isEmpty || reading.others.isEmpty {
      var memory = MemoryJSON(showsSecrets: showsSecrets)
      memory.append(part, visit: 0, to: &out)
      out.append("}\n")
      if memory.hasHidden { hasMasked = true }
    }
    if let message = reading.message, let stored = reading.contents.messages.first {
      var records = NDEFJSON(lexicon, showsSecrets: showsSecrets)
      out.append("{\"type\":\"ndef\"")
      out.json("length", stored.length)
      if let capacity = reading.contents.capacity { out.json("capacity", capacity) }
      out.append(",")
      records.append(recordsOf: message, to: &out)
      out.append("}\n")
      if !records.hidden.isEmpty { hasMasked = true }
    }
    for finding in reading.findings {
      out.append("{\"type\":\"finding\"")
      out.json("id", text: finding.id.rawValue)
      out.json("severity", text: finding.severity.word)
      out.json("category", text: finding.category.rawValue)
      out.json("message", text: finding.message.text(command: ""))
      if !finding.notes.isEmpty {
        out.json(key: "notes")
        out.append("[")
        for index in finding.notes.indices {
          if index > 0 { out.append(",") }
          out.json(text: finding.notes[index])
        }
        out.append("]")
      }
      out.append("}\n")
    }
  }
}
