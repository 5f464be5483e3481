/// What a node of a dissection is called, and what holds for every node of that name.
package struct Label: Equatable, Sendable {
  /// The component in a path: a field's name, a tag as the grammar writes it.
  package let name: Phrase
  /// Words for people; empty where the name says it all.
  package var title: Phrase = .none
  /// Words for narrow columns; empty where the title serves.
  package var short: Phrase = .none
  package var attributes = Attributes()
  package var format: ValueFormat = .hex
  /// The names of its values.
  package var values: ValueSet?
  /// What stood in the square brackets, source first.
  package var citation: Phrase = .none
  /// The cited source, an index into the grammar's sources.
  package var source: UInt16?
}

/// What is true of a value wherever it is met.
package struct Attributes: Equatable, Sendable {
  /// It may change from run to run: a nonce, a cryptogram, a counter.
  package var varies = false
  /// It is drawn anew each time, and must not be the same twice. Such a field varies.
  package var isNonce = false
  /// It is somebody's secret, and which kind.
  package var secret: SecretKind?
}

/// Kinds of secrets. All but `id` are masked when printed.
package enum SecretKind: UInt8, Equatable, Sendable, CaseIterable {
  case pan, track, name, date, pin, key, password, id
}

extension SecretKind {
  /// The kind by the word that grammars use for it.
  package init?(word: String) {
    guard let kind = Self.allCases.first(where: { $0.word == word }) else { return nil }
    self = kind
  }

  /// The word that grammars use for it, and `masked` in JSON.
  package var word: String {
    switch self {
    case .pan: "pan"
    case .track: "track"
    case .name: "name"
    case .date: "date"
    case .pin: "pin"
    case .key: "key"
    case .password: "password"
    case .id: "id"
    }
  }
}

/// How a value's bytes are read by people.
package enum ValueFormat: UInt8, Equatable, Sendable, CaseIterable {
  case hex, decimal, signed, bcd, compressed, ascii, utf8, reversed, date
  case aid, status, system, service, tlv, dol, afl, tagList
}

extension ValueFormat {
  /// The format by the word that grammars use for it behind `as`.
  init?(word: String) {
    switch word {
    case "hex": self = .hex
    case "decimal": self = .decimal
    case "signed": self = .signed
    case "bcd": self = .bcd
    case "ascii": self = .ascii
    case "utf8": self = .utf8
    case "reversed": self = .reversed
    case "date": self = .date
    case "aid": self = .aid
    case "status": self = .status
    case "system": self = .system
    case "service": self = .service
    case "tlv": self = .tlv
    case "dol": self = .dol
    case "afl": self = .afl
    default: return nil
    }
  }
}
