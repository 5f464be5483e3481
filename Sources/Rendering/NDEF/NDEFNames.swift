import Bytes
import GrammarLanguage
import Tags

/// What the codes in NDEF records mean, by their grammar.
struct NDEFNames: Sendable {
  private let lexicon: Lexicon

  /// The grammar is read when the first name is asked for.
  init(_ lexicon: Lexicon) { self.lexicon = lexicon }

  /// The meaning of a number, or the number itself where it has none.
  func name(_ number: UInt64, of enumeration: String) -> String {
    guard let grammar = lexicon.grammar("ndef"), let set = grammar.enumeration(named: enumeration)
    else {
      return Hex.text(number, digits: 2)
    }
    var meanings = grammar.meanings(of: number, in: set)
    guard let meaning = meanings.next() else { return Hex.text(number, digits: 2) }
    var buffer = ByteBuffer(capacity: 64)
    grammar.append(meaning, to: &buffer)
    return String(decoding: Array(copyingAll: buffer.span), as: UTF8.self)
  }

  /// What a poster asks for.
  func words(of action: SmartPoster.Action) -> String {
    switch action {
    case .perform: name(0, of: "Action")
    case .save: name(1, of: "Action")
    case .edit: name(2, of: "Action")
    case .reserved(let code): "reserved \(Hex.text(code, digits: 2))"
    }
  }

  /// What a handover is.
  func words(of kind: HandoverRecord.Kind) -> String {
    switch kind {
    case .request: "handover request"
    case .select: "handover select"
    case .mediation: "handover mediation"
    case .initiate: "handover initiate"
    }
  }

  /// Why nothing was chosen.
  func words(of error: HandoverError) -> String {
    let reason = name(UInt64(error.reason), of: "HandoverReason")
    switch error.reason {
    case 1, 3: return "error: \(reason), again in \(error.number) ms"
    case 2: return "error: \(reason), at most \(error.number) bytes"
    default: return "error: reason \(reason)"
    }
  }
}

extension [UInt8] {
  fileprivate init(copyingAll span: Span<UInt8>) {
    self = []
    append(span)
  }
}
