import Bytes
import Decoding
import GrammarLanguage
import TraceFormat

/// Reads a trace once and keeps a digest of it.
struct DigestReader {
  private var decoder: Decoder
  private var dissector: Dissector
  private var dissection = Dissection()
  private var command: VaryingFields
  private var answer: VaryingFields
  private var memory = KeyMemory()
  private var digest = TraceDigest()
  /// Places of applications.
  private var places: [Identifier: UInt16] = [:]
  /// Which of the asked paths no field has had so far.
  private var unmet: UnmetPatterns

  init(_ lexicon: Lexicon, _ options: Decoder.Options, asked: [FieldPattern] = []) {
    unmet = UnmetPatterns(asked, lexicon)
    decoder = Decoder(options: options)
    dissector = Dissector(lexicon)
    command = VaryingFields(lexicon)
    answer = VaryingFields(lexicon)
  }

  /// Reads to the end.
  mutating func read(_ reader: inout any FrameReader) throws(TraceError) -> TraceDigest {
    var batch = FrameBatch()
    // Not a part of the reader: spans of it would keep the rest from being changed.
    var story = Story()
    while try reader.read(into: &batch) {
      digest.start = digest.start ?? batch.frames.first?.time
      digest.frames += batch.frames.count
      if !digest.hasFramesOnAir {
        digest.hasFramesOnAir = batch.frames.contains { $0.link.isOnAir && $0.event == .none }
      }
      decoder.decode(batch, into: &story)
      drain(&story)
    }
    decoder.finish(into: &story)
    drain(&story)
    digest.description = reader.description
    digest.unmet = unmet.patterns
    digest.finish()
    return digest
  }

  private mutating func drain(_ story: inout Story) {
    for index in story.entries.indices {
      switch story.entries[index] {
      case .visit(let visit):
        while digest.visits.count < visit.number { digest.visits.append(VisitDigest(nil)) }
        digest.visits.append(VisitDigest(visit))
      case .step(let step, _): take(step, in: story)
      case .end: break
      }
      dissector.observe(story.entries[index], in: story)
    }
    story.clear()
  }

  private mutating func take(_ step: Step, in story: borrowing Story) {
    let visit = step.visit < digest.visits.count ? step.visit : 0
    digest.visits[visit].counts.note(step)
    guard StepDigest.counts(step) else { return }
    var taken = StepDigest()
    taken.visit = Int32(clamping: visit)
    taken.frame = step.frames.lowerBound
    taken.time = step.time
    switch step.content {
    case .exchange(let exchange):
      taken.latency = step.latency ?? .min
      taken.transport = StepTransport(exchange)
      taken.application = place(of: exchange.application)
      read(exchange, of: step, in: story, into: &taken)
    case .activation(let activation):
      digest.hasIdentities = true
      read(activation, in: story, into: &taken)
    case .protocolActivation(let activation):
      digest.hasIdentities = true
      if !activation.request.isEmpty {
        digest.visits[visit].fsd = activation.fsd
        digest.visits[visit].cid = activation.cid
      }
      read(activation, in: story, into: &taken)
    case .answerToReset(let bytes):
      digest.hasResets = true
      taken.role = .reset
      taken.set(kind: 3, story.bytes.span.extracting(bytes.range))
    case .peer(let peer):
      taken.set(kind: peer.isToTarget ? 4 : 5, story.bytes.span.extracting(peer.bytes.range))
    case .raw(let bytes):
      taken.set(kind: 6, story.bytes.span.extracting(bytes.range))
    case .event, .polling, .parameterSelection, .halt, .deselect, .block, .damaged, .records:
      return
    }
    if !unmet.patterns.isEmpty {
      if taken.role == .identity { dissector.dissect(step, in: story, into: &dissection) }
      // What came from memory was met when it was kept.
      unmet.meet(dissection)
    }
    digest.visits[visit].add(taken)
    digest.steps.append(taken)
  }

  private mutating func place(of application: Identifier) -> UInt16 {
    if let place = places[application] { return place }
    guard digest.applications.count < Int(UInt16.max) else { return 0 }
    let place = UInt16(digest.applications.count)
    digest.applications.append(application)
    places[application] = place
    return place
  }
}

extension DigestReader {
  private mutating func read(
    _ exchange: Exchange, of step: Step, in story: borrowing Story, into taken: inout StepDigest
  ) {
    let bytes = story.bytes.span
    let contents = ExchangeContents(exchange)
    taken.kind = StepDigest.Kind(exchange, bytes.extracting(exchange.command.range))
    if case .iso7816 = exchange.form, exchange.command.count > 3,
      bytes[Int(exchange.command.start)] == 0xFF
    {
      taken.role = .reader
      digest.hasReaderCommands = true
    }
    taken.raw = contents.key(in: story, command: [], answer: [], hidesContinuations: false).whole
    let isAlone = Dissector.isSelfContained(exchange, bytes)
    let visit = digest.visits[Int(taken.visit)].visit
    let identifier = visit?.identifier ?? Identifier()
    if isAlone, let known = memory.keys(of: taken, identifier) {
      taken.key = known.key
      taken.command = known.command
      taken.nonce = known.nonce
      return
    }
    dissector.dissect(step, in: story, into: &dissection)
    command.find(
      in: dissection.command.tree, bytes.extracting(exchange.command.range),
      identifier: identifier)
    answer.find(
      in: dissection.answer.tree, bytes.extracting(exchange.answer.range), identifier: identifier)
    let keys = contents.key(
      in: story, command: command.runs, answer: answer.runs,
      hidesContinuations: !answer.runs.isEmpty)
    taken.key = keys.whole
    taken.command = keys.command
    taken.nonce = nonce(of: exchange, in: story)
    if isAlone { memory.keep(taken, identifier) }
  }

  /// The nonces of both halves, as a key.
  private func nonce(of exchange: Exchange, in story: borrowing Story) -> UInt64 {
    guard !command.nonces.isEmpty || !answer.nonces.isEmpty, !exchange.isEncrypted else { return 0 }
    var key = ContentKey()
    let asked = story.bytes.span.extracting(exchange.command.range)
    let given = story.bytes.span.extracting(exchange.answer.range)
    for run in command.nonces { key.add(asked.extracting(run)) }
    for run in answer.nonces { key.add(given.extracting(run)) }
    return key.value
  }

  private func read(
    _ activation: Activation, in story: borrowing Story, into taken: inout StepDigest
  ) {
    taken.role = .identity
    taken.kind = StepDigest.Kind(other: 1)
    let bytes = story.bytes.span
    var key = ContentKey()
    key.add(UInt64(activation.technology.rawValue))
    let request = bytes.extracting(activation.request.range)
    if case .nfcF = activation.technology { key.add(request) }
    taken.command = key.value
    key.add(UInt64(activation.atqa ?? 0) << 16 | UInt64(activation.sak ?? 0))
    key.add(activation.atqa == nil ? 0 : 1)
    key.add(activation.sak == nil ? 0 : 1)
    let answer = bytes.extracting(activation.answer.range)
    // ATQB: 50, PUPI, application data, protocol info.
    let skipped = activation.technology == .nfcB && answer.count > 5 ? 5 : 0
    key.add(answer.extracting(skipped..<answer.count))
    if !activation.isRandom {
      key.add(activation.identifier.high)
      key.add(activation.identifier.low)
    }
    taken.key = key.value
    taken.raw = key.value
  }

  /// The card's answer alone: what the reader tells of itself is the transport's business.
  private func read(
    _ activation: ProtocolActivation, in story: borrowing Story, into taken: inout StepDigest
  ) {
    taken.role = .identity
    let bytes = story.bytes.span
    let isTypeB = !activation.request.isEmpty && bytes[Int(activation.request.start)] == 0x1D
    let answer = bytes.extracting(activation.answer.range)
    // The answer to ATTRIB repeats the CID.
    taken.set(kind: 2, isTypeB ? answer.extracting(min(1, answer.count)..<answer.count) : answer)
    taken.command = 0
  }
}

extension StepDigest {
  /// Bytes that are compared as they are.
  fileprivate mutating func set(kind: UInt8, _ bytes: Span<UInt8>) {
    self.kind = Kind(other: kind)
    var key = ContentKey()
    key.add(UInt64(kind))
    key.add(bytes)
    self.key = key.value
    raw = key.value
    command = key.value
  }
}

extension Link {
  /// Whether its frames were on air.
  fileprivate var isOnAir: Bool {
    switch self {
    case .iso14443, .nfcA, .nfcB, .nfcF, .nfcV: true
    case .apdu, .pn532, .ccid, .usb, .nci, .llcp, .gsmtap, .atr, .other: false
    }
  }
}
