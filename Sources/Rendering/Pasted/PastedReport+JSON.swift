package import Bytes
import Decoding
import GrammarLanguage
import TraceFormat

extension PastedReport {
  /// Writes the report as one JSON object.
  package mutating func writeJSON(into out: inout ByteBuffer) {
    var object = ByteBuffer(capacity: 1024)
    object.append("{\"type\":\"decoded\"")
    write(reading, into: &object)
    if !others.isEmpty {
      object.json(key: "also")
      object.append("[")
      for (index, other) in others.enumerated() {
        if index > 0 { object.append(",") }
        object.json(text: other.rawValue)
      }
      object.append("]")
    }
    if !mask.hidden.isEmpty {
      object.json(key: "masked")
      object.append("[")
      for (index, kind) in mask.hidden.enumerated() {
        if index > 0 { object.append(",") }
        object.json(text: kind.word)
      }
      object.append("]")
    }
    object.append("}\n")
    out.append(object.span)
  }

  private mutating func write(_ reading: PastedReading, into out: inout ByteBuffer) {
    out.json("kind", text: reading.kind.rawValue)
    if let message = reading.message {
      out.append(",")
      var json = NDEFJSON(lexicon, showsSecrets: !mask.isActive)
      json.append(recordsOf: message, to: &out)
      mask.note(json.hidden)
    }
    out.json(key: "fields")
    out.append("[")
    var isFirst = true
    for index in reading.tree.nodes.indices where reading.tree.isShown(index) {
      write(node: index, of: reading.tree, isFirst: isFirst, into: &out)
      isFirst = false
    }
    out.append("]")
    if let checksum = reading.checksum {
      out.json("crc", text: checksum.isRight ? "ok" : "bad")
    }
    if !reading.faults.isEmpty {
      out.json(key: "faults")
      out.append("[")
      for (index, fault) in reading.faults.enumerated() {
        out.append(index > 0 ? ",{\"offset\":" : "{\"offset\":")
        out.append(decimal: fault.offset)
        out.json("message", text: fault.words)
        out.append("}")
      }
      out.append("]")
    }
    if !reading.notes.isEmpty {
      out.json(key: "notes")
      out.append("[")
      for (index, note) in reading.notes.enumerated() {
        if index > 0 { out.append(",") }
        out.json(text: note)
      }
      out.append("]")
    }
    if let inner = reading.inner.first {
      out.append(",\"inner\":{\"type\":\"decoded\"")
      write(inner, into: &out)
      out.append("}")
    }
  }

  private mutating func write(
    node index: Int, of tree: FieldTree, isFirst: Bool, into out: inout ByteBuffer
  ) {
    let node = tree.nodes[index]
    let range = node.place.range
    guard range.upperBound <= bytes.count else { return }
    var path = ByteBuffer(capacity: 64)
    lexicon.append(pathOf: index, in: tree, to: &path)
    out.append(isFirst ? "{\"path\":" : ",{\"path\":")
    out.json(text: String(decoding: [UInt8](copying: path.span), as: UTF8.self))
    out.append(",\"place\":[")
    out.append(decimal: range.lowerBound)
    out.append(",")
    out.append(decimal: range.upperBound)
    out.append("]")
    let kind = lexicon.attributes(of: node.label).secret
    if node.kind == .bits {
      out.json("value", Int(clamping: node.number))
    } else {
      out.json(key: "bytes")
      out.append("\"")
      mask.append(hex: bytes, range, kind: kind, sign: "X", into: &out)
      out.append("\"")
    }
    if !mask.touches(range, kind: kind) {
      let meanings = lexicon.meanings(of: node, in: bytes.span)
      if !meanings.isEmpty { out.json("meaning", text: meanings.joined(separator: ", ")) }
    }
    out.append("}")
  }
}
