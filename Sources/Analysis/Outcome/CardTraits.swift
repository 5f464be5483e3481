import Bytes
import Decoding
import GrammarLanguage

/// What a card told of itself while it was activated, for the product that it may be.
struct CardTraits: Hashable {
  private var atqa: UInt16?
  private var sak: UInt8?
  private var ats: [UInt8] = []
  private var historical: [UInt8] = []
  private var version: [UInt8] = []
  private var atqb: [UInt8] = []
  /// How long the UID is, and its first two bytes: no product says more of it, and so cards of one
  /// kind have equal traits.
  private var uidCount: UInt8 = 0
  private var uidStart: UInt16 = 0

  /// Takes in an activation.
  mutating func note(_ activation: Activation, in story: Story) {
    self = CardTraits()
    switch activation.technology {
    case .nfcA:
      atqa = activation.atqa
      sak = activation.sak
      if activation.isWhole, activation.identifier.count >= 4 {
        uidCount = activation.identifier.count
        uidStart = UInt16(activation.identifier[0]) << 8 | UInt16(activation.identifier[1])
      }
    case .nfcB: atqb = Array(story.bytes[activation.answer.range])
    case .nfcF, .nfcV, .apdu, .unknown: break
    }
  }

  /// Takes in an ATS.
  mutating func note(_ activation: ProtocolActivation, in story: Story) {
    guard let parameters = activation.parameters, atqb.isEmpty else { return }
    ats = Array(story.bytes[activation.answer.range])
    historical = Array(story.bytes[parameters.historical.range])
  }

  /// Takes in the answer to a Type 2 tag's GET_VERSION: 8 bytes.
  mutating func note(_ exchange: Exchange, in story: Story) {
    guard exchange.form == .type2, exchange.outcome == .answered, exchange.answer.count == 8,
      exchange.command.count == 1, story.bytes[Int(exchange.command.start)] == 0x60
    else { return }
    version = Array(story.bytes[exchange.answer.range])
  }

  /// The same for the table of products; what is not known stays open.
  var evidence: ProductEvidence {
    var evidence = ProductEvidence()
    evidence.atqa = atqa
    evidence.sak = sak
    if !ats.isEmpty { (evidence.ats, evidence.historical) = (ats, historical) }
    if !version.isEmpty { evidence.version = version }
    if !atqb.isEmpty { evidence.atqb = atqb }
    if uidCount > 0 {
      let start = [UInt8(uidStart >> 8), UInt8(uidStart & 0xFF)]
      evidence.uid = start + Array(repeating: 0, count: Int(uidCount) - 2)
    }
    return evidence
  }

  /// Whether anything is known.
  var isEmpty: Bool { self == CardTraits() }
}
