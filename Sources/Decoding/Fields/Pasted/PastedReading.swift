package import GrammarLanguage
package import Tags

/// One way to understand bytes that somebody pasted: what they are, their fields, what is wrong.
package struct PastedReading: Sendable {
  package var kind: Kind
  /// How well the bytes fit, 0 to 100. Readings below 30 are only made when they are asked for.
  package var fit: Int
  /// The fields, over the bytes as they were pasted.
  package var tree = FieldTree()
  /// A right or wrong CRC behind what the fields are of.
  package var checksum: CheckValue?
  /// What does not fit. Bytes with a fault are malformed.
  package var faults: [Fault] = []
  /// What is worth knowing besides the fields.
  package var notes: [String] = []
  /// What the records say, for an NDEF message or a payload out of one.
  package var message: NDEFContents?
  /// What a block or a frame carries.
  package var inner: [PastedReading] = []

  package init(_ kind: Kind, fit: Int) {
    self.kind = kind
    self.fit = fit
  }

  /// What bytes can be.
  package enum Kind: String, Equatable, Sendable, CaseIterable {
    case command, answer, status, tlv, ats, frame, felica, version, aid, pn532, nci, iso15693
    case ndef, wsc, oob
  }

  /// A CRC and where it stands.
  package struct CheckValue: Equatable, Sendable {
    package var name: String
    package var bytes: Range<Int>
    package var isRight: Bool
  }

  /// Something that does not fit, and the first byte it is about.
  package struct Fault: Equatable, Sendable {
    package var offset: Int
    package var words: String
  }

  /// Whether something in it, or in what it carries, does not fit.
  package var isMalformed: Bool {
    !faults.isEmpty || checksum?.isRight == false || inner.first?.isMalformed == true
  }
}

extension PastedReading.Kind {
  /// What it is called in a sentence.
  package var words: String {
    switch self {
    case .command: "command APDU"
    case .answer: "answer APDU"
    case .status: "status word"
    case .tlv: "BER-TLV"
    case .ats: "ATS"
    case .frame: "ISO 14443 frame"
    case .felica: "FeliCa frame"
    case .version: "answer to GET_VERSION"
    case .aid: "application identifier"
    case .pn532: "PN532 frame"
    case .nci: "NCI packet"
    case .iso15693: "ISO 15693 frame"
    case .ndef: "NDEF message"
    case .wsc: "Wi-Fi Simple Configuration"
    case .oob: "Bluetooth out-of-band data"
    }
  }
}
