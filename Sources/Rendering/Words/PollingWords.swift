import Bytes
import Decoding

/// The words of polls: `2 ECP v2 (transit, TCI 030002), 3 polls, 1 answered`.
extension Composer {
  mutating func compose(_ polling: Polling, in story: borrowing Story, into row: inout Row) {
    row.folding = .poll
    let start = words.count
    if polling.ecp > 0 {
      words.append(decimal: polling.ecp)
      words.append(" ECP")
      let frame = story.bytes.span.extracting(polling.ecpFrame.range)
      if let ecp = ECPFrame(frame) { append(ecp) }
    }
    if polling.polls > 0 {
      if polling.ecp > 0 { words.append(", ") }
      words.append(count: polling.polls, "poll", "polls")
      words.append(", ")
      if polling.answered == 0 {
        words.append("no answer")
      } else {
        if polling.polls > 1 {
          words.append(decimal: polling.answered)
          words.append(" ")
        }
        words.append("answered")
      }
    }
    if polling.uidReadFrame != 0 {
      if words.count > start { words.append("; ") }
      words.append("UID read")
      if isLong {
        words.append(" (frame ")
        words.append(decimal: polling.uidReadFrame)
        words.append(") but card not selected")
      } else {
        words.append(", not selected")
      }
    }
    row.line = Extent(start..<words.count)
  }

  private mutating func append(_ ecp: ECPFrame) {
    if isLong {
      words.append(" v")
      words.append(decimal: Int(ecp.version))
    }
    guard let type = ecp.type, let terminal = names.terminal(type) else { return }
    words.append(" (")
    words.append(terminal)
    if isLong, let identifier = ecp.identifier {
      words.append(", TCI ")
      words.append(hex: identifier)
    }
    words.append(")")
  }
}
