import Bytes
import Decoding
import TraceFormat

extension ByteBuffer {
  /// Appends a key and a number of two bytes as hex in quotation marks.
  mutating func json(_ key: StaticString, number: UInt16) {
    json(key: key)
    append("\"")
    append(hex: number)
    append("\"")
  }
}

extension ByteBuffer {
  /// Appends a key and a number without sign.
  mutating func json(_ key: StaticString, number: UInt64) {
    json(key: key)
    append(decimal: UInt(number))
  }
}

extension Link {
  /// `link` in JSON.
  var jsonName: StaticString {
    switch self {
    case .iso14443: "iso14443"
    case .nfcA: "nfc-a"
    case .nfcB: "nfc-b"
    case .nfcF: "nfc-f"
    case .nfcV: "nfc-v"
    case .apdu: "apdu"
    case .pn532: "pn532"
    case .ccid: "ccid"
    case .usb: "usb"
    case .nci: "nci"
    case .llcp: "llcp"
    case .gsmtap: "gsmtap"
    case .atr: "atr"
    case .other: "other"
    }
  }
}

extension Technology {
  /// `link` of a visit; nil where it cannot be told.
  var jsonName: StaticString? {
    switch self {
    case .nfcA: "nfc-a"
    case .nfcB: "nfc-b"
    case .nfcF: "nfc-f"
    case .nfcV: "nfc-v"
    case .apdu: "apdu"
    case .unknown: nil
    }
  }

  /// The key of a card's identifier.
  var identifierKey: StaticString {
    switch self {
    case .nfcA, .nfcV, .apdu, .unknown: "uid"
    case .nfcB: "pupi"
    case .nfcF: "idm"
    }
  }
}

extension Exchange.Form {
  /// `protocol` of an exchange.
  var jsonName: StaticString {
    switch self {
    case .iso7816: "iso7816"
    case .native: "native"
    case .type1: "type-1"
    case .type2: "type-2"
    case .felica: "felica"
    case .classic: "classic"
    case .iso15693: "iso15693"
    case .iclass: "iclass"
    case .sri: "sri"
    case .unknown: "unknown"
    }
  }

  /// `protocol` of a visit that has such exchanges.
  var visitName: StaticString? {
    switch self {
    case .iso7816, .native: "iso-dep"
    case .type1: "type-1"
    case .type2: "type-2"
    case .felica: "felica"
    case .classic: "classic"
    case .iso15693: "iso15693"
    case .iclass: "iclass"
    case .sri: "sri"
    case .unknown: nil
    }
  }
}

extension VisitEnd.Reason {
  /// `reason` of a visit's end.
  var jsonName: StaticString {
    switch self {
    case .fieldOff: "field-off"
    case .deselected: "deselected"
    case .otherCard: "other-card"
    case .silence: "silence"
    case .lost: "lost"
    case .endOfInput: "end-of-input"
    }
  }
}

extension Direction {
  /// `direction` of a frame; nil for events.
  var jsonName: StaticString? {
    switch self {
    case .none: nil
    case .toCard: "to-card"
    case .fromCard: "from-card"
    case .unknown: "unknown"
    }
  }
}

extension FrameNote.CRCVerdict {
  /// `crc` of a frame.
  var jsonName: StaticString {
    switch self {
    case .good: "ok"
    case .bad: "bad"
    case .absent: "absent"
    case .none: "none"
    }
  }
}
