import Decoding
import Tags

/// What a visit's last row says of a FeliCa card: `FeliCa Lite family (inferred from blocks 82h and
/// 88h), blank, NDEF not switched on`, `Type 3 tag, says it is empty`.
struct FelicaOutcome: Equatable {
  private let chip: UInt8?
  private let evidence: FelicaCard.Evidence?
  private let isBlank: Bool
  private let isNDEF: Bool?
  private let attributes: AttributeBlock?

  /// Nil where nothing is known that is worth a row: then its commands are counted.
  init?(_ state: FelicaState) {
    evidence = state.card.liteEvidence
    attributes = state.attributes
    guard evidence != nil || attributes != nil else { return nil }
    chip = state.card.icType
    isBlank = state.padsRead > 0 && !state.holdsData
    isNDEF = state.configuration?.isNDEF
  }

  var long: String { words(isShort: false) }
  var short: String { words(isShort: true) }

  private func words(isShort: Bool) -> String {
    var words = name(isShort: isShort)
    if isBlank, attributes == nil { words += ", blank" }
    if let attributes {
      words += message(attributes, isShort: isShort)
    } else if let isNDEF {
      words +=
        isNDEF
        ? isShort ? ", NDEF on" : ", NDEF switched on"
        : isShort ? ", no NDEF" : ", NDEF not switched on"
    }
    return words
  }

  private func name(isShort: Bool) -> String {
    switch evidence {
    case .none: "Type 3 tag"
    case .told:
      switch chip {
      case 0xF0: "FeliCa Lite"
      case 0xF1: "FeliCa Lite-S"
      case 0xF2: "FeliCa Link as Lite-S"
      default: "FeliCa Lite family"
      }
    case .inferred:
      isShort
        ? "FeliCa Lite family (inferred: blocks 82h, 88h)"
        : "FeliCa Lite family (inferred from blocks 82h and 88h)"
    }
  }

  private func message(_ attributes: AttributeBlock, isShort: Bool) -> String {
    if attributes.length == 0 { return ", says it is empty" }
    if !attributes.isSound { return ", attribute block damaged" }
    if attributes.isBeingWritten { return ", its update was not finished" }
    let blocks = attributes.messageBlocks
    let place = blocks == 1 ? "block 1" : "blocks 1–\(blocks)"
    return isShort
      ? ", NDEF in \(attributes.length), \(place)"
      : ", NDEF message in \(Words.count(attributes.length, "byte")), \(place)"
  }
}
