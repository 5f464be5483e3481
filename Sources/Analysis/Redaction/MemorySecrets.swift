import Bytes
import Decoding
import GrammarLanguage
import Tags

/// Secrets that only a tag's memory shows, put together from what was read of it: the key of a Wi-Fi
/// network in a message that came in pieces, the password where the chip keeps it.
struct MemorySecrets {
  private let messages: NDEFDissector?
  private let labels: SecretLabels
  private let replacesIdentifiers: Bool
  /// By the number of the visit.
  private var memories: [Int: CardMemory] = [:]

  /// A secret, and where its bytes were captured.
  struct Found {
    var value: SecretValue
    var pieces: [Piece]

    /// Bytes of the value that came in one piece: from `offset` on.
    struct Piece {
      var offset: Int
      var count: Int
      var origin: MemoryOrigin
    }
  }

  init(_ lexicon: Lexicon, _ labels: SecretLabels, replacesIdentifiers: Bool) {
    messages = NDEFDissector(lexicon)
    self.labels = labels
    self.replacesIdentifiers = replacesIdentifiers
  }

  /// Takes in what happened.
  mutating func note(_ step: Step, in story: borrowing Story) {
    switch step.content {
    case .activation(let activation):
      memories[step.visit, default: CardMemory()].note(activation, in: story)
    case .answerToReset(let reset):
      memories[step.visit, default: CardMemory()]
        .note(reset: story.bytes.span.extracting(reset.range))
    case .exchange(let exchange):
      memories[step.visit, default: CardMemory()].take(exchange, of: step, in: story)
    default: break
    }
  }

  /// What is secret in the memory that a visit showed, which is forgotten.
  mutating func end(visit: Int) -> [Found] {
    guard let memory = memories.removeValue(forKey: visit) else { return [] }
    return memory.contents.flatMap { find(in: $0) }
  }

  private func find(in contents: TagContents) -> [Found] {
    var found: [Found] = []
    for secret in contents.secrets {
      let kind: SecretKind = secret.kind == .password ? .password : .key
      // A page of password, and the acknowledge behind it, are two values.
      var start = secret.range.lowerBound
      while start < secret.range.upperBound {
        let end = min(secret.range.upperBound, start + (kind == .password ? 4 : 16))
        add(kind, [start..<end], in: contents.image, to: &found)
        start = end
      }
    }
    for message in contents.messages where !message.bytes.isEmpty {
      var tree = FieldTree()
      messages?.dissect(message.bytes.span, into: &tree)
      for node in tree.nodes {
        guard let kind = labels.kind(of: node.label), !node.place.isEmpty,
          kind != .id || replacesIdentifiers
        else { continue }
        add(kind, message.places(of: node.place.range), in: contents.image, to: &found)
      }
    }
    return found
  }

  private func add(
    _ kind: SecretKind, _ ranges: [Range<Int>], in image: MemoryImage, to found: inout [Found]
  ) {
    var bytes: [UInt8] = []
    var pieces: [Found.Piece] = []
    for range in ranges {
      guard let part = image[range] else { return }
      for run in image.pieces(of: range) {
        pieces.append(
          Found.Piece(
            offset: bytes.count + run.range.lowerBound - range.lowerBound, count: run.range.count,
            origin: run.origin))
      }
      bytes += part
    }
    guard !bytes.isEmpty, !SecretValue.isBlank(kind, bytes) else { return }
    found.append(Found(value: SecretValue(kind, bytes), pieces: pieces))
  }
}
