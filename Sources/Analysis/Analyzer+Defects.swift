import Bytes
import Decoding
import GrammarLanguage
import TraceFormat

extension Analyzer {
  /// Hands what the layers found wrong with a step to the rules that put it into words.
  mutating func examine(
    _ defects: Range<Int>, of step: borrowing Step, at place: Int, in story: borrowing Story
  ) {
    for index in defects {
      examine(story.defects[index], of: step, at: place, beside: defects, in: story)
    }
  }

  /// Hands one defect of a step to its rule.
  mutating func examine(
    _ defect: Defect, of step: borrowing Step, at place: Int, beside neighbours: Range<Int>,
    in story: borrowing Story
  ) {
    var scene = Scene(
      defect, copy step, neighbours: neighbours, visits[place].technology, in: story)
    if case .crc = defect.kind { scene.isSecret = carriesSecret(defect, step, in: story) }
    if let finding = finding(for: scene, at: place) { findings.append(finding) }
  }

  /// Whether the side of a step that a defect is about holds a secret, as far as can be told.
  private mutating func carriesSecret(
    _ defect: Defect, _ step: borrowing Step, in story: borrowing Story
  ) -> Bool {
    let side: Side = defect.direction == .fromCard ? .answer : .command
    let bytes = story.bytes.span
    found.removeAll(keepingCapacity: true)
    switch step.content {
    case .exchange(let exchange):
      secrets.find(in: exchange, bytes: bytes, into: &found)
      // PACK is as secret as the password that it answers.
      if exchange.form == .type2, !found.isEmpty { return true }
    case .damaged(let damaged):
      secrets.find(inLoose: bytes.extracting(damaged.bytes.range), side: side, into: &found)
    default: return false
    }
    return found.contains { $0.side == side && $0.kind != .id }
  }

  private mutating func finding(for scene: Scene, at place: Int) -> Finding? {
    switch scene.defect.kind {
    case .crc(let found, let computed, let answered, let hiddenHalt):
      CRCMismatch.finding(
        found: found, computed: computed, answered: answered, hiddenHalt: hiddenHalt, in: scene)
    case .bcc(let found, let computed, let over, let selectFrame, let agreed):
      BCCMismatch.finding(
        found: found, computed: computed, over: over, selectFrame: selectFrame, agreed: agreed,
        in: scene)
    case .parity: ParityError.finding(in: scene)
    case .truncatedFrame(let needs, let captured, let block):
      TruncatedFrame.finding(
        needs: needs, captured: captured, block: block,
        group: visits[place].truncationGroup(of: scene.frame), in: scene)
    case .cutByCapture(let original, let captured):
      CutByCapture.finding(original: original, captured: captured, in: scene)
    case .pseudoHeader(let fault): BadPseudoHeader.finding(fault, in: scene)
    case .atsLength(let claimed, let present):
      MalformedATS.lengthFinding(claimed: claimed, present: present, in: scene)
    case .atsField(let missing, let name):
      MalformedATS.fieldFinding(missing: missing, name: name, in: scene)
    case .apdu(let fault): MalformedAPDU.finding(fault, in: scene)
    case .tlv(.tooDeep(let limit)): BytesLeftOut.finding(depth: limit, in: scene)
    case .tlv(let fault): MalformedTLV.finding(fault, in: scene)
    case .command(let needs, let present):
      MalformedCommand.finding(needs: needs, present: present, in: scene)
    case .felicaLength(let claimed, let present, let isMissing):
      MalformedCommand.lengthFinding(
        claimed: claimed, present: present, isMissing: isMissing, in: scene)
    case .uidIncomplete(let sak, let sakFrame, let level):
      UIDIncomplete.finding(sak: sak, sakFrame: sakFrame, level: level, in: scene)
    case .answerNumber(let number, let expected):
      BlockNumber.answerNumber(number, expected: expected, in: scene)
    case .blockNumber(let number, let previousFrame):
      BlockNumber.repetition(of: number, previousFrame: previousFrame, in: scene)
    case .repeatedBlock(let number, let firstFrame):
      BlockNumber.repeatedBlock(number, firstFrame: firstFrame, in: scene)
    case .acknowledgesTooEarly(let number):
      BlockNumber.earlyAcknowledgement(of: number, in: scene)
    case .brokenChain(let bytes, let reason):
      BrokenChain.finding(bytes: bytes, by: reason, in: scene)
    case .frameSize(let limit, let actual, let isFSD):
      FrameSize.finding(limit: limit, actual: actual, isFSD: isFSD, in: scene)
    case .waitingTime(let asked, let granted):
      WaitingTime.finding(asked: asked, granted: granted, in: scene)
    case .reservedBlock(let pcb): ReservedBlock.finding(pcb: pcb, in: scene)
    case .tooLong(let limit): BytesLeftOut.finding(limit: limit, in: scene)
    case .timeRunsBackwards(let nanoseconds):
      TimeContradiction.finding(by: nanoseconds, in: scene)
    case .hostFrame(let fault): MalformedHostFrame.finding(fault, in: scene)
    case .chipStatus(let status, let command):
      ReaderStatus.finding(
        status, meaning: vocabulary.chipStatus(status), command: command, in: scene)
    }
  }
}
