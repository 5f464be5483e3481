package import Analysis
import Bytes
package import TraceFormat

/// Compared memories as JSON: one document, an object for each pair, for each memory, for each page or
/// block that differs, and for what it amounts to.
package struct MemoryDifferenceJSON: ~Copyable, MemoryReport {
  private var out = ByteBuffer(capacity: 4096)
  private var output = JSONOutput(isDocument: true, waits: false)
  private var object = ByteBuffer(capacity: 1024)
  private let showsSecrets: Bool
  package private(set) var hasMasked = false

  package init(showsSecrets: Bool) { self.showsSecrets = showsSecrets }

  package mutating func write(
    _ differences: [MemoryDifference], _ name: String, old: String, new: String
  ) {
    begin("comparison")
    object.json("format", text: "nfctrace-diff/1")
    object.json("old", text: old)
    object.json("new", text: new)
    end()
    for difference in differences {
      begin("memory")
      object.json("name", text: difference.name)
      object.json("unit", difference.unit)
      object.json("same", difference.same)
      object.json("changed", difference.rows.count)
      if difference.onlyOld > 0 { object.json("onlyInOld", difference.onlyOld) }
      if difference.onlyNew > 0 { object.json("onlyInNew", difference.onlyNew) }
      switch difference.missing {
      case .none: break
      case .old: object.json("missing", word: "old")
      case .new: object.json("missing", word: "new")
      }
      end()
      for row in difference.rows { write(row, of: difference) }
    }
    begin("result")
    object.json(key: "same")
    object.append(differences.allSatisfy(\.isSame) ? "true" : "false")
    object.json("changed", differences.reduce(0) { $0 + $1.rows.count })
    end()
  }

  package mutating func single(_ name: String, onlyIn folder: String, isOld: Bool) {
    begin("single")
    object.json("file", text: name)
    object.json("onlyIn", text: folder)
    object.json("side", word: isOld ? "old" : "new")
    end()
  }

  package mutating func fail(_ name: String, _ reason: String) {
    begin("failure")
    object.json("file", text: name)
    object.json("reason", text: reason)
    end()
  }

  package mutating func finish() { output.finish(into: &out) }

  package mutating func flush(
    _ write: (Span<UInt8>) throws(TraceError) -> Void
  ) throws(TraceError) {
    try out.flush(write)
  }

  /// Unread bytes are `--`.
  private mutating func write(_ row: MemoryDifference.Row, of difference: MemoryDifference) {
    begin("memory-change")
    object.json("name", text: difference.name)
    object.json("number", row.number)
    object.json("old", text: hex(row.old, row.secret))
    object.json("new", text: hex(row.new, row.secret))
    end()
  }

  private mutating func hex(_ bytes: [UInt8?], _ secret: Set<Int>) -> String {
    var text = ""
    for (index, byte) in bytes.enumerated() {
      guard let byte else {
        text += "--"
        continue
      }
      let isShown = showsSecrets || !secret.contains(index)
      text += isShown ? Hex.text([byte]) : "XX"
      hasMasked = hasMasked || !isShown
    }
    return text
  }

  private mutating func begin(_ type: StaticString) {
    object.clear()
    object.append("{\"type\":\"")
    object.append(type)
    object.append("\"")
  }

  private mutating func end() {
    object.append("}")
    output.put(object, through: 0, into: &out)
  }
}
