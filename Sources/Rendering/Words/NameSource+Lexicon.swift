import Bytes
import Decoding
package import GrammarLanguage

extension NameSource {
  /// The names that the built-in and the user's grammars give.
  package init(_ lexicon: Lexicon) {
    self.lexicon = lexicon
    let words = GrammarWords(lexicon)
    instruction = { cla, ins, application in words.instruction(cla, ins, application) }
    status = { status, cla, ins, application in words.status(status, cla, ins, application) }
    self.application = { aid, family in words.application(aid, on: family) }
    family = { words.family($0) }
    tag = { words.tag($0) }
    command = { form, code in words.command(form, code) }
    manufacturer = { words.manufacturer($0) }
    vicinity = { code, maker in words.vicinity(code, maker) }
    product = { words.product(version: $0) }
    vicinityChip = { words.vicinityChip($0) }
    access = { bits, isTrailer in words.access(bits, isTrailer: isTrailer) }
    vicinityError = { code, isShort in words.vicinityError(code, isShort: isShort) }
    terminal = { words.terminal($0) }
    system = { words.system($0) }
    service = { code, system in words.service(code, system) }
    felica = { list, value in words.felica(list, value) }
    felicaStatus = { flag, isShort in words.felicaStatus(flag, isShort: isShort) }
  }
}

/// Looks names up in grammars. Each is looked up once; who prints keeps it.
private struct GrammarWords: Sendable {
  private let lexicon: Lexicon
  private let apdus: Grammar?
  private let registry: Grammar?
  private let products: Grammar?
  private let makers: ValueSet?
  private let terminals: ValueSet?
  private let typeA: Grammar?
  private let vicinityGrammars: VicinityReader

  init(_ lexicon: Lexicon) {
    self.lexicon = lexicon
    apdus = lexicon.grammar("iso7816")
    registry = lexicon.grammar("applications")
    products = lexicon.grammar("products")
    typeA = lexicon.grammar("iso14443a")
    vicinityGrammars = VicinityReader(lexicon)
    makers = typeA?.enumeration(named: "Manufacturer")
    terminals = typeA?.enumeration(named: "TerminalType")
  }

  func instruction(_ cla: UInt8, _ ins: UInt8, _ application: Identifier) -> String? {
    let apdu = CommandAPDU([cla, ins, 0, 0].span)
    if let meaning = perspective(application)?.instruction(apdu), meaning.isKnown {
      return lexicon.title(of: meaning.label)
    }
    guard let wrapped = wrapper(of: cla, application),
      let message = wrapped.message(code: UInt32(ins), isResponse: false)
    else { return nil }
    return lexicon.title(of: wrapped.label(of: message))
  }

  /// The grammar whose messages travel in APDUs of a class: the selected application's, or the one
  /// that nobody has to select.
  private func wrapper(of cla: UInt8, _ application: Identifier) -> Grammar? {
    let own = perspective(application)?.application
    guard let grammar = own ?? lexicon.grammar("desfire"), grammar.wrap?.cla == cla else {
      return nil
    }
    return grammar
  }

  func status(
    _ status: UInt16, _ cla: UInt8, _ ins: UInt8, _ application: Identifier
  ) -> StatusName? {
    guard
      let meaning = perspective(application)?.status(status, cla: cla, ins: ins)
    else { return wrapped(status, cla, application) }
    let general = apdus.map(Perspective.init)?.status(status, cla: cla, ins: ins)
    let severity: StatusName.Severity =
      switch meaning.severity {
      case .ok: .ok
      case .warning: .warning
      case .error: .error
      }
    let words = Self.words(of: meaning)
    return StatusName(
      meaning: words, short: Self.words(of: meaning, isShort: true), severity: severity,
      isParticular: general.map { Self.words(of: $0) } != words)
  }

  /// SW1 says that a native answer is inside, SW2 is its status.
  private func wrapped(
    _ status: UInt16, _ cla: UInt8, _ application: Identifier
  ) -> StatusName? {
    guard let grammar = wrapper(of: cla, application), let wrap = grammar.wrap,
      status >> 8 == UInt16(wrap.sw1), let values = grammar.enumeration(named: "Status"),
      let words = Self.words(of: UInt64(status & 0xFF), in: values, grammar)
    else { return nil }
    return StatusName(
      meaning: words, severity: status & 0xFF == 0 || status & 0xFF == 0xAF ? .ok : .error,
      isParticular: true)
  }

  private static func words(
    of number: UInt64, in values: ValueSet, _ grammar: Grammar, isShort: Bool = false
  ) -> String? {
    var meanings = grammar.meanings(of: number, in: values)
    guard let meaning = meanings.next() else { return nil }
    var buffer = ByteBuffer(capacity: 64)
    grammar.append(meaning, isShort: isShort, to: &buffer)
    return String(buffer)
  }

  private static func words(of meaning: StatusMeaning, isShort: Bool = false) -> String {
    var buffer = ByteBuffer(capacity: 64)
    meaning.grammar.append(meaning, isShort: isShort, to: &buffer)
    return String(buffer)
  }

  func family(_ traits: CardTraits) -> String? {
    guard let products else { return nil }
    var evidence = ProductEvidence()
    (evidence.atqa, evidence.sak) = (traits.atqa, traits.sak)
    (evidence.ats, evidence.historical) = (traits.ats, traits.historical)
    let families = Set(products.products(evidence).map { products.string($0.family) })
    guard families.count == 1, let family = families.first, !family.isEmpty else { return nil }
    return family
  }

  func product(version: UInt64) -> String? {
    guard let products else { return nil }
    var evidence = ProductEvidence()
    evidence.version = (0..<8).map { UInt8(truncatingIfNeeded: version >> (56 - 8 * $0)) }
    let found = products.products(evidence)
    return found.count == 1 ? products.string(found[0].name) : nil
  }

  func vicinityChip(_ uid: Identifier) -> String? {
    guard uid.count == 8, uid[0] == 0xE0, let grammar = lexicon.grammar("iso15693"),
      let values = grammar.enumeration(named: "Chip")
    else { return nil }
    return Self.words(of: uid.high >> 32 & 0xFF_FFFF, in: values, grammar)
  }

  func application(_ aid: Identifier, on family: String?) -> ApplicationName? {
    guard let meaning = registry?.application(aid.bytes.span), let name = meaning.name,
      let kind = meaning.kind
    else { return nil }
    if let family, let name = meaning.name(on: family) {
      return ApplicationName(name: meaning.grammar.string(name), category: "\(kind)")
    }
    return ApplicationName(
      name: meaning.grammar.string(name), short: meaning.shortName.map(meaning.grammar.string),
      category: "\(kind)")
  }

  func tag(_ tag: UInt32) -> String? {
    guard let label = apdus?.label(ofTag: tag) else { return nil }
    return lexicon.title(of: label, isShort: true)
  }

  func command(_ form: Exchange.Form, _ code: UInt8) -> String? {
    guard let name = form.grammarName, let grammar = lexicon.grammar(name),
      let message = grammar.message(code: UInt32(code), isResponse: false)
    else { return nil }
    let label = grammar.label(of: message)
    let hasTitle = form == .native || form == .felica
    return hasTitle ? lexicon.title(of: label) : lexicon.name(of: label)
  }

  func manufacturer(_ byte: UInt8) -> String? {
    guard let typeA, let makers else { return nil }
    return Self.words(of: UInt64(byte), in: makers, typeA)
  }

  func system(_ code: UInt16) -> String? {
    guard let felica = lexicon.grammar("felica") else { return nil }
    return felica.system(code).map(felica.string)
  }

  func service(_ code: UInt16, _ system: UInt16?) -> String? {
    guard let felica = lexicon.grammar("felica") else { return nil }
    return felica.service(code, system: system).map(felica.string)
  }

  func felica(_ list: FelicaList, _ value: UInt64) -> String? {
    guard let felica = lexicon.grammar("felica"),
      let values = felica.enumeration(named: list.rawValue)
    else { return nil }
    return Self.words(of: value, in: values, felica)
  }

  func felicaStatus(_ flag: UInt8, isShort: Bool) -> String? {
    guard let felica = lexicon.grammar("felica"),
      let flags = felica.enumeration(named: "StatusFlag2")
    else { return nil }
    return Self.words(of: UInt64(flag), in: flags, felica, isShort: isShort)
  }

  func vicinity(_ code: UInt8, _ maker: UInt8?) -> String? {
    vicinityGrammars.label(code: code, maker: maker).map { lexicon.name(of: $0) }
  }

  func vicinityError(_ code: UInt8, isShort: Bool) -> String? {
    guard let grammar = lexicon.grammar("iso15693"),
      let values = grammar.enumeration(named: "ErrorCode")
    else { return nil }
    return Self.words(of: UInt64(code), in: values, grammar, isShort: isShort)
  }

  func access(_ bits: UInt8, isTrailer: Bool) -> String? {
    guard let grammar = lexicon.grammar("mifare-classic"),
      let values = grammar.enumeration(named: isTrailer ? "TrailerAccess" : "DataAccess")
    else { return nil }
    return Self.words(of: UInt64(bits), in: values, grammar)
  }

  func terminal(_ byte: UInt8) -> String? {
    guard let typeA, let terminals else { return nil }
    return Self.words(of: UInt64(byte), in: terminals, typeA)
  }

  /// The grammars as the selected application sees them.
  private func perspective(_ application: Identifier) -> Perspective? {
    guard let apdus else { return nil }
    let aid = application.bytes
    return Perspective(apdus, selected: aid.span, registry: registry, in: lexicon)
  }
}

extension String {
  /// What is in a buffer, as text.
  init(_ buffer: borrowing ByteBuffer) {
    var bytes: [UInt8] = []
    bytes.append(buffer.span)
    self.init(decoding: bytes, as: UTF8.self)
  }
}

extension Exchange.Form {
  /// The grammar that names its commands by a code.
  fileprivate var grammarName: String? {
    switch self {
    case .type1: "type1"
    case .type2: "type2"
    case .felica: "felica"
    case .native: "desfire"
    case .iso15693: "iso15693"
    case .classic: "mifare-classic"
    case .iclass: "iclass"
    case .sri: "sri"
    case .iso7816, .unknown: nil
    }
  }
}
