import Bytes
import Decoding
import GrammarLanguage

/// What a card told of itself while it was activated, for the product that it may be.
struct CardTraits: Equatable {
  private var atqa: UInt16?
  private var sak: UInt8?
  /// The ATS with its historical bytes, or the ATQB.
  private var answer: [UInt8] = []
  private var historical = 0..<0
  private var isTypeB = false
  private var version: UInt64?
  /// How long the UID is, and its first two bytes: no product says more of it, and so cards of one
  /// kind have equal traits.
  private var uidCount: UInt8 = 0
  private var uidStart: UInt16 = 0
  /// Of an ISO/IEC 15693 card what of its UID names the chip: the maker, the product, two bits more.
  private(set) var vicinityChip: UInt32 = 0

  /// Takes in an activation.
  mutating func note(_ activation: Activation, in story: borrowing Story) {
    // What it was before it was halted and woken again, it still is.
    let version = version
    self = CardTraits()
    self.version = version
    switch activation.technology {
    case .nfcA:
      atqa = activation.atqa
      sak = activation.sak
      if activation.isWhole, activation.identifier.count >= 4 {
        uidCount = activation.identifier.count
        uidStart = UInt16(activation.identifier[0]) << 8 | UInt16(activation.identifier[1])
      }
    case .nfcB:
      isTypeB = !activation.answer.isEmpty
      answer = Array(story.bytes[activation.answer.range])
    case .nfcV:
      let uid = activation.identifier
      if activation.isWhole, uid.count == 8, uid[0] == 0xE0 {
        vicinityChip = UInt32(truncatingIfNeeded: uid.high >> 32) & 0xFF_FF18
      }
    case .nfcF, .apdu, .unknown: break
    }
  }

  /// Takes in an ATS.
  mutating func note(_ activation: ProtocolActivation, in story: borrowing Story) {
    guard let parameters = activation.parameters, !isTypeB else { return }
    answer = Array(story.bytes[activation.answer.range])
    let start = Int(parameters.historical.start) - Int(activation.answer.start)
    historical = (start..<start + parameters.historical.count).clamped(to: answer.indices)
  }

  /// Takes in the answer to a Type 2 tag's GET_VERSION: 8 bytes.
  mutating func note(_ exchange: borrowing Exchange, in story: borrowing Story) {
    guard case .type2 = exchange.form, case .answered = exchange.outcome,
      exchange.answer.count == 8, exchange.command.count == 1,
      story.bytes[Int(exchange.command.start)] == 0x60
    else { return }
    version = story.bytes[exchange.answer.range].reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The same for the table of products; what is not known stays open.
  var evidence: ProductEvidence {
    var evidence = ProductEvidence()
    evidence.atqa = atqa
    evidence.sak = sak
    if isTypeB {
      evidence.atqb = answer
    } else if !answer.isEmpty {
      (evidence.ats, evidence.historical) = (answer, Array(answer[historical]))
    }
    if let version {
      evidence.version = (0..<8).map { UInt8(truncatingIfNeeded: version >> (56 - 8 * $0)) }
    }
    if uidCount > 0 {
      let start = [UInt8(uidStart >> 8), UInt8(uidStart & 0xFF)]
      evidence.uid = start + Array(repeating: 0, count: Int(uidCount) - 2)
    }
    return evidence
  }

  /// Mixes everything into a fingerprint.
  func add(to mark: inout Fingerprint) {
    mark.add(UInt64(atqa ?? 0) << 32 | UInt64(sak ?? 0) << 24 | UInt64(uidStart))
    mark.add(version ?? 0)
    mark.add(UInt64(vicinityChip))
    mark.add(answer.span)
  }

  /// Whether the card itself said which chip it is.
  var hasVersion: Bool { version != nil }

  /// Whether anything is known.
  var isEmpty: Bool { self == CardTraits() }
}
