import Bytes
import Decoding
import TraceFormat

/// The words of field events and of records that are no frames.
extension Composer {
  /// `field on`, `comment: second try, other phone`.
  mutating func compose(_ event: FrameEvent, saying text: Span<UInt8>, into row: inout Row) {
    let start = words.count
    words.append(event.words)
    if text.count > 0 {
      words.append(": ")
      let shown = isWhole ? text.count : min(text.count, 400)
      CardText.append(text.extracting(0..<shown), to: &words)
      if shown < text.count { words.append(" … (-x: all)") }
    }
    row.line = Extent(start..<words.count)
  }

  /// `4 records that are no ISO 14443 frames (26–29)`.
  mutating func compose(records count: Int, of step: Step, link: Link, into row: inout Row) {
    let start = words.count
    words.append(decimal: count)
    words.append(count == 1 ? " record that is no " : " records that are no ")
    words.append(link.words)
    words.append(count == 1 ? " frame (" : " frames (")
    words.append(decimal: step.frames.lowerBound)
    if step.frames.count > 1 {
      words.append("–")
      words.append(decimal: step.frames.upperBound)
    }
    words.append(")")
    row.line = Extent(start..<words.count)
  }

  /// A frame of a link that is shown as bytes: all of them, or as many as a line has room for.
  mutating func compose(raw bytes: Span<UInt8>, into row: inout Row) {
    let start = words.count
    words.append(count: bytes.count, "byte", "bytes")
    if bytes.count > 0 { words.append(": ") }
    let shown = isWhole ? bytes.count : min(bytes.count, isLong ? 24 : 12)
    mask.find(inLoose: bytes, side: .command)
    words.append(hex: bytes, 0..<shown, of: .command, mask: &mask, sign: "·", gap: true)
    if shown < bytes.count { words.append(" … (-x: all)") }
    row.line = Extent(start..<words.count)
  }
}

extension FrameEvent {
  /// What a row says of it.
  var words: StaticString {
    switch self {
    case .none: "event"
    case .fieldOn: "field on"
    case .fieldOff: "field off"
    case .readerOpened: "reader opened"
    case .targetLost: "target lost"
    case .framesDropped: "frames lost by the recorder"
    case .comment: "comment"
    }
  }
}

extension Link {
  /// What people call it.
  var words: StaticString {
    switch self {
    case .iso14443: "ISO 14443"
    case .nfcA: "NFC-A"
    case .nfcB: "NFC-B"
    case .nfcF: "NFC-F"
    case .nfcV: "NFC-V"
    case .apdu: "APDU"
    case .pn532: "PN532"
    case .ccid: "CCID"
    case .usb: "USB"
    case .nci: "NCI"
    case .llcp: "LLCP"
    case .gsmtap: "GSMTAP"
    case .atr: "ATR"
    case .other: "known"
    }
  }
}
