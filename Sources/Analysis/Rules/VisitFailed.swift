import Bytes
import Decoding
import GrammarLanguage
import Tags

/// Raises `visit-failed`.
enum VisitFailed {
  static let manual = """
    The last command of a visit was answered with an error status, or not at all.

    Whatever the holder wanted, this is probably where it stopped. Only the last activation \
    counts. Reading a list to its end is no failure: READ RECORD answered 6A83 after the record \
    before it was read, READ BINARY answered 6B00 behind the end of a file.
    """

  /// Remembers how an exchange went; whether it failed, and not only at the end of a list.
  static func note(
    _ view: APDUView, failed: Bool, visit: inout VisitState, _ story: borrowing Story
  ) -> Bool {
    let command = view.command
    guard failed, let status = view.status, !endsList(status, view, visit.last) else {
      visit.last = .fine(ins: command.ins, p1: command.p1, p2: command.p2)
      return false
    }
    visit.last = .refused(
      LastExchange.Refusal(
        step: view.step, status: status, cla: command.cla, ins: command.ins,
        application: view.application, place: view.statusPlace(in: story)))
    return true
  }

  /// Looks at how a visit ended.
  static func finish(
    _ visit: VisitState, _ vocabulary: Vocabulary, into findings: inout [Finding]
  ) {
    switch visit.last {
    case .none, .fine: break
    case .refused(let refusal):
      let name = vocabulary.instruction(
        cla: refusal.cla, ins: refusal.ins, application: refusal.application)
      var words =
        "the visit ends on an error status: \(Hex.text(refusal.status, digits: 4)) to \(name)"
      if !visit.sentSince { words += "; nothing was sent after it" }
      var finding = Finding(
        .visitFailed, visit: visit.number, step: refusal.step, half: .answer,
        places: Places(refusal.place), message: "\(words)")
      if let advice = StatusAdvice.words(for: refusal) { finding.notes = [advice] }
      findings.append(finding)
    case .felicaRefused(let step, let refusal):
      var message: Finding.Message =
        "the visit ends on error \(hex: refusal.first) \(hex: refusal.second)"
      if let block = refusal.block, let attributes = visit.memory.attributes,
        refusal.second == Self.illegalBlock
      {
        message += ": block \(block); the attribute block promises \(attributes.blocks)"
      } else {
        message += " to \(.command)"
      }
      findings.append(
        Finding(
          .visitFailed, visit: visit.number, step: step, half: .answer,
          places: Places(refusal.place), message: message))
    case .vicinityRefused(let step, let refusal):
      let meaning = vocabulary.vicinityError(refusal.code).map { " (\($0))" } ?? ""
      findings.append(
        Finding(
          .visitFailed, visit: visit.number, step: step, half: .answer,
          places: Places(refusal.place),
          message: "the visit ends on error \(hex: refusal.code)\(meaning) to \(.command)"))
    case .unanswered(let step, let command):
      var finding = Finding(
        .visitFailed, visit: visit.number, step: step, half: .noAnswer,
        places: Places(command),
        message: "the visit ends without an answer to \(.command)")
      finding.namesBytes = false
      findings.append(finding)
    }
  }

  /// FeliCa's status flag 2: illegal block number.
  private static let illegalBlock: UInt8 = 0xA8

  /// Whether an error only says that a list that was being read has no more.
  private static func endsList(
    _ status: UInt16, _ view: APDUView, _ last: LastExchange
  ) -> Bool {
    guard case .fine(let ins, let p1, let p2) = last, ins == view.command.ins else { return false }
    switch (ins, status) {
    case (0xB2, 0x6A83): return p2 == view.command.p2 && Int(view.command.p1) == Int(p1) + 1
    case (0xB0, 0x6B00): return true
    default: return false
    }
  }
}
