import Bytes
import Decoding

/// Raises `unanswered-command`.
enum UnansweredCommand {
  static let manual = """
    A card that had to answer a command did not.

    The wait is from the start of the command to the start of the next frame. Where the card's \
    frame waiting time (FWT) is known, a reader may give up after that; it then asks for the \
    block again with R(NAK). The usual reasons are a card that left the field, a reader that \
    gave up too early, or a command that this kind of card does not have.

    Silence that is right is never reported: after polls, HLTA, S(DESELECT), ISO/IEC 15693's \
    Stay Quiet, and the second packet of SECTOR_SELECT (NFC Forum Type 2 Tag), whose \
    acknowledgement it is. Nor is a last command whose answer may lie behind the capture's end.
    """

  static func check(
    _ step: borrowing Step, _ exchange: borrowing Exchange, into findings: inout [Finding],
    _ story: borrowing Story
  ) {
    guard case .unanswered = exchange.outcome, !exchange.command.isEmpty else { return }
    let command = story.bytes[exchange.command.range]
    switch exchange.form {
    case .classic: return
    case .iso15693 where command.dropFirst().first == 0x02: return
    default: break
    }
    if exchange.isReaderSilent { return findings.append(ReaderStatus.silence(in: step)) }
    let waited = step.silence ?? 0
    var message: Finding.Message = "\(.command)"
    var asked = Place(frame: step.commandFrame, derived: step.firstDerived, bytes: 0..<0)
    if exchange.parts > 1, let last = story.parts[exchange.partRun.range].last {
      // GET RESPONSE or the next step of a command in several: that is what was not answered.
      message += ", step \(exchange.parts)"
      let derived =
        last.commandSegments.isEmpty
        ? 0 : story.segments[Int(last.commandSegments.start)].derived
      asked = Place(frame: last.commandFrame, derived: derived, bytes: 0..<0)
    }
    if step.silence != nil { message += "; waited \(Words.milliseconds(waited)) ms" }
    if let budget = step.budget {
      message += " (\(limitName(exchange.form)) \(Words.milliseconds(budget)))"
    }
    if exchange.unansweredRequests > 0 {
      message += ", R(NAK) \(Words.times(exchange.unansweredRequests))"
    }
    message += Finding.Message(stringLiteral: conclusion(exchange.form, command))
    var finding = Finding(
      .unansweredCommand, visit: step.visit, step: step.frames.lowerBound, half: .noAnswer,
      places: Places(asked),
      message: message,
      merge: Finding.Merge(
        .unansweredCommand, group: CommandGroup.number(of: exchange.command, in: story),
        amount: waited))
    finding.namesBytes = false
    findings.append(finding)
  }

  /// RATS that a card with ISO-DEP did not answer, however often it was asked.
  static func check(
    _ step: Step, _ activation: ProtocolActivation, visit: VisitState,
    into findings: inout [Finding]
  ) {
    guard activation.answer.isEmpty, step.answerFrame == 0, let silence = step.silence,
      visit.outcome.promisesISODEP
    else { return }
    var finding = Finding(
      .unansweredCommand, visit: step.visit, step: step.frames.lowerBound, half: .noAnswer,
      places: Places(
        Place(frame: step.commandFrame, derived: step.firstDerived, bytes: 0..<0)),
      message:
        "RATS; waited \(Words.milliseconds(silence)) ms, sent \(Words.times(activation.attempts))",
      merge: Finding.Merge(.unansweredCommand, group: 0, amount: silence))
    finding.namesBytes = false
    findings.append(finding)
  }

  /// The sentence for a command that was sent several times: from the shortest to the longest wait.
  static func message(for group: [Finding]) -> Finding.Message? {
    let waits = group.compactMap { $0.merge?.amount }.sorted()
    guard let first = group.first, let least = waits.first, let most = waits.last, most > 0 else {
      return nil
    }
    let (from, to) = (Words.wholeMilliseconds(least), Words.wholeMilliseconds(most))
    let range = from == to ? from : "\(from) to \(to)"
    let times = group.count == 2 ? "both times" : "\(group.count) times"
    var message: Finding.Message = "\(.command), waited \(range) ms \(times)"
    if first.message.text(command: "").hasSuffix(ultralightC) {
      message += Finding.Message(stringLiteral: ultralightC)
    }
    return message
  }

  private static func conclusion(_ form: Exchange.Form, _ command: ArraySlice<UInt8>) -> String {
    form == .type2 && command.elementsEqual([0x1A, 0x00]) ? ultralightC : ""
  }

  private static let ultralightC = ": so no Ultralight C"

  private static func limitName(_ form: Exchange.Form) -> String {
    switch form {
    case .iso7816, .native: "FWT"
    default: "limit"
    }
  }
}
