import Bytes
package import Decoding
package import GrammarLanguage
package import TraceFormat

/// Looks at a story as it is drained and says what is worth reporting.
///
/// One value sees one trace from its first entry to its last. Its state is bounded by the number
/// of visits that are open at a time. Which rule looks at what is decided by the kind of step and
/// by the instruction; each rule stands in a file of `Rules`.
package struct Analyzer: Sendable {
  /// What the last `examine` found, in the order of the entries that made it certain. A finding
  /// may belong to the row of a step that was drained earlier, as those about a visit's end do.
  package private(set) var findings: [Finding] = []
  /// How each visit that the last `examine` saw the end of went, in the order of their ends.
  package private(set) var outcomes: [VisitOutcome] = []

  private var vocabulary: Vocabulary
  private var outcomeWords = OutcomeWords()
  let secrets: SecretFinder
  private let fieldCheck: FieldCheck
  /// What the field check found in one exchange.
  private var faults: [Defect] = []
  var visits = OpenVisits()

  /// Makes an analyzer for one trace, with the grammars and with what finds personal data.
  package init(lexicon: Lexicon, secrets: SecretFinder) {
    vocabulary = Vocabulary(lexicon)
    fieldCheck = FieldCheck(lexicon)
    self.secrets = secrets
  }

  /// Examines everything that a story holds; called once for each time it is drained, before it is
  /// cleared.
  package mutating func examine(_ story: Story) {
    findings.removeAll(keepingCapacity: true)
    outcomes.removeAll(keepingCapacity: true)
    for index in story.entries.indices {
      let known = findings.count
      switch story.entries[index] {
      case .visit(let visit): visits.open(visit)
      case .step(let step, let defects):
        if !defects.isEmpty { examine(defects, of: step, in: story) }
        checkFields(of: step, defects, in: story)
        examine(step, in: story)
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

  /// Looks whether an exchange's bytes hold together, which no layer needs to know. What a broken
  /// chain left is not all there.
  private mutating func checkFields(of step: Step, _ defects: Range<Int>, in story: Story) {
    guard case .exchange(let exchange) = step.content, exchange.form == .iso7816 else { return }
    for index in defects {
      if case .brokenChain = story.defects[index].kind { return }
    }
    fieldCheck.check(
      step, bytes: story.bytes.span, segments: story.segments.span,
      onAir: visits[step.visit].technology != .apdu, into: &faults)
    guard !faults.isEmpty else { return }
    for fault in faults { examine(fault, of: step, beside: 0..<0, in: story) }
    faults.removeAll(keepingCapacity: true)
  }

  private mutating func examine(_ step: Step, in story: Story) {
    switch step.content {
    case .exchange(let exchange): examine(exchange, of: step, in: story)
    case .activation(let activation):
      visits[step.visit].last = .none
      visits[step.visit].outcome.note(activation, in: step, story)
    case .protocolActivation(let activation):
      visits[step.visit].outcome.note(activation, in: story)
      UnansweredCommand.check(step, activation, visit: visits[step.visit], into: &findings)
    case .halt, .deselect, .block, .parameterSelection, .damaged, .polling:
      visits[step.visit].noteOther(step)
    case .event, .records, .raw: break
    }
  }

  private mutating func examine(_ exchange: Exchange, of step: Step, in story: Story) {
    let number = step.visit
    visits[number].sentSince = false
    visits[number].outcome.note(step, exchange, story)
    SlowAnswer.check(step, exchange, into: &findings, story)
    UnansweredCommand.check(step, exchange, visit: &visits[number], into: &findings, story)
    if exchange.form == .felica { FelicaAnswer.check(step, exchange, into: &findings, story) }
    guard exchange.form == .iso7816, !exchange.command.isEmpty else {
      visits[number].note(step, exchange, story)
      return
    }
    // Nothing is concluded from a command that is not all there.
    guard exchange.commandDamage != .cut else {
      visits[number].note(step, exchange, story)
      return
    }
    let view = APDUView(step, exchange, in: story)
    let failed = vocabulary.isError(view)
    var endsBadly = failed
    if exchange.status != nil {
      endsBadly = VisitFailed.note(view, failed: failed, visit: &visits[number], story)
      StatusIgnored.check(
        view, failed: failed, visit: &visits[number], into: &findings, story)
    } else {
      visits[number].note(step, exchange, story)
    }
    visits[number].outcome.note(view, failed: endsBadly, story)
    examine(view, in: story)
  }

  /// Hands an APDU to the rules that its instruction concerns.
  private mutating func examine(_ view: APDUView, in story: Story) {
    let number = view.step.visit
    switch view.command.ins {
    case 0xA4 where view.selectsByName:
      ApplicationIdentifierForm.check(view, into: &findings, story)
      PaymentSelected.check(view, &vocabulary, into: &findings, story)
      PaymentOffered.check(view, &vocabulary, into: &findings, story)
      if view.exchange.status == 0x9000 { visits[number].missing.noteSuccess() }
    case 0xB0, 0xD6:
      FileCapability.check(view, visit: &visits[number], into: &findings, story)
    case 0xB2:
      PaymentOffered.check(view, &vocabulary, into: &findings, story)
    case 0x20, 0x21, 0x24, 0x2C, 0x82:
      RetryCounter.check(view, visit: &visits[number], into: &findings, story)
    default: break
    }
    if view.exchange.status == 0x6A82 {
      NotFound.check(view, visit: &visits[number], into: &findings, story)
    }
    CommandUnsupported.check(view, into: &findings, story)
    PersonalData.check(view, secrets, into: &findings, story)
  }

  /// Adds a finding.
  mutating func raise(_ finding: Finding) { findings.append(finding) }

  private mutating func close(_ end: VisitEnd) {
    let visit = visits.close(end.number)
    VisitFailed.finish(visit, vocabulary, into: &findings)
    NotFound.finish(visit, into: &findings)
    let words = outcomeWords.words(for: visit.outcome.conclusion(end), &vocabulary)
    outcomes.append(
      VisitOutcome(
        visit: end.number, long: words.long, short: words.short, products: words.products))
  }
}
