import Bytes
import TraceFormat

/// A line that says which way its bytes went: by an arrow or by a word before them.
///
///     12:00:01.250 => 00 A4 04 00 07 …      C-APDU: 00A40400…       [reader] Tx (5 bytes): 00 84 …
struct MarkedLine: Equatable {
  /// Nil where the line names bytes of no direction: `SW: 9000`.
  let direction: Direction?
  let bytes: [UInt8]
  /// Where no bytes are in the line: how many the lines that follow have, 0 where it does not say.
  var announced: Int?
  /// The status word that the line names apart, and that ends the bytes of the lines that follow.
  var trailer: [UInt8] = []
  /// Whether the bytes are the status word of the answer before.
  let isStatus: Bool
  /// Whether it is one letter that says which way they went.
  let isLetter: Bool

  /// Reads a line; nil for one that no direction is in. `letters` is what single letters mean in its
  /// text.
  init?(_ line: [UInt8], letters: LetterMarks = .controller) {
    var scan = Scan(line: line, letters: letters)
    while let mark = scan.next() {
      let lead = Lead(line[mark.end...])
      let (bytes, end) = HexRun.prefix(lead.rest)
      let tail = lead.rest[end...]
      // Behind the bytes there may be what they are as text, apart from them.
      let isClean = tail.isEmpty || Self.isApart(tail, in: lead.rest)
      if !bytes.isEmpty, isClean {
        self.init(mark, bytes + lead.status, nil)
        return
      }
      guard mark.isWord, lead.rest.isEmpty else { continue }
      if !lead.status.isEmpty, line.last != UInt8(ascii: ":") {
        self.init(mark, lead.status, nil)
        return
      }
      // A word alone at the end of a line speaks of the next lines.
      if lead.count != nil || line.last == UInt8(ascii: ":") {
        self.init(mark, [], lead.count ?? 0)
        trailer = lead.status
        return
      }
    }
    return nil
  }

  private init(_ mark: Mark, _ bytes: [UInt8], _ announced: Int?) {
    direction = mark.direction
    self.bytes = bytes
    self.announced = announced
    isStatus = mark.isStatus
    isLetter = mark.isLetter
  }

  /// Whether a rest is set apart from the bytes before it, as a text column is.
  private static func isApart(_ tail: ArraySlice<UInt8>, in rest: ArraySlice<UInt8>) -> Bool {
    switch tail.first {
    case UInt8(ascii: "|"), UInt8(ascii: "#"), UInt8(ascii: ">"), UInt8(ascii: "("),
      UInt8(ascii: "["),
      UInt8(ascii: ";"), UInt8(ascii: "'"), UInt8(ascii: "\""):
      true
    default:
      tail.startIndex - rest.startIndex >= 2 && rest[tail.startIndex - 1] == 0x20
        && rest[tail.startIndex - 2] == 0x20
    }
  }
}
