package import Decoding
package import GrammarLanguage

/// Where rows take the names of instructions, status words, applications and tags from.
///
/// The names are facts of grammars; this is the little that rows ask of them.
package struct NameSource: Sendable {
  /// The grammars, for fields; nil where there are only names.
  package var lexicon: Lexicon?
  /// The name of an instruction, given CLA, INS and the selected application.
  package var instruction: @Sendable (UInt8, UInt8, Identifier) -> String? = { _, _, _ in nil }
  /// What a status word means, given CLA, INS and the selected application.
  package var status: @Sendable (UInt16, UInt8, UInt8, Identifier) -> StatusName? = { _, _, _, _ in
    nil
  }
  /// Whose an AID is, on a card of a family.
  package var application: @Sendable (Identifier, String?) -> ApplicationName? = { _, _ in nil }
  /// The family of products that a card is of.
  package var family: @Sendable (CardTraits) -> String? = { _ in nil }
  /// A tag's short words.
  package var tag: @Sendable (UInt32) -> String? = { _ in nil }
  /// A native, Type 2 or FeliCa command's name, by its code.
  package var command: @Sendable (Exchange.Form, UInt8) -> String? = { _, _ in nil }
  /// Who made a card, from the first byte of a UID of 7 or 10 bytes.
  package var manufacturer: @Sendable (UInt8) -> String? = { _ in nil }
  /// The name of a FeliCa system.
  package var system: @Sendable (UInt16) -> String? = { _ in nil }
  /// The name of a FeliCa service, under a system where that is known.
  package var service: @Sendable (UInt16, UInt16?) -> String? = { _, _ in nil }
  /// The name of a value in one of FeliCa's lists.
  package var felica: @Sendable (FelicaList, UInt64) -> String? = { _, _ in nil }
  /// What the second status flag of a FeliCa answer means, in long and in short words.
  package var felicaStatus: @Sendable (UInt8, Bool) -> String? = { _, _ in nil }
  /// The name of an ISO/IEC 15693 command, by its code and the maker whose it is.
  package var vicinity: @Sendable (UInt8, UInt8?) -> String? = { _, _ in nil }
  /// What access bits of MIFARE Classic allow: C1, C3, C2, and whether they are the trailer's.
  package var access: @Sendable (UInt8, Bool) -> String? = { _, _ in nil }
  /// The product that the eight bytes of a version name, the first one highest.
  package var product: @Sendable (UInt64) -> String? = { _ in nil }
  /// The chip of an ISO/IEC 15693 card, by its UID.
  package var vicinityChip: @Sendable (Identifier) -> String? = { _ in nil }
  /// What an error code of ISO/IEC 15693 means, in long and in short words.
  package var vicinityError: @Sendable (UInt8, Bool) -> String? = { _, _ in nil }
  /// Which kind of pass a reader takes, by the type in its ECP frame.
  package var terminal: @Sendable (UInt8) -> String? = { _ in nil }

  package init() {}
}

/// What a status word means.
package struct StatusName: Equatable, Sendable {
  package var meaning: String
  package var short: String
  package var severity: Severity
  /// Whether it means that under one application only.
  package var isParticular: Bool

  /// How a status word is to be taken.
  package enum Severity: Equatable, Sendable { case ok, warning, error }

  package init(meaning: String, short: String? = nil, severity: Severity, isParticular: Bool) {
    self.meaning = meaning
    self.short = short ?? meaning
    self.severity = severity
    self.isParticular = isParticular
  }
}

/// Whose an AID is.
package struct ApplicationName: Equatable, Sendable {
  package var name: String
  package var short: String
  /// `payment`, `transit` …, as the registry sorts it.
  package var category: String

  package init(name: String, short: String? = nil, category: String) {
    self.name = name
    self.short = short ?? name
    self.category = category
  }
}

/// Lists of FeliCa's grammar that rows take names from.
package enum FelicaList: String, Sendable {
  /// The blocks of the Lite family.
  case liteBlock = "LiteBlock"
  case authenticated = "Authenticated"
  case encryption = "Encryption"
  case chip = "ICType"
  /// What a transit card's history says.
  case terminal = "Terminal"
  case process = "Process"
  /// ISO/IEC 18092's requests and responses.
  case depCommand = "DEPCommand"
  case depResponse = "DEPResponse"
}
