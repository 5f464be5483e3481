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
  private var vicinities = NameCache<UInt32, String?>()
  private var makers = NameCache<UInt8, String?>()
  private var terminals = NameCache<UInt8, String?>()
  private var systems = NameCache<UInt16, String?>()
  private var services = NameCache<UInt64, String?>()
  private var products = NameCache<UInt64, String?>()
  private var chips = NameCache<UInt64, String?>()
  private var felicaValues = NameCache<FelicaValue, String?>()
  /// Families that were met; a family is known by its place here.
  private var families: [String] = []
  /// The family of the card that is being spoken to.
  var family = Family.none

  init(_ source: NameSource) { self.source = source }

  /// The grammars that the names are from.
  var lexicon: Lexicon? { source.lexicon }

  /// A family of products, cheaper to compare than its name.
  struct Family: Equatable {
    fileprivate let place: Int

    /// No family, or not known which.
    static let none = Family(place: -1)
  }

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

  /// A value in one of FeliCa's lists.
  private struct FelicaValue: Equatable {
    var list: FelicaList
    var value: UInt64
  }

  /// An AID on a card of a family.
  private struct CardApplication: Equatable {
    var identifier: Identifier
    var family: Family

    var spread: UInt64 { identifier.high ^ identifier.low }
  }

  /// The name of an instruction.
  mutating func instruction(cla: UInt8, ins: UInt8, under application: Identifier) -> String? {
    let key = Key(cla: cla, ins: ins, application: application)
    if let known = instructions.value(for: key, spread: key.spread) { return known }
    return instructions.keep(
      source.instruction(cla, ins, application), for: key, spread: key.spread)
  }

  /// What a status word means.
  mutating func status(
    _ status: UInt16, cla: UInt8, ins: UInt8, under application: Identifier
  ) -> StatusName? {
    let key = Key(status: status, cla: cla, ins: ins, application: application)
    if let known = statuses.value(for: key, spread: key.spread) { return known }
    return statuses.keep(
      source.status(status, cla, ins, application), for: key, spread: key.spread)
  }

  /// Whose an AID is.
  mutating func application(_ identifier: Identifier) -> ApplicationName? {
    let key = CardApplication(identifier: identifier, family: family)
    if let known = applications.value(for: key, spread: key.spread) { return known }
    let name = source.application(identifier, family == .none ? nil : families[family.place])
    return applications.keep(name, for: key, spread: key.spread)
  }

  /// The family of products that a card is of. A trace has few kinds of cards, and who asks keeps
  /// the answer.
  mutating func family(_ traits: CardTraits) -> Family {
    guard let name = source.family(traits) else { return .none }
    if let place = families.firstIndex(of: name) { return Family(place: place) }
    families.append(name)
    return Family(place: families.count - 1)
  }

  /// A tag's short words.
  mutating func tag(_ tag: UInt32) -> String? {
    if let known = tags.value(for: tag, spread: UInt64(tag)) { return known }
    return tags.keep(source.tag(tag), for: tag, spread: UInt64(tag))
  }

  /// A native, Type 2 or FeliCa command's name.
  mutating func command(_ form: Exchange.Form, _ code: UInt8) -> String? {
    let key = UInt16(form.rawValue) << 8 | UInt16(code)
    if let known = commands.value(for: key, spread: UInt64(key)) { return known }
    return commands.keep(source.command(form, code), for: key, spread: UInt64(key))
  }

  /// The name of a FeliCa system.
  mutating func system(_ code: UInt16) -> String? {
    if let known = systems.value(for: code, spread: UInt64(code)) { return known }
    return systems.keep(source.system(code), for: code, spread: UInt64(code))
  }

  /// The name of a FeliCa service, under a system where that is known.
  mutating func service(_ code: UInt16, system: UInt16?) -> String? {
    let key = UInt64(code) | UInt64(system ?? 0) << 16 | (system == nil ? 1 << 32 : 0)
    if let known = services.value(for: key, spread: key) { return known }
    return services.keep(source.service(code, system), for: key, spread: key)
  }

  /// The name of a value in one of FeliCa's lists.
  mutating func felica(_ list: FelicaList, _ value: UInt64) -> String? {
    let key = FelicaValue(list: list, value: value)
    let spread = value << 8 ^ UInt64(list.rawValue.utf8.first ?? 0)
    if let known = felicaValues.value(for: key, spread: spread) { return known }
    return felicaValues.keep(source.felica(list, value), for: key, spread: spread)
  }

  /// What the second status flag of a FeliCa answer means.
  func felicaStatus(_ flag: UInt8, isShort: Bool) -> String? { source.felicaStatus(flag, isShort) }

  /// The name of an ISO/IEC 15693 command; nil for a maker's that no grammar has.
  mutating func vicinity(_ code: UInt8, maker: UInt8?) -> String? {
    let key = UInt32(code) << 16 | UInt32(maker.map { Int($0) + 1 } ?? 0)
    if let known = vicinities.value(for: key, spread: UInt64(key)) { return known }
    return vicinities.keep(source.vicinity(code, maker), for: key, spread: UInt64(key))
  }

  /// What access bits of MIFARE Classic allow.
  func access(_ bits: UInt8, isTrailer: Bool) -> String? { source.access(bits, isTrailer) }

  /// The product that the answer to GET_VERSION names; nil for none, or several.
  mutating func product(version: Span<UInt8>) -> String? {
    guard version.count == 8 else { return nil }
    var key: UInt64 = 0
    for index in 0..<8 { key = key << 8 | UInt64(version[index]) }
    if let known = products.value(for: key, spread: key) { return known }
    return products.keep(source.product(key), for: key, spread: key)
  }

  /// The chip of an ISO/IEC 15693 card, by its UID.
  mutating func vicinityChip(_ uid: Identifier) -> String? {
    let key = uid.high >> 32
    if let known = chips.value(for: key, spread: key) { return known }
    return chips.keep(source.vicinityChip(uid), for: key, spread: key)
  }

  /// What an error code of ISO/IEC 15693 means.
  func vicinityError(_ code: UInt8, isShort: Bool) -> String? {
    source.vicinityError(code, isShort)
  }

  /// Which kind of pass a reader takes.
  mutating func terminal(_ type: UInt8) -> String? {
    if let known = terminals.value(for: type, spread: UInt64(type)) { return known }
    return terminals.keep(source.terminal(type), for: type, spread: UInt64(type))
  }

  /// Who made a card.
  mutating func manufacturer(_ byte: UInt8) -> String? {
    if let known = makers.value(for: byte, spread: UInt64(byte)) { return known }
    return makers.keep(source.manufacturer(byte), for: byte, spread: UInt64(byte))
  }
}
