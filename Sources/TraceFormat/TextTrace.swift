/// Frames as text, a line each, to be read, mailed and written by hand:
///
///     # a short frame, and what came back
///     @ nfc-a
///     0.000000 > 26
///     0.000424 < 44 00
///     * field-off
///
/// `>` goes to the card, `<` comes from it, `?` is either. The time in seconds may be left out; it
/// is then that of the line before. `@` names the link of what follows (before the first one it is
/// told by the first frame: an APDU or a PN532's frame, otherwise ISO/IEC 14443), `*` is an event, `#`
/// a comment. Lines with `=` say what others make of the bytes, and are skipped.
package enum TextTrace {
  /// What frames are taken for until a line says otherwise.
  package static let link: Link = .iso14443

  /// What a link is called.
  package static let links: [(link: Link, name: String)] = [
    (.iso14443, "iso14443"), (.nfcA, "nfc-a"), (.nfcB, "nfc-b"), (.nfcF, "nfc-f"),
    (.nfcV, "nfc-v"), (.apdu, "apdu"), (.pn532, "pn532"), (.ccid, "ccid"), (.usb, "usb"),
    (.nci, "nci"), (.llcp, "llcp"), (.gsmtap, "gsmtap"), (.atr, "atr"), (.other, "other"),
  ]

  /// What an event is called; a comment is a line with `#`.
  package static let events: [(event: FrameEvent, name: String)] = [
    (.fieldOn, "field-on"), (.fieldOff, "field-off"), (.readerOpened, "reader-opened"),
    (.targetLost, "target-lost"), (.framesDropped, "frames-dropped"),
  ]

  /// Whether every line can be read, the last apart, which may be cut.
  package static func holds(_ head: Span<UInt8>) -> Bool {
    let text = String(decoding: [UInt8](copying: head), as: UTF8.self)
    return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).dropLast()
      .allSatisfy { (try? TextLine($0)) != nil }
  }

  /// Whether a file that begins like this is a text trace: its first line that is not empty, a
  /// comment or a link begins with a mark and hex digits, as far as it can be seen.
  package static func recognizes(_ head: Span<UInt8>) -> Bool {
    let text = String(decoding: [UInt8](copying: head), as: UTF8.self)
    for line in text.split(whereSeparator: \.isNewline) {
      switch try? TextLine(line) {
      case .nothing, .link, .event: continue
      case .frame: return true
      case nil:
        // The line may go on behind what was seen: half a byte is no fault there.
        guard line.endIndex == text.endIndex, case .frame? = try? TextLine(line.dropLast()) else {
          return false
        }
        return true
      }
    }
    return false
  }
}
