import Decoding

/// Names that were asked for before, kept: a row asks for two or three.
struct Names {
  private let source: NameSource
  private var instructions: [Key: String?] = [:]
  private var statuses: [Key: StatusName?] = [:]
  private var applications: [CardApplication: ApplicationName?] = [:]
  private var families: [CardTraits: String?] = [:]
  /// The family of the card that is being spoken to.
  var family: String?
  private var tags: [UInt32: String?] = [:]
  private var commands: [UInt16: String?] = [:]

  init(_ source: NameSource) { self.source = source }

  /// What a name depends on.
  private struct Key: Hashable {
    var status: UInt16 = 0
    var cla: UInt8
    var ins: UInt8
    var application: Identifier
  }

  /// An AID on a card of a family.
  private struct CardApplication: Hashable {
    var identifier: Identifier
    var family: String?
  }

  /// How many names of a kind are kept. A trace made to use more starts anew.
  private static let limit = 4096

  /// The name of an instruction.
  mutating func instruction(cla: UInt8, ins: UInt8, under application: Identifier) -> String? {
    let key = Key(cla: cla, ins: ins, application: application)
    if let known = instructions[key] { return known }
    let name = source.instruction(cla, ins, application)
    if instructions.count >= Self.limit { instructions.removeAll(keepingCapacity: true) }
    instructions[key] = .some(name)
    return name
  }

  /// What a status word means.
  mutating func status(
    _ status: UInt16, cla: UInt8, ins: UInt8, under application: Identifier
  ) -> StatusName? {
    let key = Key(status: status, cla: cla, ins: ins, application: application)
    if let known = statuses[key] { return known }
    let name = source.status(status, cla, ins, application)
    if statuses.count >= Self.limit { statuses.removeAll(keepingCapacity: true) }
    statuses[key] = .some(name)
    return name
  }

  /// Whose an AID is.
  mutating func application(_ identifier: Identifier) -> ApplicationName? {
    let key = CardApplication(identifier: identifier, family: family)
    if let known = applications[key] { return known }
    let name = source.application(identifier, family)
    if applications.count >= Self.limit { applications.removeAll(keepingCapacity: true) }
    applications[key] = .some(name)
    return name
  }

  /// The family of products that a card is of.
  mutating func family(_ traits: CardTraits) -> String? {
    if let known = families[traits] { return known }
    let family = source.family(traits)
    if families.count >= Self.limit { families.removeAll(keepingCapacity: true) }
    families[traits] = .some(family)
    return family
  }

  /// A tag's short words.
  mutating func tag(_ tag: UInt32) -> String? {
    if let known = tags[tag] { return known }
    let name = source.tag(tag)
    if tags.count >= Self.limit { tags.removeAll(keepingCapacity: true) }
    tags[tag] = .some(name)
    return name
  }

  /// A native, Type 2 or FeliCa command's name.
  mutating func command(_ form: Exchange.Form, _ code: UInt8) -> String? {
    let key = UInt16(form.rawValue) << 8 | UInt16(code)
    if let known = commands[key] { return known }
    let name = source.command(form, code)
    commands[key] = .some(name)
    return name
  }

  /// Which kind of pass a reader takes.
  func terminal(_ type: UInt8) -> String? { source.terminal(type) }

  /// Who made a card.
  func manufacturer(_ byte: UInt8) -> String? { source.manufacturer(byte) }
}
