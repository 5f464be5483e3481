import Bytes
import Decoding

/// The words of a visit that is the same as an earlier one.
extension Composer {
  /// `the same 23 exchanges and findings as visit 1 (--repeats shows them)`.
  mutating func row(
    repeating earlier: Int, _ visit: Visit, exchanges: Int, hasFindings: Bool
  ) -> Row {
    var row = Row(frames: visit.firstFrame...visit.firstFrame, time: visit.time)
    let start = words.count
    words.append("the same ")
    if exchanges > 0 {
      if isLong {
        words.append(count: exchanges, "exchange", "exchanges")
      } else {
        words.append(exchanges == 1 ? "exchange" : "exchanges")
      }
      if hasFindings { words.append(" and findings") }
      words.append(" ")
    }
    words.append("as visit ")
    words.append(decimal: earlier)
    words.append(isLong ? " (--repeats shows them)" : " (--repeats)")
    row.line = Extent(start..<words.count)
    return row
  }
}
