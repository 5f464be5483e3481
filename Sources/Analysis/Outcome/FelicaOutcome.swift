import Decoding
import Tags

/// What a visit's last row says of a FeliCa card as such: `FeliCa Lite family (inferred from blocks 82h
/// and 88h), blank, NDEF not switched on`. What it holds as a Type 3 tag stands behind its name.
struct FelicaOutcome: Equatable {
  private let chip: UInt8?
  private let evidence: FelicaCard.Evidence?
  private let isBlank: Bool
  private let isNDEF: Bool?

  /// `memory` is what was seen of the tag's own blocks. Nil where nothing is known that is worth a row:
  /// then the card's commands are counted.
  init?(_ card: FelicaCard, _ memory: TagContents?) {
    evidence = card.liteEvidence
    guard evidence != nil || memory != nil else { return nil }
    chip = card.icType
    let pads = memory?.image.pieces(of: Self.pads) ?? []
    isBlank =
      !pads.isEmpty
      && pads.allSatisfy { piece in
        memory?.image.bytes[piece.range].allSatisfy { $0 == 0 } ?? false
      }
    isNDEF = memory?.image[Self.configuration].flatMap { LiteConfiguration($0.span)?.isNDEF }
  }

  /// Where S_PAD0 to S_PAD13 lie, and MC.
  private static let pads = 0x000..<0x0E0
  private static let configuration = 0x880..<0x890

  /// Whether the card is of the Lite family, by whatever is known.
  var isLite: Bool { evidence != nil }

  var long: String { words(isShort: false) }
  var short: String { words(isShort: true) }

  /// Its words where nothing tells of a message.
  func words(isShort: Bool) -> String {
    var words = name(isShort: isShort)
    if isBlank { words += ", blank" }
    if let isNDEF {
      words +=
        isNDEF
        ? isShort ? ", NDEF on" : ", NDEF switched on"
        : isShort ? ", no NDEF" : ", NDEF not switched on"
    }
    return words
  }

  /// What it is.
  func name(isShort: Bool) -> String {
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
}
