import Bytes
import Decoding

/// How a visit went, in a line: what its last row says, and `outcome` in JSON.
package struct VisitOutcome: Equatable, Sendable {
  package var visit: Int
  /// `Visa asked for and selected; READ RECORD 1 not answered whole`.
  package var long: String
  /// `Visa; READ RECORD 1 not answered whole`.
  package var short: String
}

extension OutcomeState {
  /// Puts what is known at the end of a visit into words.
  func conclusion(_ end: VisitEnd, _ vocabulary: Vocabulary) -> VisitOutcome {
    let subject = subject(vocabulary)
    let trouble = troubleWords(vocabulary)
    let rest = plainWords(end)
    func line(_ subject: String?) -> String {
      guard let subject else { return trouble.map { String($0.dropFirst(2)) } ?? rest }
      return subject + (trouble ?? "")
    }
    return VisitOutcome(visit: end.number, long: line(subject?.long), short: line(subject?.short))
  }

  /// Which applications it was about.
  private func subject(_ vocabulary: Vocabulary) -> (long: String, short: String)? {
    let named = applications.filter { !ApplicationIdentifierForm.isDirectory($0.aid) }
    let selected = named.filter(\.isSelected)
    if let last = selected.last {
      let names = selected.prefix(3).map { vocabulary.name(of: $0.aid) }
      let short = Words.list(names)
      let isPayment = vocabulary.application(last.aid)?.isPayment == true
      return (isPayment ? "\(short) asked for and selected" : short, short)
    }
    if named.count > 1 {
      let words = "\(named.count) applications asked for, none selected"
      return (words, words)
    }
    if let only = named.first {
      let words = "\(vocabulary.name(of: only.aid)) asked for, not selected"
      return (words, words)
    }
    guard let directory = applications.first else { return nil }
    let words = directory.isSelected ? "payment directory read" : "payment directory asked for"
    return (words, words)
  }

  /// What went wrong last, with what joins it to a subject in front of it.
  private func troubleWords(_ vocabulary: Vocabulary) -> String? {
    switch trouble {
    case .refused(let status, let command):
      let meaning = vocabulary.meaning(of: status, command).map { " \($0)" } ?? ""
      return
        ", refused at \(vocabulary.name(of: command)): \(Hex.text(status, digits: 4))\(meaning)"
    case .notWhole(let command):
      return "; \(vocabulary.name(of: command)) not answered whole"
    case .none:
      guard let silence else { return nil }
      return "; silent from frame \(silence.from) " + (silence.to.map { "to \($0)" } ?? "on")
    }
  }

  /// For a visit without an application and without trouble.
  private func plainWords(_ end: VisitEnd) -> String {
    if exchanges > 0 {
      return exchanges == 1 ? "1 command, answered" : "\(exchanges) commands, answered"
    }
    if !isWhole {
      return "not activated as the standard asks"
        + (end.reason == .endOfInput ? "; the capture ends" : "")
    }
    return activations > 0 ? "activated, nothing asked" : "polled, not activated"
  }
}
