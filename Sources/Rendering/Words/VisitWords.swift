import Bytes
import Decoding
import TraceFormat

/// The words of the line that opens a visit: what is known then.
extension Composer {
  /// `visit 1 · NFC-A · ATQA 0344 · UID 046F169AFC2E80 (NXP)`.
  mutating func compose(_ visit: Visit, link: Link) -> Extent {
    let start = words.count
    appendNumber(of: visit)
    if let technology = visit.technology.words {
      words.append(" · ")
      words.append(technology)
    }
    if visit.bitRate != 0 {
      words.append(" ")
      words.append(decimal: (Int(visit.bitRate) + 500) / 1000)
      words.append(" kbit/s")
    }
    if isLong, visit.technology == .nfcF, link == .iso14443 {
      words.append(" (told by LEN and CRC_F)")
    }
    if isLong, let atqa = visit.atqa {
      words.append(" · ATQA ")
      words.append(hex: atqa)
    }
    append(identifierOf: visit)
    if visit.identifierIsRandom {
      words.append(" (random)")
    } else if visit.technology == .nfcV, visit.identifier.count == 8, visit.identifier[0] == 0xE0 {
      if let maker = names.manufacturer(visit.identifier[1]) {
        words.append(" (")
        words.append(maker)
        words.append(")")
      }
    } else if visit.technology == .nfcA, visit.identifier.count >= 7, visit.identifierIsWhole,
      let maker = names.manufacturer(visit.identifier[0])
    {
      words.append(" (")
      words.append(maker)
      words.append(")")
    }
    if let again = visit.again {
      words.append(" · as in visit ")
      words.append(decimal: again)
    }
    if visit.activationMissing {
      if visit.technology == .nfcF {
        words.append(" · POLLING not captured")
        if isLong { words.append(", so no PMm and no waiting time") }
      } else {
        words.append(" · activation not captured")
      }
    }
    return Extent(start..<words.count)
  }

  /// `visit 2 · UID 0466D65F00509C · frames 102–202 · after 12.9 s of silence`.
  mutating func compose(folded visit: Visit, until end: VisitEnd) -> Extent {
    let start = words.count
    appendNumber(of: visit)
    append(identifierOf: visit)
    words.append(" · frames ")
    words.append(decimal: visit.firstFrame)
    words.append("–")
    words.append(decimal: end.lastFrame)
    if let silence = visit.silenceBefore {
      words.append(" · after ")
      Time.append(seconds: silence, decimals: 1, to: &words)
      words.append(" s of silence")
    }
    return Extent(start..<words.count)
  }

  /// `visit 1 · continued`.
  mutating func compose(continued visit: Visit) -> Extent {
    let start = words.count
    appendNumber(of: visit)
    append(identifierOf: visit)
    words.append(" · continued")
    return Extent(start..<words.count)
  }

  private mutating func appendNumber(of visit: Visit) {
    words.append("visit ")
    words.append(decimal: visit.number)
  }

  private mutating func append(identifierOf visit: Visit) {
    guard !visit.identifier.isEmpty else { return }
    words.append(" · ")
    words.append(visit.technology.identifierName(of: visit.identifier))
    words.append(" ")
    words.append(hex: visit.identifier)
    if !visit.identifierIsWhole { words.append("…, not whole") }
  }
}

extension Technology {
  /// What people call it; nil where it cannot be told.
  var words: StaticString? {
    switch self {
    case .nfcA: "NFC-A"
    case .nfcB: "NFC-B"
    case .nfcF: "NFC-F"
    case .nfcV: "NFC-V"
    case .apdu: "APDUs"
    case .unknown: nil
    }
  }

  /// What a card of it is known by.
  func identifierName(of identifier: Identifier) -> StaticString {
    switch self {
    case .nfcA, .apdu, .unknown: return "UID"
    // PicoPass has a serial number that ends as a UID begins.
    case .nfcV: return identifier.count == 8 && identifier[0] != 0xE0 ? "CSN" : "UID"
    // ST25TB has a UID, and a chip identifier until it is read.
    case .nfcB: return identifier.count == 8 ? "UID" : identifier.count == 1 ? "chip" : "PUPI"
    case .nfcF: return "IDm"
    }
  }
}
