import Decoding
import Synchronization

/// A tag as a session found it, until the session looks anew.
package final class TagHandle: Sendable {
  let session: SessionCore
  let phone: Phone
  /// Which of the phone's tags it is.
  let tag: Int
  /// In which round of looking it was found.
  let round: Int
  private let known: Mutex<TagFacts>

  /// What is known of the tag. Polling for another system of a FeliCa card changes it.
  var facts: TagFacts {
    get { known.withLock { $0 } }
    set { known.withLock { $0 = newValue } }
  }

  init(_ session: SessionCore, _ phone: Phone, tag: Int, round: Int, _ facts: TagFacts) {
    self.session = session
    self.phone = phone
    self.tag = tag
    self.round = round
    known = Mutex(facts)
  }

  var isAvailable: Bool { phone.isAvailable(self) }

  /// The tag for a session that reads and writes NDEF.
  func tag(of session: any NFCReaderSessionProtocol) -> any NFCNDEFTag {
    switch facts.kind {
    case .miFare: PlayedMiFareTag(self, session)
    case .iso7816: PlayedISO7816Tag(self, session)
    case .feliCa: PlayedFeliCaTag(self, session)
    case .iso15693: PlayedISO15693Tag(self, session)
    }
  }

  /// The tag for a session that finds tags.
  func anyTag(of session: any NFCReaderSessionProtocol) -> NFCTag? {
    switch facts.kind {
    case .miFare: .miFare(PlayedMiFareTag(self, session))
    case .iso7816: .iso7816(PlayedISO7816Tag(self, session))
    case .feliCa: .feliCa(PlayedFeliCaTag(self, session))
    case .iso15693: .iso15693(PlayedISO15693Tag(self, session))
    }
  }
}

/// What is known of a tag once it was found.
struct TagFacts: Sendable {
  var kind: Kind
  var technology: Technology
  /// UID, PUPI, IDm.
  var identifier: [UInt8]
  var historical: [UInt8]?
  var applicationData: [UInt8]?
  /// Whether the application data is coded as the maker likes: ADC of the ATQB is 0 (ISO/IEC 14443-3).
  var isProprietary = false
  var family: NFCMiFareFamily = .unknown
  var initialAID = ""
  var systemCode: [UInt8] = []
  /// Whether its commands go in the blocks of ISO-DEP.
  var speaksInBlocks = false

  /// Which of the four kinds of tags it is for the phone.
  enum Kind: String, Sendable { case miFare, iso7816, feliCa, iso15693 }

  init(_ kind: Kind, _ technology: Technology, _ identifier: [UInt8]) {
    self.kind = kind
    self.technology = technology
    self.identifier = identifier
  }
}
