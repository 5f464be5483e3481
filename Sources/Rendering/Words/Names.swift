import Decoding
import GrammarLanguage

/// Names, looked up in the grammars and kept.
struct Names {
  let source: NameSource
  private var instructions = NameCache<Key, String?>()
  private var statuses = NameCache<Key, StatusName?>()
  private var applications = NameCache<CardApplication, ApplicationName?>()
  private var tags = NameCache<UInt32, String?>()
  private var commands = NameCache<UInt16, String?>()
  private var families = NameCache<CardTraits, String?>()
  /// The family of the card that is being spoken to.
  var family: String?

  init(_ source: NameSource) { self.source = source }

  /// The grammars that the names are from.
  var lexicon: Lexicon? { source.lexicon }

  /// What the name of an instruction or of a status depends on.
  private struct Key: Equatable {
    var status: UInt16 = 0
    var cla: UInt8
    var ins: UInt8
    var application: Identifier

    var spread: UInt64 {
      UInt64(status) << 16 ^ UInt64(cla) << 8 ^ UInt64(ins) ^ application.high ^ application.low
    }
  }

  /// An AID on a card of a family.
  private struct CardApplication: Equatable {
    var identifier: Identifier
    var family: String?
  }

  /// The name of an instruction.
  mutating func instruction(cla: UInt8, ins: UInt8, under application: Identifier) -> String? {
    let key = Key(cla: cla, ins: ins, application: application)
    return instructions.value(for: key, spread: key.spread) { [source] in
      source.instruction(cla, ins, application)
    }
  }

  /// What a status word means.
  mutating func status(
    _ status: UInt16, cla: UInt8, ins: UInt8, under application: Identifier
  ) -> StatusName? {
    let key = Key(status: status, cla: cla, ins: ins, application: application)
    return statuses.value(for: key, spread: key.spread) { [source] in
      source.status(status, cla, ins, application)
    }
  }

  /// Whose an AID is.
  mutating func application(_ identifier: Identifier) -> ApplicationName? {
    let key = CardApplication(identifier: identifier, family: family)
    return applications.value(for: key, spread: identifier.high ^ identifier.low) {
      [source, family] in source.application(identifier, family)
    }
  }

  /// The family of products that a card is of.
  mutating func family(_ traits: CardTraits) -> String? {
    families.value(for: traits, spread: UInt64(traits.atqa ?? 0) << 8 ^ UInt64(traits.sak ?? 0)) {
      [source] in source.family(traits)
    }
  }

  /// A tag's short words.
  mutating func tag(_ tag: UInt32) -> String? {
    tags.value(for: tag, spread: UInt64(tag)) { [source] in source.tag(tag) }
  }

  /// A native, Type 2 or FeliCa command's name.
  mutating func command(_ form: Exchange.Form, _ code: UInt8) -> String? {
    let key = UInt16(form.rawValue) << 8 | UInt16(code)
    return commands.value(for: key, spread: UInt64(key)) { [source] in source.command(form, code) }
  }

  /// The name of a FeliCa system.
  func system(_ code: UInt16) -> String? { source.system(code) }

  /// What the second status flag of a FeliCa answer means.
  func felicaStatus(_ flag: UInt8, isShort: Bool) -> String? { source.felicaStatus(flag, isShort) }

  /// Which kind of pass a reader takes.
  func terminal(_ type: UInt8) -> String? { source.terminal(type) }

  /// Who made a card.
  func manufacturer(_ byte: UInt8) -> String? { source.manufacturer(byte) }
}
