package import TraceFormat

extension TraceDescription {
  /// The note that says what was recorded, where no link is called so.
  static let technology = "technology"

  /// What a capture was taken for, in few words: `pcap, ISO 14443`, `pcapng, FeliCa`, `trace`,
  /// `nfc-laboratory`.
  ///
  /// Where the link type alone does not say what its frames are, the first frame does, so it is
  /// complete once a batch was read.
  package var label: String {
    if format == "trace" { return format }
    // Each of its frames names its technology, and the first says nothing of the others.
    if format == NFCLabObjects.format { return format }
    if let known = notes[Self.technology] { return "\(format), \(known)" }
    var words: [String] = []
    for source in sources where source.link != .other {
      if !words.contains(source.link.words) { words.append(source.link.words) }
    }
    if words.isEmpty {
      for case let linkType? in sources.lazy.map(\.linkType) {
        let word = "link type \(linkType)"
        if !words.contains(word) { words.append(word) }
      }
    }
    let most = 3
    if words.count > most { words = words.prefix(most) + ["others"] }
    let links = words.isEmpty ? "" : ", " + words.joined(separator: " and ")
    return format + links + (recorder == "NFCGate" ? " (NFCGate)" : "")
  }
}

extension Link {
  /// The link's everyday name.
  var words: String {
    switch self {
    case .iso14443: "ISO 14443"
    case .nfcA: "NFC-A"
    case .nfcB: "NFC-B"
    case .nfcF: "FeliCa"
    case .nfcV: "ISO 15693"
    case .apdu: "APDUs"
    case .pn532: "PN532"
    case .ccid: "CCID"
    case .usb: "USB"
    case .nci: "NCI"
    case .llcp: "LLCP"
    case .gsmtap: "GSMTAP"
    case .atr: "ATR"
    case .other: "other"
    }
  }
}
