/// A URI (NFC Forum, URI record type, "U"): a byte for how it begins, then the rest in UTF-8.
package struct URIRecord: Equatable, Sendable {
  /// The whole URI.
  package var uri: String
  /// The byte for its beginning.
  package var code: UInt8

  /// A URI with the byte for its beginning that saves most.
  package init(_ uri: String) {
    self.uri = uri
    code = Self.code(for: uri)
  }

  /// What is wrong with a URI.
  package enum Fault: Equatable, Sendable {
    /// Not even the byte for the beginning is there.
    case noCode
    case reservedCode(UInt8)
    case notUTF8(offset: Int, byte: UInt8)
    case control(offset: Int, byte: UInt8)
    case empty
    /// Nothing is abbreviated although a code stands for the beginning.
    case abbreviable(code: UInt8, saves: Int)
  }

  /// How a URI can begin, by the code for it.
  package static let beginnings: [String] = [
    "", "http://www.", "https://www.", "http://", "https://", "tel:", "mailto:",
    "ftp://anonymous:anonymous@", "ftp://ftp.", "ftps://", "sftp://", "smb://", "nfs://", "ftp://",
    "dav://", "news:", "telnet://", "imap:", "rtsp://", "urn:", "pop:", "sip:", "sips:", "tftp:",
    "btspp://", "btl2cap://", "btgoep://", "tcpobex://", "irdaobex://", "file://", "urn:epc:id:",
    "urn:epc:tag:", "urn:epc:pat:", "urn:epc:raw:", "urn:epc:", "urn:nfc:",
  ]

  /// The code that stands for most of a URI's beginning.
  static func code(for uri: String) -> UInt8 {
    var best = 0
    for (code, beginning) in beginnings.enumerated()
    where uri.utf8.starts(with: beginning.utf8)
      && beginning.utf8.count > beginnings[best].utf8.count
    {
      best = code
    }
    return UInt8(best)
  }
}

extension URIRecord {
  /// Reads a payload as far as it is one.
  package init(reading payload: [UInt8], faults: inout PayloadFaults) {
    let rest = Array(payload.dropFirst())
    code = payload.first ?? 0
    let isKnown = Int(code) < Self.beginnings.count
    uri = (isKnown ? Self.beginnings[Int(code)] : "") + String(decoding: rest, as: UTF8.self)
    guard !payload.isEmpty else {
      faults.note(.uri(.noCode), 0..<0)
      return
    }
    if !isKnown { faults.note(.uri(.reservedCode(code)), 0..<1) }
    if let wrong = UTF8Text.firstFault(in: rest) {
      faults.note(.uri(.notUTF8(offset: wrong + 1, byte: rest[wrong])), wrong + 1..<wrong + 2)
    }
    if let wrong = rest.firstIndex(where: { $0 < 0x20 || $0 == 0x7F }) {
      faults.note(.uri(.control(offset: wrong + 1, byte: rest[wrong])), wrong + 1..<wrong + 2)
    }
    if uri.isEmpty { faults.note(.uri(.empty), 0..<1) }
    let better = Self.code(for: uri)
    if code == 0, better != 0 {
      faults.note(
        .uri(
          .abbreviable(code: better, saves: Self.beginnings[Int(better)].utf8.count)), 0..<1)
    }
  }

  /// The payload, with the beginning as its code says.
  package var payload: [UInt8] {
    let beginning = Int(code) < Self.beginnings.count ? Self.beginnings[Int(code)] : ""
    return [code] + Array(uri.utf8.dropFirst(beginning.utf8.count))
  }

  /// The record.
  package var record: NDEFRecord { NDEFRecord(.wellKnown, type: [0x55], payload: payload) }
}
