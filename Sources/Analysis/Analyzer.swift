import Bytes
package import Decoding
package import GrammarLanguage
import Tags
package import TraceFormat

/// Looks at a story as it is drained and says what is worth reporting.
///
/// One value sees one trace from its first entry to its last. Its state is bounded by the number
/// of visits that are open at a time. Which rule looks at what is decided by the kind of step and
/// by the instruction; each rule stands in a file of `Rules`.
package struct Analyzer: Sendable {
  /// What the last `examine` found, in the order of the entries that made it certain. A finding
  /// may belong to the row of a step that was drained earlier, as those about a visit's end do.
  package internal(set) var findings: [Finding] = []
  /// How each visit that the last `examine` saw the end of went, in the order of their ends.
  package private(set) var outcomes: [VisitOutcome] = []

  var vocabulary: Vocabulary
  /// What was said lately of how visits went: most go like one before.
  private var outcomeWords = RecentAnswers<Conclusion, OutcomeWords>(room: 1024)
  let secrets: SecretFinder
  private let fieldCheck: FieldCheck
  private var tagCheck: TagCommandCheck
  private var vicinity: VicinityExchange
  private var felicaFields: FelicaFieldCheck
  /// What the field check found in one exchange.
  private var faults: [Defect] = []
  /// What was secret in the exchange that was looked through last.
  var found: [Secret] = []
  var visits = OpenVisits()

  /// Makes an analyzer for one trace, with the grammars and with what finds personal data.
  package init(lexicon: Lexicon, secrets: SecretFinder) {
    vocabulary = Vocabulary(lexicon)
    fieldCheck = FieldCheck(lexicon)
    tagCheck = TagCommandCheck(lexicon)
    vicinity = VicinityExchange(lexicon)
    felicaFields = FelicaFieldCheck(lexicon)
    self.secrets = secrets
  }

  /// Examines everything that a story holds; called once for each time it is drained, before it is
  /// cleared.
  package mutating func examine(_ story: borrowing Story) {
    findings.removeAll(keepingCapacity: true)
    outcomes.removeAll(keepingCapacity: true)
    for index in story.entries.indices {
      let known = findings.count
      switch story.entries[index] {
      case .visit(let visit): visits.open(visit)
      case .step(let step, let defects): examine(step, defects, in: story)
      case .end(let end): close(end)
      }
      for new in known..<findings.count { findings[new].entry = index }
    }
  }

  /// Hands over what the last `examine` found, and takes room for the next ones.
  package mutating func hand(
    over findings: inout [Finding], _ outcomes: inout [VisitOutcome]
  ) {
    swap(&self.findings, &findings)
    swap(&self.outcomes, &outcomes)
  }

  /// The finding for a part of the file that cannot be read.
  package static func finding(for damage: TraceDamage) -> Finding {
    TraceDamaged.finding(damage)
  }

  private mutating func examine(
    _ step: borrowing Step, _ defects: Range<Int>, in story: borrowing Story
  ) {
    let place = visits.place(of: step.visit)
    examine(defects, of: step, at: place, in: story)
    switch step.content {
    case .exchange(let exchange): examine(exchange, of: step, defects, at: place, in: story)
    case .activation(let activation):
      visits[place].last = .none
      visits[place].outcome.note(activation, in: step, story)
      if case .nfcF = activation.technology {
        FelicaPollAnswer.check(activation, of: step, into: &findings, story)
      }
      if case .nfcV = activation.technology {
        BodySensor.check(
          activation.identifier, at: Place(frame: step.answerFrame, bytes: 2..<10), half: .answer,
          step: step.frames.lowerBound, visit: &visits[place], vocabulary, into: &findings)
      }
      visits[place].memory.note(activation, in: story)
    case .protocolActivation(let activation):
      visits[place].outcome.note(activation, in: story)
      UnansweredCommand.check(step, activation, visit: visits[place], into: &findings)
    case .halt, .deselect, .block, .parameterSelection, .damaged, .polling:
      visits[place].noteOther(step)
    case .answerToReset(let reset):
      visits[place].outcome.noteReset()
      visits[place].memory.note(reset: story.bytes.span.extracting(reset.range))
    case .peer(let peer):
      visits[place].outcome.note(peer)
      PeerMessage.check(step, peer, into: &findings, story)
    case .event, .records, .raw: break
    }
  }

  private mutating func examine(
    _ exchange: borrowing Exchange, of step: borrowing Step, _ defects: Range<Int>, at place: Int,
    in story: borrowing Story
  ) {
    let command = CommandAPDU(story.bytes.span.extracting(exchange.command.range))
    if case .iso7816 = exchange.form {
      checkFields(of: exchange, command, in: step, defects, at: place, story)
    }
    visits[place].sentSince = false
    visits[place].outcome.note(step, exchange, story)
    if let defect = tagCheck.defect(in: exchange, of: step, story) {
      examine(defect, of: step, at: place, beside: 0..<0, in: story)
    }
    visits[place].memory.take(exchange, of: step, in: story)
    for event in visits[place].memory.events {
      MemoryRules.check(event, in: step, into: &findings)
    }
    SlowAnswer.check(step, exchange, into: &findings, story)
    UnansweredCommand.check(step, exchange, into: &findings, story)
    if case .felica = exchange.form {
      visits[place].felica.note(exchange, of: step, in: story)
      FelicaAnswer.check(step, exchange, &felicaFields, into: &findings, story)
      TransitHistory.check(step, exchange, into: &findings, story)
      BlockCapability.check(
        step, exchange, visits[place].memory.attributes, into: &findings, story)
    }
    if case .classic = exchange.form {
      AuthenticationFailed.check(step, exchange, into: &findings, story)
      AccessBits.check(step, exchange, into: &findings, story)
    }
    if case .iso15693 = exchange.form {
      vicinity.check(step, exchange, visit: &visits[place], into: &findings, story)
      let answer = story.bytes.span.extracting(exchange.answer.range)
      if case .answered = exchange.outcome, exchange.command.count > 1,
        story.bytes[Int(exchange.command.start) + 1] == 0x2B,
        let information = SystemInformation(answer)
      {
        BodySensor.check(
          information.uid, at: story.place(of: 2..<10, in: exchange.answerSegments), half: .answer,
          step: step.frames.lowerBound, visit: &visits[place], vocabulary, into: &findings)
      }
    }
    guard Self.isWholeAPDU(exchange) else {
      visits[place].note(step, exchange, story)
      return
    }
    let view = APDUView(step, exchange, command, story.bytes.span)
    let failed = vocabulary.isError(view)
    var endsBadly = failed
    if view.status != nil {
      endsBadly = VisitFailed.note(view, failed: failed, visit: &visits[place], story)
      StatusIgnored.check(view, failed: failed, visit: &visits[place], into: &findings, story)
    } else {
      visits[place].note(step, exchange, story)
    }
    visits[place].outcome.note(view, failed: endsBadly)
    examine(view, at: place, in: story)
  }

  /// Whether there is an APDU to judge. Nothing is concluded from a command that is not all there.
  private static func isWholeAPDU(_ exchange: borrowing Exchange) -> Bool {
    guard case .iso7816 = exchange.form, !exchange.command.isEmpty else { return false }
    if case .cut = exchange.commandDamage { return false }
    return true
  }

  /// Looks whether an exchange's bytes hold together, which no layer needs to know. What a broken
  /// chain left is not all there.
  private mutating func checkFields(
    of exchange: borrowing Exchange, _ command: CommandAPDU, in step: borrowing Step,
    _ defects: Range<Int>, at place: Int, _ story: borrowing Story
  ) {
    for index in defects {
      if case .brokenChain = story.defects[index].kind { return }
    }
    var onAir = true
    if case .apdu = visits[place].technology { onAir = false }
    fieldCheck.check(
      exchange, command, visit: step.visit, bytes: story.bytes.span,
      segments: story.segments.span, onAir: onAir, into: &faults)
    guard !faults.isEmpty else { return }
    for index in faults.indices {
      examine(faults[index], of: step, at: place, beside: 0..<0, in: story)
    }
    faults.removeAll(keepingCapacity: true)
  }

  /// Hands an APDU to the rules that its instruction concerns.
  private mutating func examine(_ view: APDUView, at place: Int, in story: borrowing Story) {
    switch view.command.ins {
    case 0xA4 where view.selectsByName:
      ApplicationIdentifierForm.check(view, into: &findings, story)
      PaymentSelected.check(view, &vocabulary, into: &findings, story)
      PaymentOffered.check(view, &vocabulary, into: &findings, story)
      if view.status == 0x9000 { visits[place].missing.noteSuccess() }
    case 0xB0, 0xD6:
      FileCapability.check(view, visit: &visits[place], into: &findings, story)
    case 0xB2:
      PaymentOffered.check(view, &vocabulary, into: &findings, story)
    case 0x20, 0x21, 0x24, 0x2C, 0x82:
      RetryCounter.check(view, visit: &visits[place], into: &findings, story)
    default: break
    }
    if view.status == 0x6A82 {
      NotFound.check(view, visit: &visits[place], into: &findings, story)
    }
    CommandUnsupported.check(view, into: &findings, story)
    PersonalData.check(view, secrets, &found, into: &findings, story)
  }

  private mutating func close(_ end: VisitEnd) {
    var visit = visits.close(end.number)
    VisitFailed.finish(visit, vocabulary, into: &findings)
    NotFound.finish(visit, into: &findings)
    MemoryUnread.finish(visit, vocabulary, into: &findings)
    let contents = visit.memory.contents
    let main = contents.first { $0.isMain }
    let message = main?.messages.first?.contents
    for part in contents {
      MemoryRules.check(part, message: message, visit: end.number, into: &findings)
    }
    let felica = visit.memory.felica.flatMap { FelicaOutcome($0, main) }
    visit.outcome.felica = felica
    var conclusion = visit.outcome.conclusion(end)
    if let main { conclusion.leaveOut(what: main) }
    let words = words(of: conclusion)
    outcomes.append(
      VisitOutcome(
        visit: end.number,
        main.map { part in
          TagWords.join(part, words, felica) { vocabulary.directoryApplication($0) }
        } ?? words, contents,
        message: message))
  }

  private mutating func words(of conclusion: Conclusion) -> OutcomeWords {
    let mark = conclusion.fingerprint
    if let known = outcomeWords.answer(to: conclusion, mark) { return known }
    let words = conclusion.words(&vocabulary)
    outcomeWords.keep(words, to: conclusion, mark)
    return words
  }
}
