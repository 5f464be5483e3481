package import Analysis
package import Bytes
import Tags

/// What a tag's memory holds that another program read out: layout, message, findings, bytes.
package struct DumpReport: Sendable {
  private let file: String
  private let source: String
  private let reading: MemoryReading
  private let showsSecrets: Bool
  /// Whether something was not shown.
  package private(set) var hasMasked = false

  /// `source` is what wrote the dump.
  package init(
    file: String, source: String, _ reading: MemoryReading, showsSecrets: Bool
  ) {
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
    CardText.append(file, to: &text)
    text.append(" · ")
    CardText.append(source, to: &text)
    text.append("\n= ")
    CardText.append(reading.long, to: &text)
    text.append("\n")
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
      writeBytes(of: reading.contents, into: &text)
      for part in reading.parts {
        text.append("\(part.part)\n")
        writeBytes(of: part, into: &text)
      }
    }
    typeface.append(text.span, to: &out)
  }

  /// Sixteen bytes a line, by units: `   4  0103A00C 340300FE 00000000 --------`.
  private mutating func writeBytes(of contents: TagContents, into out: inout ByteBuffer) {
    let image = contents.image
    let secrets = showsSecrets ? [] : contents.secrets
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
    out.json("file", text: file)
    out.json("source", text: source)
    if !reading.contents.identity.uid.isEmpty {
      out.json("uid", hex: reading.contents.identity.uid.span)
    }
    if let product = reading.product { out.json("product", text: product) }
    out.json("outcome", text: reading.long)
    out.append("}\n")
    for part in [reading.contents] + reading.parts
    where !part.image.isEmpty || reading.parts.isEmpty {
      var memory = MemoryJSON(showsSecrets: showsSecrets)
      memory.append(part, visit: 0, to: &out)
      out.append("}\n")
      if memory.hasHidden { hasMasked = true }
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
