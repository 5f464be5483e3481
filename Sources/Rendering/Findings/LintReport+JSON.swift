package import Analysis
package import Bytes
import Decoding

/// What an iPhone would do or refuse, as JSON: the keys of other findings, and what only these have.
extension LintReport {
  /// Writes an object a line, or all of them as one document.
  package static func writeJSON(
    _ found: [AppFinding], isDocument: Bool, into out: inout ByteBuffer
  ) {
    var output = JSONOutput(isDocument: isDocument, waits: false)
    var object = ByteBuffer(capacity: 512)
    for item in found {
      object.clear()
      append(item, to: &object)
      output.put(object, through: 0, into: &out)
    }
    object.clear()
    object.append("{\"type\":\"summary\"")
    object.json(key: "findings")
    object.append("{")
    let ids = FindingID.allCases.filter { id in found.contains { $0.finding.id == id } }
    for (index, id) in ids.enumerated() {
      if index > 0 { object.append(",") }
      object.json(text: id.rawValue)
      object.append(":")
      object.append(decimal: found.count { $0.finding.id == id })
    }
    object.append("}}")
    output.put(object, through: 0, into: &out)
    output.finish(into: &out)
  }

  private static func append(_ item: AppFinding, to object: inout ByteBuffer) {
    let finding = item.finding
    object.append("{\"type\":\"finding\"")
    object.json("id", text: finding.id.rawValue)
    object.json("severity", text: finding.severity.word)
    object.json("category", text: finding.category.rawValue)
    object.json("file", text: item.file)
    if finding.visit != 0 { object.json("visit", finding.visit) }
    if let place = finding.places.first {
      object.json("frame", place.frame)
      if place.derived != 0 { object.json("derived", Int(place.derived)) }
    }
    object.json("message", text: finding.message.text(command: "the command"))
    append("notes", finding.notes, to: &object)
    if !item.change.isEmpty { object.json("change", text: item.change) }
    append("lines", item.lines, to: &object)
    switch item.source {
    case .page(let path):
      object.json("source", text: "https://developer.apple.com/documentation/\(path)")
    case .reported: object.json("source", text: "reported")
    }
    object.append("}")
  }

  private static func append(
    _ key: StaticString, _ texts: [String], to object: inout ByteBuffer
  ) {
    guard !texts.isEmpty else { return }
    object.json(key: key)
    object.append("[")
    for (index, text) in texts.enumerated() {
      if index > 0 { object.append(",") }
      object.json(text: text)
    }
    object.append("]")
  }
}
