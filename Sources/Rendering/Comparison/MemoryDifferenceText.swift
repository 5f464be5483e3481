package import Analysis
import Bytes
package import TraceFormat

/// Compared memories as text: a line a page or block that differs, old above new.
package struct MemoryDifferenceText: ~Copyable, MemoryReport {
  var out = ByteBuffer(capacity: 4096)
  private let typeface: Typeface
  private let showsSecrets: Bool
  /// Whether anything was masked.
  package private(set) var hasMasked = false

  package init(_ typeface: Typeface, showsSecrets: Bool) {
    self.typeface = typeface
    self.showsSecrets = showsSecrets
  }

  /// Writes what differs between two sides' memories, and what it amounts to.
  package mutating func write(
    _ differences: [MemoryDifference], _ name: String, old: String, new: String
  ) {
    write("--- \(old) · memory")
    write("+++ \(new) · memory")
    for difference in differences {
      let unit = difference.word
      write("")
      switch difference.missing {
      case .old: write("@@ + \(difference.name): only in \(ComparisonWords.name(new)) @@")
      case .new: write("@@ - \(difference.name): only in \(ComparisonWords.name(old)) @@")
      case .none:
        let known = difference.same + difference.rows.count
        var line =
          "@@ \(difference.name): \(difference.same) of \(ComparisonWords.count(known, unit))"
        line += " the same"
        if known > 0 { line += " (\(100 * difference.same / known) %)" }
        write(line + " @@")
      }
      for row in difference.rows { write(row, unit: unit, width: difference.unit) }
      if difference.onlyOld > 0 {
        write(
          "not compared: \(ComparisonWords.count(difference.onlyOld, unit)) that only the old side shows"
        )
      }
      if difference.onlyNew > 0 {
        write(
          "not compared: \(ComparisonWords.count(difference.onlyNew, unit)) that only the new side shows"
        )
      }
    }
    write("")
    write(Self.verdict(differences))
  }

  /// What it amounts to, in a line.
  static func verdict(_ differences: [MemoryDifference]) -> String {
    guard !differences.isEmpty else { return "no memory was seen on either side" }
    guard !differences.allSatisfy(\.isSame) else { return "no difference in memory" }
    var parts: [String] = []
    for unit in ["page", "block"] {
      let changed = differences.reduce(0) { $0 + ($1.word == unit ? $1.rows.count : 0) }
      if changed > 0 {
        parts.append(ComparisonWords.count(changed, unit) + (changed == 1 ? " differs" : " differ"))
      }
    }
    let missing = differences.count { $0.missing != .none }
    if missing > 0 {
      parts.append(
        missing == 1 ? "1 memory on one side only" : "\(missing) memories on one side only")
    }
    return parts.joined(separator: " · ")
  }

  package mutating func single(_ name: String, onlyIn folder: String, isOld: Bool) {
    write("\(isOld ? "-" : "+") only in \(folder): \(name)")
  }

  package mutating func fail(_ name: String, _ reason: String) {}

  package mutating func finish() {}

  /// Hands over what was written.
  package mutating func flush(
    _ write: (Span<UInt8>) throws(TraceError) -> Void
  ) throws(TraceError) {
    try out.flush(write)
  }

  private mutating func write(_ row: MemoryDifference.Row, unit: String, width: Int) {
    let head = "\(unit) \(row.number)"
    let pad = String(repeating: " ", count: max(1, 12 - head.utf8.count))
    let odd = row.old.indices.filter { index in
      row.old[index] != nil && row.new[index] != nil && row.old[index] != row.new[index]
    }
    let bytes = odd.map(String.init).joined(separator: ", ")
    write("- \(head)\(pad)\(hex(row.old, row.secret))")
    write(
      "+ \(head)\(pad)\(hex(row.new, row.secret))  (\(odd.count == 1 ? "byte" : "bytes") \(bytes))")
  }

  /// Bytes by fours; `--` for one that was not seen.
  private mutating func hex(_ bytes: [UInt8?], _ secret: Set<Int>) -> String {
    var text = ""
    for (index, byte) in bytes.enumerated() {
      if index > 0, index.isMultiple(of: 4) { text += " " }
      if let byte, !secret.contains(index) || showsSecrets {
        text += Hex.text([byte])
      } else if byte != nil {
        text += "··"
        hasMasked = true
      } else {
        text += "--"
      }
    }
    return text
  }

  private mutating func write(_ line: String) {
    var words = ByteBuffer(capacity: 128)
    CardText.append(line, to: &words)
    typeface.append(words.span, to: &out)
    out.append("\n")
  }
}
