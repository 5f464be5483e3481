import Bytes
import Decoding
import GrammarLanguage

/// The keys of MIFARE Classic that may fit, and which of them an authentication proves.
struct ClassicKeyring: Sendable {
  /// Those that somebody gave, and behind them what redaction puts in the place of keys: what was
  /// redacted once is enciphered with these.
  let keys: [UInt64]
  /// By the number of the visit: whose UID is mixed in.
  private var cards: [Int: Identifier] = [:]

  /// So many substitutes are tried: two keys for each of sixteen sectors.
  private static let substituteCount = 32

  init(_ keys: [UInt64]) {
    let blank = [UInt8](repeating: 0, count: 6)
    self.keys =
      (1...Self.substituteCount).map { Self.number(KeyFiller.filler(for: blank, $0)) } + keys
  }

  /// Takes in which card it is.
  mutating func note(_ entry: Story.Entry) {
    switch entry {
    case .visit(let visit): cards[visit.number] = visit.identifier
    case .step(let step, _):
      if case .activation(let activation) = step.content {
        cards[step.visit] = activation.identifier
      }
    case .end(let end): cards[end.number] = nil
    }
  }

  /// The card that a visit is of, as far as it is known.
  func card(of visit: Int) -> Identifier? { cards[visit] }

  /// An authentication whose key is at hand, and that key.
  func opened(
    _ exchange: Exchange, visit: Int, in story: borrowing Story
  ) -> (authentication: ClassicAuthentication, key: UInt64)? {
    guard exchange.hasKey, let card = cards[visit],
      let authentication = ClassicAuthentication(exchange, of: card, in: story.bytes.span),
      let key = authentication.key(among: keys)
    else { return nil }
    return (authentication, key)
  }

  /// A key as a secret value; nil for one that every chip is sold with.
  static func secret(_ key: UInt64) -> SecretValue? {
    let bytes = (0..<6).map { UInt8(truncatingIfNeeded: key >> UInt64(40 - 8 * $0)) }
    return SecretValue.isBlank(.key, bytes) ? nil : SecretValue(.key, bytes)
  }

  static func number(_ bytes: [UInt8]) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}
