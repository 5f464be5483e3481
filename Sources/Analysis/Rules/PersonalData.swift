import Bytes
import Decoding
import GrammarLanguage

/// Raises `personal-data`.
enum PersonalData {
  static let manual = """
    The capture holds something that belongs to a person: a PIN, a card number, a name, a key.

    A PIN or password in the data of VERIFY or CHANGE REFERENCE DATA without secure messaging is \
    a warning: anybody near enough reads it off the air. Card numbers, track data and names in \
    answers are notes: cards give them to every reader. So are, in NDEF messages, Bluetooth \
    addresses and names of devices, business cards, telephone numbers, and keys of Wi-Fi networks. \
    Output masks all of them unless it is \
    asked not to; the trace itself holds them, so think before you pass it on.
    """

  static func check(
    _ view: APDUView, _ finder: SecretFinder, _ secrets: inout [Secret],
    into findings: inout [Finding], _ story: borrowing Story
  ) {
    if sendsReference(view) {
      var finding = view.finding(
        .personalData, severity: .warning, half: .command,
        at: view.commandPlace(view.command.data.range, in: story),
        """
        a PIN in clear: \(Reference.words(view.command.p2)), \
        \(Words.count(view.command.data.count, "byte"))\(form(of: view, in: story))
        """,
        in: story)
      finding.merge = Finding.Merge(.personalData, group: 0, amount: PersonalKinds.pin.rawValue)
      findings.append(finding)
    }
    if mayHoldSecrets(view, in: story) {
      checkAnswer(view, finder, &secrets, into: &findings, story)
    }
  }

  /// PWD_AUTH of a Type 2 tag, whose password and acknowledge pass as they are.
  static func password(at place: Place, _ scene: MemoryScene) -> Finding {
    Finding(
      .personalData, visit: scene.visit, step: scene.step, half: .command, places: Places(place),
      message: Finding.Message(.personal(.password)),
      merge: Finding.Merge(.personalData, group: 0, amount: PersonalKinds.password.rawValue))
  }

  /// The sentence for everything that one visit gave away.
  static func message(for group: [Finding]) -> Finding.Message? {
    let kinds = group.reduce(into: PersonalKinds()) { kinds, finding in
      kinds.formUnion(PersonalKinds(rawValue: finding.merge?.amount ?? 0))
    }
    return Finding.Message(.personal(kinds))
  }

  /// Whether the command carries a PIN or password as it is.
  private static func sendsReference(_ view: APDUView) -> Bool {
    // EXTERNAL AUTHENTICATE sends a cryptogram.
    Reference.isNamed(by: view.command) && view.command.ins != 0x82 && !view.isSecured
      && !view.command.data.isEmpty
  }

  /// What the PIN is packed in: `2`, the number of digits, the digits, filled up with F (the plain
  /// text PIN block of EMV Book 3).
  private static func form(of view: APDUView, in story: borrowing Story) -> String {
    let data = view.bytes(view.command.data.range, in: story)
    let nibbles = data.flatMap { [$0 >> 4, $0 & 0x0F] }
    guard nibbles.count == 16, nibbles[0] == 2, (4...12).contains(nibbles[1]) else { return "" }
    let digits = nibbles[2..<2 + Int(nibbles[1])]
    let filler = nibbles[(2 + Int(nibbles[1]))...]
    guard digits.allSatisfy({ $0 < 10 }), filler.allSatisfy({ $0 == 15 }) else { return "" }
    return " (a format 2 block of \(nibbles[1]) digits)"
  }

  /// Whether the answer is worth looking through: records and data objects are; a file's bytes only
  /// if they begin with a data object that cards keep personal data in.
  private static func mayHoldSecrets(_ view: APDUView, in story: borrowing Story) -> Bool {
    switch view.command.ins {
    case 0xB2, 0xB3, 0xCA, 0xCB, 0xA8, 0xAE: return view.answerData.count > 3
    case 0xB0, 0xB1:
      guard view.answerData.count > 3 else { return false }
      switch story.bytes[view.answerData.lowerBound] {
      case 0x56, 0x57, 0x5A, 0x5F, 0x61, 0x70, 0x77, 0x9F: return true
      default: return false
      }
    default: return false
    }
  }

  private static func checkAnswer(
    _ view: APDUView, _ finder: SecretFinder, _ secrets: inout [Secret],
    into findings: inout [Finding], _ story: borrowing Story
  ) {
    secrets.removeAll(keepingCapacity: true)
    finder.find(
      inAnswer: story.bytes.span.extracting(view.answerBytes.range), outcome: view.outcome,
      into: &secrets)
    var kinds: PersonalKinds = []
    var places = Places()
    for index in secrets.indices {
      let kind = PersonalKinds(secrets[index].kind)
      guard !kind.isEmpty else { continue }
      kinds.formUnion(kind)
      let place = story.place(of: secrets[index].bytes.range, in: view.answerSegments)
      if let place { places.append(place) }
    }
    guard let first = places.first else { return }
    var finding = view.finding(
      .personalData, half: .answer, at: first, Finding.Message(.personal(kinds)), in: story)
    finding.places = places
    finding.merge = Finding.Merge(.personalData, group: 0, amount: kinds.rawValue)
    findings.append(finding)
  }
}

/// What a visit's bytes gave away.
struct PersonalKinds: OptionSet {
  let rawValue: Int64

  static let pin = PersonalKinds(rawValue: 1)
  static let number = PersonalKinds(rawValue: 2)
  static let track = PersonalKinds(rawValue: 4)
  static let name = PersonalKinds(rawValue: 8)
  /// Dates, stations and balances of a transit card.
  static let trips = PersonalKinds(rawValue: 1 << 8)
  /// The password of a Type 2 tag.
  static let password = PersonalKinds(rawValue: 1 << 9)
  static let bluetoothAddress = PersonalKinds(rawValue: 16)
  static let deviceName = PersonalKinds(rawValue: 32)
  static let contact = PersonalKinds(rawValue: 64)
  static let networkKey = PersonalKinds(rawValue: 128)
  static let deviceAddress = PersonalKinds(rawValue: 1 << 10)
  /// Who somebody is for a web site.
  static let account = PersonalKinds(rawValue: 1 << 11)

  init(rawValue: Int64) { self.rawValue = rawValue }

  /// Only what tells something of a person: an expiry date or a serial number alone does not.
  init(_ kind: SecretKind) {
    switch kind {
    case .pan: self = .number
    case .track: self = .track
    case .name: self = .name
    case .pin: self = .pin
    case .date, .key, .password, .id: self = []
    }
  }

  /// Hands `a card number, track data and a name` to `say`.
  func tell(_ say: (Finding.Message.Piece) -> Void) {
    var left = rawValue.nonzeroBitCount
    for bit in 0..<Int64(12) where contains(Self(rawValue: 1 << bit)) {
      if left < rawValue.nonzeroBitCount { say(.text(left == 1 ? " and " : ", ")) }
      left -= 1
      switch Self(rawValue: 1 << bit) {
      case .pin: say(.text("a PIN in clear"))
      case .number: say(.text("a card number"))
      case .track: say(.text("track data"))
      case .trips: say(.text("trips with their dates, places and balances"))
      case .password: say(.text("a tag's password in clear"))
      case .bluetoothAddress: say(.text("a Bluetooth address"))
      case .deviceName: say(.text("a device name"))
      case .contact: say(.text("somebody's name or address"))
      case .deviceAddress: say(.text("the address of a device"))
      case .account: say(.text("an identifier in a URL"))
      case .networkKey: say(.text("the key of a Wi-Fi network"))
      default: say(.text("a name"))
      }
    }
  }
}
