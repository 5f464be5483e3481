import Bytes
import Decoding
import GrammarLanguage

/// Raises `personal-data`.
enum PersonalData {
  static let manual = """
    The capture holds something that belongs to a person: a PIN, a card number, a name.

    A PIN or password in the data of VERIFY or CHANGE REFERENCE DATA without secure messaging is \
    a warning: anybody near enough reads it off the air. Card numbers, track data and names in \
    answers are notes: cards give them to every reader. Output masks all of them unless it is \
    asked not to; the trace itself holds them, so think before you pass it on.
    """

  static func check(
    _ view: APDUView, _ finder: SecretFinder, into findings: inout [Finding], _ story: Story
  ) {
    if sendsReference(view) {
      var finding = view.finding(
        .personalData, severity: .warning, half: .command,
        at: view.commandPlace(view.command.data.range, in: story),
        """
        \(Kinds.pin.words): \(Reference.words(view.command.p2)), \
        \(Words.count(view.command.data.count, "byte"))\(form(of: view, in: story))
        """,
        in: story)
      finding.merge = Finding.Merge(.personalData, group: 0, amount: Kinds.pin.rawValue)
      findings.append(finding)
    }
    if mayHoldSecrets(view, in: story) { checkAnswer(view, finder, into: &findings, story) }
  }

  /// The sentence for everything that one visit gave away.
  static func message(for group: [Finding]) -> Finding.Message? {
    let kinds = group.reduce(into: Kinds()) { kinds, finding in
      kinds.formUnion(Kinds(rawValue: finding.merge?.amount ?? 0))
    }
    return "\(kinds.words)"
  }

  /// Whether the command carries a PIN or password as it is.
  private static func sendsReference(_ view: APDUView) -> Bool {
    // EXTERNAL AUTHENTICATE sends a cryptogram.
    Reference.isNamed(by: view.command) && view.command.ins != 0x82 && !view.isSecured
      && !view.command.data.isEmpty
  }

  /// What the PIN is packed in: `2`, the number of digits, the digits, filled up with F (the plain
  /// text PIN block of EMV Book 3).
  private static func form(of view: APDUView, in story: Story) -> String {
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
  private static func mayHoldSecrets(_ view: APDUView, in story: Story) -> Bool {
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
    _ view: APDUView, _ finder: SecretFinder, into findings: inout [Finding], _ story: Story
  ) {
    var secrets: [Secret] = []
    finder.find(in: view.exchange, bytes: story.bytes.span, into: &secrets)
    var kinds: Kinds = []
    var places: [Place] = []
    for secret in secrets where secret.side == .answer {
      let kind = Kinds(secret.kind)
      guard !kind.isEmpty else { continue }
      kinds.formUnion(kind)
      let place = story.place(of: secret.bytes.range, in: view.exchange.answerSegments)
      if let place { places.append(place) }
    }
    guard let first = places.first else { return }
    var finding = view.finding(.personalData, half: .answer, at: first, "\(kinds.words)", in: story)
    finding.places = places
    finding.merge = Finding.Merge(.personalData, group: 0, amount: kinds.rawValue)
    findings.append(finding)
  }
}

/// What a visit's bytes gave away.
private struct Kinds: OptionSet {
  let rawValue: Int64

  static let pin = Kinds(rawValue: 1)
  static let number = Kinds(rawValue: 2)
  static let track = Kinds(rawValue: 4)
  static let name = Kinds(rawValue: 8)

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

  var words: String {
    var words: [String] = []
    if contains(.pin) { words.append("a PIN in clear") }
    if contains(.number) { words.append("a card number") }
    if contains(.track) { words.append("track data") }
    if contains(.name) { words.append("a name") }
    return Words.list(words)
  }
}
