import Bytes
import Decoding
import GrammarLanguage
import Tags
import TraceFormat

/// A trace decoded, and where the secrets in it are: what output masks, what grammars mark besides,
/// and, where asked for, what identifies a card.
struct SecretScan {
  private var decoder: Decoder
  private(set) var story = Story()
  private let finder: SecretFinder
  private var dissector: Dissector
  private var dissection = Dissection()
  private var masks = FrameMasks()
  private let secretLabels: SecretLabels
  private let replacesIdentifiers: Bool
  private var memories: MemorySecrets
  private var keyring: ClassicKeyring
  /// What the memories of cards hold whose visits ended with the last frames, and what was deciphered.
  private(set) var stored: [MemorySecrets.Found] = []
  /// The values that the last frames made certain.
  private(set) var values: [SecretValue] = []
  /// The captured frames that the last ones made certain, each with what to hide in it.
  private(set) var notes: [Note] = []
  private(set) var caveats = Caveats()

  /// A captured frame: its index in the story's frames.
  struct Note {
    var index: Int
    var runs: [FrameMasks.Run]
  }

  init(
    _ lexicon: Lexicon, replacesIdentifiers: Bool, classicKeys: [UInt64], constantBlockNumber: Bool
  ) {
    keyring = ClassicKeyring(classicKeys)
    var options = Decoder.Options()
    options.classicKeys = keyring.keys
    options.keepsFrames = true
    options.constantBlockNumber = constantBlockNumber
    decoder = Decoder(options: options)
    finder = SecretFinder(lexicon)
    dissector = Dissector(lexicon)
    secretLabels = SecretLabels(lexicon)
    memories = MemorySecrets(lexicon, secretLabels, replacesIdentifiers: replacesIdentifiers)
    masks.trustsHosts = true
    self.replacesIdentifiers = replacesIdentifiers
  }

  /// Decodes the next frames.
  mutating func read(_ batch: FrameBatch) {
    clear()
    decoder.decode(batch, into: &story)
    scan()
  }

  /// Tells what was still open at the end.
  mutating func finish() {
    clear()
    decoder.finish(into: &story)
    scan()
  }

  private mutating func clear() {
    story.clear()
    values.removeAll(keepingCapacity: true)
    notes.removeAll(keepingCapacity: true)
    stored.removeAll(keepingCapacity: true)
  }

  private mutating func scan() {
    for index in story.entries.indices {
      let entry = story.entries[index]
      switch entry {
      case .visit(let visit): add(visit.identifier)
      case .step(let step, _): scan(step)
      case .end(let end):
        let found = memories.end(visit: end.number)
        stored += found
        values += found.map(\.value)
      }
      dissector.observe(entry, in: story)
      keyring.note(entry)
    }
    for index in story.frames.indices { scanFrame(index) }
  }

  private mutating func scan(_ step: Step) {
    caveats.note(step, identifiers: replacesIdentifiers, in: story)
    masks.note(step)
    memories.note(step, in: story)
    dissector.dissect(step, in: story, into: &dissection)
    caveats.note(dissection, secretLabels, of: step, in: story)
    switch step.content {
    case .exchange(let exchange): scan(exchange, of: step)
    case .activation(let activation):
      add(activation.identifier)
      addIdentifiers()
    default: addIdentifiers()
    }
  }

  private mutating func scan(_ exchange: Exchange, of step: Step) {
    if let (_, key) = keyring.opened(exchange, visit: step.visit, in: story) {
      values += ClassicKeyring.secret(key).map { [$0] } ?? []
    }
    var secrets: [Secret] = []
    finder.find(in: exchange, bytes: story.bytes.span, into: &secrets)
    add(fieldsOf: dissection.command, .command, to: &secrets)
    add(fieldsOf: dissection.answer, .answer, to: &secrets)
    secrets.removeAll { secret in
      let half = secret.side == .command ? exchange.command.range : exchange.answer.range
      let start = min(half.lowerBound + secret.bytes.range.lowerBound, half.upperBound)
      let end = min(half.lowerBound + secret.bytes.range.upperBound, half.upperBound)
      return secret.kind == .id && !replacesIdentifiers
        || SecretValue.isBlank(secret.kind, story.bytes[start..<end])
    }
    // What a piece is of stands in the memory, which is looked at when the visit ends.
    for secret in secrets where !secret.isPiece {
      let run = secret.side == .command ? exchange.command : exchange.answer
      values += Self.value(of: secret, in: story.bytes.span.extracting(run.range))
    }
    for part in story.parts[exchange.partRun.range] where !part.commandSegments.isEmpty {
      var found: [Secret] = []
      finder.find(in: part, of: exchange, bytes: story.bytes.span, into: &found)
      let command = [UInt8](copying: story.bytes.span.extracting(part.command.range))
      for secret in found { values += Self.value(of: secret, in: command.span) }
    }
    // Identifiers are found by their values: no listing hides them.
    secrets.removeAll { $0.kind == .id }
    guard !exchange.isDecrypted else {
      // What a frame carries is not what was found in it.
      for secret in secrets { addDeciphered(secret, of: exchange) }
      return
    }
    masks.take(secrets, of: exchange, frames: step.frames, in: story, by: finder)
  }

  /// A secret in what was deciphered: where in its frames it lies.
  private mutating func addDeciphered(_ secret: Secret, of exchange: Exchange) {
    let isCommand = secret.side == .command
    let run = isCommand ? exchange.command : exchange.answer
    let segments = isCommand ? exchange.commandSegments : exchange.answerSegments
    for value in Self.value(of: secret, in: story.bytes.span.extracting(run.range)) {
      var pieces: [MemorySecrets.Found.Piece] = []
      let start = secret.bytes.range.lowerBound
      for index in segments.range where index < story.segments.count {
        let segment = story.segments[index]
        let from = Int(segment.offset)
        let part = (from..<from + Int(segment.length)).clamped(
          to: start..<start + value.bytes.count)
        guard !part.isEmpty else { continue }
        let origin = MemoryOrigin(
          frame: segment.frame, derived: segment.derived,
          offset: Int(segment.frameOffset) + part.lowerBound - from)
        pieces.append(
          MemorySecrets.Found.Piece(
            offset: part.lowerBound - start, count: part.count, origin: origin))
      }
      stored.append(MemorySecrets.Found(value: value, pieces: pieces))
    }
  }

  /// What the dissection of a half shows as secret and the finder did not find.
  private func add(
    fieldsOf half: Dissection.Half, _ side: Side, to secrets: inout [Secret]
  ) {
    guard case .exchange(let run, _) = half.source else { return }
    let bytes = story.bytes.span.extracting(run.range)
    for node in half.tree.nodes {
      guard let kind = secretLabels.kind(of: node.label), !node.place.isEmpty else { continue }
      let range = node.place.range.clamped(to: 0..<bytes.count)
      let secret =
        kind == .pan
        ? CardNumber.secret(bytes, in: range, claimed: range.count, side: side)
        : Secret(kind, side, range)
      SecretPatterns.add(secret, to: &secrets, from: 0)
    }
  }

  /// Identifiers in what precedes a card's first command.
  private mutating func addIdentifiers() {
    guard replacesIdentifiers else { return }
    for half in [dissection.command, dissection.answer] {
      for node in half.tree.nodes where secretLabels.kind(of: node.label) == .id {
        let range = node.place.range
        let bytes = dissection.withBytes(of: half, in: story) { bytes in
          range.upperBound <= bytes.count ? [UInt8](copying: bytes.extracting(range)) : []
        }
        // A part of a UID, and 88h in front of three bytes of one, are in the whole.
        if bytes.count >= 4, bytes[0] != 0x88 { values.append(SecretValue(.id, bytes)) }
      }
    }
  }

  private mutating func add(_ identifier: Identifier) {
    guard replacesIdentifiers, identifier.count >= 3 else { return }
    values.append(SecretValue(.id, identifier.bytes))
  }

  /// The value that a secret is; none where it has no bytes.
  private static func value(of secret: Secret, in bytes: Span<UInt8>) -> [SecretValue] {
    let range = secret.bytes.range.clamped(to: 0..<bytes.count)
    guard !range.isEmpty else { return [] }
    let isCut = secret.kind == .pan && Int(secret.digits) > range.count * 2
    let value = SecretValue(
      secret.kind, [UInt8](copying: bytes.extracting(range)), digits: Int(secret.digits),
      cutFrom: isCut ? 0 : nil)
    return [value]
  }

  private mutating func scanFrame(_ index: Int) {
    let note = story.frames[index]
    guard note.frame.derived == 0 else { return }
    guard note.frame.event == .none else { return caveats.note(note) }
    let bytes = Array(story.frameBytes[note.frame.bytes.range])
    var runs: [FrameMasks.Run] = []
    masks.find(in: note, bytes: bytes.span, by: finder, into: &runs)
    masks.forget(through: note.frame.number - 1)
    for run in runs where run.offset == 0 && run.bytes.count == run.secret.bytes.range.count {
      // Found in the frame itself, or as a whole in one: the same value either way.
      let range = run.bytes
      guard range.upperBound <= bytes.count else { continue }
      let secret = Secret(run.secret.kind, .answer, range, digits: Int(run.secret.digits))
      values += Self.value(of: secret, in: bytes.span).filter(\.isProven)
    }
    caveats.note(note)
    notes.append(Note(index: index, runs: runs))
  }
}

/// Which labels are marked secret, and which name what only its key opens or its maker vouches for.
struct SecretLabels: Sendable {
  private var kinds: [SecretKind?] = []
  private var sealed: [Bool] = []

  init(_ lexicon: Lexicon) {
    kinds = (0..<lexicon.labelCount).map { lexicon.label(UInt16($0))?.1.attributes.secret }
    var title = ByteBuffer(capacity: 64)
    for index in 0..<lexicon.labelCount {
      title.clear()
      lexicon.append(titleOf: UInt16(index), to: &title)
      let words = String(decoding: [UInt8](copying: title.span), as: UTF8.self).lowercased()
      sealed.append(words.hasSuffix("certificate") || words.hasPrefix("signed "))
    }
  }

  /// What a label's values are.
  func kind(of label: UInt16) -> SecretKind? {
    Int(label) < kinds.count ? kinds[Int(label)] : nil
  }

  /// Whether a label's values are certificates or signed data, from which a secret may be had.
  func isSealed(_ label: UInt16) -> Bool { Int(label) < sealed.count && sealed[Int(label)] }
}
