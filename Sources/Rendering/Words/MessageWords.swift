import Analysis
import Bytes
import Tags

/// What the records of an NDEF message say, in lines below the row that brought it or ends its visit.
extension Composer {
  /// Appends all lines of a message, in lines below a row.
  mutating func append(message contents: NDEFContents, from start: Int) {
    for line in lines(of: contents) {
      if words.count > start { words.append(Mark.lineFeed) }
      append(line)
    }
  }

  /// The lines of a message.
  mutating func lines(of contents: NDEFContents) -> [NDEFLine] {
    guard var writer = ndef else { return [] }
    let lines = writer.lines(of: contents)
    if !writer.hidden.isEmpty { mask.noteHidden() }
    ndef = writer
    return lines
  }

  /// Appends one line: its number and two blanks, or as many blanks.
  mutating func append(_ line: NDEFLine) {
    if let number = line.number {
      words.append(decimal: number)
      words.append("  ")
    } else {
      words.append(repeating: UInt8(ascii: " "), count: 1 + 2 * max(1, line.depth))
    }
    words.append(Mark.hang)
    CardText.append(line.text, to: &words)
  }

  /// Appends the number of a finding about the line.
  mutating func append(_ tag: Row.Tag) {
    words.append(" ")
    words.append(Mark.colour + tag.severity.rawValue)
    words.append("[")
    words.append(decimal: tag.number)
    words.append("]")
    words.append(Mark.colourEnd)
  }
}
