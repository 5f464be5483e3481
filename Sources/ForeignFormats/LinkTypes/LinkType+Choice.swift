import TraceFormat

extension LinkType {
  /// The link type that holds a frame best and lets other tools read it.
  ///
  /// A record that is no valid one, and bytes of a link that only its number names, need the link
  /// type that they came with.
  init(for frame: Frame, of source: TraceDescription.Source?) {
    let number = source?.linkType
    if let number, frame.flags.contains(.badRecord) {
      self.init(number)
      return
    }
    switch frame.link {
    case .iso14443, .nfcA, .nfcB: self = .iso14443
    case .nfcF: self = .upperPDU
    case .nfcV, .apdu, .pn532, .ccid, .nci, .atr: self = .user1
    case .usb, .llcp, .gsmtap, .other: self = number.map { LinkType($0) } ?? .user1
    }
  }

  /// Whether a frame's bytes are all of its packet in this link type.
  func isRaw(_ frame: Frame, of source: TraceDescription.Source?) -> Bool {
    if frame.flags.contains(.badRecord) { return true }
    switch frame.link {
    case .usb, .llcp, .gsmtap, .other: return source?.linkType == number
    default: return false
    }
  }

  /// Whether this link type has packets for frames such as this one.
  func holds(_ frame: Frame, of source: TraceDescription.Source?) -> Bool {
    if isRaw(frame, of: source) { return true }
    switch (layer, frame.link) {
    case (.user1, _), (.upperPDU, .nfcF), (.user0, .nfcF): return true
    case (.pseudoHeader, .iso14443), (.pseudoHeader, .nfcA), (.pseudoHeader, .nfcB),
      (.upperPDU, .iso14443), (.upperPDU, .nfcA), (.upperPDU, .nfcB):
      return true
    // The field belongs to no technology.
    case (.pseudoHeader, _), (.upperPDU, _): return frame.event != .none
    default: return false
    }
  }
}
