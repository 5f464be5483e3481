import Bytes
package import Tags

/// How memory is named: pages of Type 2, blocks, bytes.
package enum MemoryWords {
  /// `page 4`, `pages 4–21`, `bytes 2–23`.
  package static func units(
    _ range: Range<Int>, unit: Int, word: MemoryImage.Word? = nil
  ) -> String {
    let units = range.lowerBound / unit...max(range.lowerBound, range.upperBound - 1) / unit
    let name = (word ?? MemoryImage.Word(unit: unit)).rawValue
    return units.count == 1
      ? "\(name) \(units.lowerBound)" : "\(name)s \(units.lowerBound)–\(units.upperBound)"
  }

  /// `page 08h`, `pages 08h–0Bh and 10h`: as readers' commands have them.
  package static func hexUnits(
    _ ranges: [Range<Int>], unit: Int, word: MemoryImage.Word? = nil
  ) -> String {
    var runs: [ClosedRange<Int>] = []
    for range in ranges where !range.isEmpty {
      let units = range.lowerBound / unit...(range.upperBound - 1) / unit
      if let last = runs.last, units.lowerBound <= last.upperBound + 1 {
        runs[runs.count - 1] = last.lowerBound...max(last.upperBound, units.upperBound)
      } else {
        runs.append(units)
      }
    }
    let digits = (runs.last?.upperBound ?? 0) > 0xFF ? 4 : 2
    let words = runs.prefix(8).map { run in
      let first = Hex.text(run.lowerBound, digits: digits) + "h"
      return run.count == 1 ? first : "\(first)–\(Hex.text(run.upperBound, digits: digits))h"
    }
    let isOne = runs.count == 1 && runs[0].count == 1
    let more = runs.count > 8 ? " and more" : ""
    let name = (word ?? MemoryImage.Word(unit: unit)).rawValue
    return "\(name)\(isOne ? "" : "s") \(Words.list(words))\(more)"
  }
}
