import Bytes
import Decoding
import GrammarLanguage

/// What rules ask of the grammars, remembered where they ask again and again.
struct Vocabulary {
  private let lexicon: Lexicon
  private let base: Grammar?
  private let registry: Grammar?
  private let productTable: Grammar?
  private var applications = RecentAnswers<Identifier, KnownApplication?>(room: 256)
  private var severities = RecentAnswers<StatusQuestion, Bool>(room: 256)
  private var products = RecentAnswers<CardTraits, [String]>(room: 1024)

  /// A status under the application that gave it.
  private struct StatusQuestion: Equatable {
    let status: UInt16
    let cla: UInt8
    let ins: UInt8
    let application: Identifier

    var fingerprint: Fingerprint {
      var mark = Fingerprint()
      mark.add(UInt64(status) << 16 | UInt64(cla) << 8 | UInt64(ins))
      mark.add(application)
      return mark
    }
  }

  init(_ lexicon: Lexicon) {
    self.lexicon = lexicon
    base = lexicon.grammar("iso7816")
    registry = lexicon.grammar("applications")
    productTable = lexicon.grammar("products")
  }
}

extension Vocabulary {
  /// Whether an answer's status is an error under the application that gave it. A wrong PIN is one,
  /// although its status is a warning.
  mutating func isError(_ view: APDUView) -> Bool {
    guard let status = view.status, status != 0x9000 else { return false }
    if status & 0xFF00 == 0x6300, Reference.isNamed(by: view.command) { return true }
    let question = StatusQuestion(
      status: status, cla: view.command.cla, ins: view.command.ins,
      application: view.application)
    let mark = question.fingerprint
    if let known = severities.answer(to: question, mark) { return known }
    let perspective = perspective(question.application)
    let isError =
      perspective?.status(status, cla: question.cla, ins: question.ins)?.severity == .error
    severities.keep(isError, to: question, mark)
    return isError
  }

  /// What a status says. What only the application says of it is said in few words.
  func meaning(
    of status: UInt16, _ command: OutcomeState.Command, isShort: Bool
  ) -> String? {
    let own = perspective(command.application)?.status(
      status, cla: command.cla, ins: command.ins)
    guard let own else { return nil }
    let words = Self.words(of: own, isShort: isShort)
    if isShort { return words }
    let general = base.flatMap {
      Perspective($0).status(status, cla: command.cla, ins: command.ins)
    }
    let isOwn = general.map { Self.words(of: $0, isShort: false) } != words
    return isOwn ? Self.words(of: own, isShort: true) : words
  }

  private static func words(of meaning: StatusMeaning, isShort: Bool) -> String {
    var buffer = ByteBuffer(capacity: 64)
    meaning.grammar.append(meaning, isShort: isShort, to: &buffer)
    return buffer.string()
  }

  /// What an error code of ISO/IEC 15693 says.
  func vicinityError(_ code: UInt8) -> String? {
    meaning(of: code, grammar: "iso15693", set: "ErrorCode")
  }

  /// What access bits of a MIFARE Classic sector allow.
  func classicAccess(_ bits: UInt8, isTrailer: Bool) -> String {
    let set = isTrailer ? "TrailerAccess" : "DataAccess"
    return meaning(of: bits, grammar: "mifare-classic", set: set) ?? Hex.text(bits, digits: 2)
  }

  /// What a general purpose byte of MIFARE Classic says; empty for one that says nothing.
  func generalPurpose(_ byte: UInt8) -> String {
    meanings(of: UInt64(byte), grammar: "mifare-classic", set: "GeneralPurposeByte")
      .joined(separator: ", ")
  }

  /// Whose an AID in a MIFARE application directory is; nil where nobody registered it.
  func directoryApplication(_ aid: UInt16) -> String? {
    meanings(of: UInt64(aid), grammar: "mifare-classic", set: "DirectoryApplication").first
  }

  private func meanings(of value: UInt64, grammar name: String, set: String) -> [String] {
    guard let grammar = lexicon.grammar(name), let set = grammar.enumeration(named: set) else {
      return []
    }
    var found: [String] = []
    var meanings = grammar.meanings(of: value, in: set)
    while let meaning = meanings.next() {
      var buffer = ByteBuffer(capacity: 64)
      grammar.append(meaning, to: &buffer)
      found.append(buffer.string())
    }
    return found
  }

  /// What a person wears whose UID begins so; nil for a card.
  func vicinityDevice(_ uid: Identifier) -> String? {
    guard let grammar = lexicon.grammar("iso15693"),
      let values = grammar.enumeration(named: "WornDevice")
    else { return nil }
    var meanings = grammar.meanings(of: uid.high >> 40, in: values)
    guard let meaning = meanings.next() else { return nil }
    var buffer = ByteBuffer(capacity: 64)
    grammar.append(meaning, to: &buffer)
    return buffer.string()
  }

  private func meaning(of value: UInt8, grammar name: String, set: String) -> String? {
    guard let grammar = lexicon.grammar(name), let set = grammar.enumeration(named: set) else {
      return nil
    }
    var meanings = grammar.meanings(of: UInt64(value), in: set)
    guard let meaning = meanings.next() else { return nil }
    var buffer = ByteBuffer(capacity: 64)
    grammar.append(meaning, isShort: true, to: &buffer)
    return buffer.string()
  }

  /// What a PN532 says with a status.
  func chipStatus(_ status: UInt8) -> String? {
    guard let chip = lexicon.grammar("pn532"), let set = chip.enumeration(named: "Status") else {
      return nil
    }
    var meanings = chip.meanings(of: UInt64(status), in: set)
    guard let meaning = meanings.next() else { return nil }
    var buffer = ByteBuffer(capacity: 64)
    chip.append(meaning, to: &buffer)
    return buffer.string()
  }

  /// What the second status flag of a FeliCa answer means.
  func felicaStatus(_ flag: UInt8) -> String? {
    guard let felica = lexicon.grammar("felica"),
      let flags = felica.enumeration(named: "StatusFlag2")
    else { return nil }
    var meanings = felica.meanings(of: UInt64(flag), in: flags)
    guard let meaning = meanings.next() else { return nil }
    var buffer = ByteBuffer(capacity: 64)
    felica.append(meaning, to: &buffer)
    return buffer.string()
  }

  /// What an instruction is called.
  func instruction(cla: UInt8, ins: UInt8, application: Identifier) -> String {
    let apdu = CommandAPDU([cla, ins, 0, 0].span)
    guard let meaning = perspective(application)?.instruction(apdu), meaning.isKnown else {
      return "INS \(Hex.text(ins, digits: 2))"
    }
    return lexicon.title(of: meaning.label)
  }

  /// A command's name, with the number of the record that it reads.
  func name(of command: OutcomeState.Command) -> String {
    let name = instruction(cla: command.cla, ins: command.ins, application: command.application)
    return command.ins == 0xB2 ? "\(name) \(command.p1)" : name
  }

  /// A registered application.
  mutating func application(_ aid: Identifier) -> KnownApplication? {
    var mark = Fingerprint()
    mark.add(aid)
    if let known = applications.answer(to: aid, mark) { return known }
    let found = lookUp(aid)
    applications.keep(found, to: aid, mark)
    return found
  }

  /// An application's short name, or its AID.
  mutating func name(of aid: Identifier) -> String {
    application(aid)?.shortName ?? Hex.text(aid.bytes)
  }

  /// The products that a card may be, best fits only.
  mutating func products(_ traits: CardTraits) -> [String] {
    guard let productTable, !traits.isEmpty else { return [] }
    var mark = Fingerprint()
    traits.add(to: &mark)
    if let known = products.answer(to: traits, mark) { return known }
    let found =
      traits.vicinityChip == 0
      ? productTable.products(traits.evidence).map { productTable.string($0.name) }
      : meanings(of: UInt64(traits.vicinityChip), grammar: "iso15693", set: "Chip")
    products.keep(found, to: traits, mark)
    return found
  }

  private func lookUp(_ aid: Identifier) -> KnownApplication? {
    let bytes = aid.bytes
    guard let meaning = registry?.application(bytes.span), let kind = meaning.kind,
      let name = meaning.name
    else { return nil }
    let full = meaning.grammar.string(name)
    return KnownApplication(
      name: full, shortName: meaning.shortName.map(meaning.grammar.string) ?? full,
      isPayment: kind == .payment)
  }

  /// The grammars as the application sees them.
  private func perspective(_ application: Identifier) -> Perspective? {
    guard let base else { return nil }
    let aid = application.bytes
    return Perspective(base, selected: aid.span, registry: registry, in: lexicon)
  }
}

/// A registered application, or one of a registered provider.
final class KnownApplication: Sendable {
  let name: String
  let shortName: String
  let isPayment: Bool

  init(name: String, shortName: String, isPayment: Bool) {
    self.name = name
    self.shortName = shortName
    self.isPayment = isPayment
  }
}

extension ByteBuffer {
  /// The bytes as text. For cold paths.
  borrowing func string() -> String {
    var copy: [UInt8] = []
    copy.append(span)
    return String(decoding: copy, as: UTF8.self)
  }
}
