import Decoding
import GrammarLanguage
import TraceFormat

/// Notes which kinds of secrets are in frames, so that who writes them can say so.
struct SecretWatch {
  private var decoder = Decoder(options: Decoder.Options())
  private var story = Story()
  private let finder: SecretFinder
  private var kinds: Set<SecretKind> = []

  /// Watches for what the grammars call secret.
  init(_ lexicon: Lexicon) { finder = SecretFinder(lexicon) }

  /// Looks at the next frames.
  mutating func look(at batch: FrameBatch) {
    decoder.decode(batch, into: &story)
    drain()
  }

  /// Looks at what was still open at the end.
  mutating func finish() {
    decoder.finish(into: &story)
    drain()
  }

  private mutating func drain() {
    var found: [Secret] = []
    for case .step(let step, _) in story.entries {
      guard case .exchange(let exchange) = step.content else { continue }
      found.removeAll(keepingCapacity: true)
      finder.find(in: exchange, bytes: story.bytes.span, into: &found)
      for secret in found { kinds.insert(secret.kind) }
      if let packet = exchange.secretPacket { kinds.insert(packet.kind) }
    }
    story.clear()
  }

  /// What was found, in words: `a card number and a name`; nil where nothing was.
  var words: String? {
    let words = SecretKind.allCases.filter(kinds.contains).compactMap(\.words)
    guard let last = words.last else { return nil }
    if words.count == 1 { return last }
    return words.dropLast().joined(separator: ", ") + " and " + last
  }
}

extension SecretKind {
  /// What a person calls it; nil for what is masked nowhere.
  fileprivate var words: String? {
    switch self {
    case .pan: "a card number"
    case .track: "track data"
    case .name: "a name"
    case .date: "a date"
    case .pin: "a PIN"
    case .key: "a key"
    case .password: "a password"
    case .id: nil
    }
  }
}
