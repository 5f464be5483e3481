import Decoding

/// Raises `slow-answer`.
enum SlowAnswer {
  static let manual = """
    The card took longer than it may, or nearly so.

    The wait runs from the end of the reader's frame to the start of the card's. In ISO-DEP the \
    card may take its frame waiting time (FWT, from the ATS or ATQB), or WTXM times that after \
    S(WTX). Above it is a warning: some readers have given up by then. Above 80 % is a note: \
    another reader, another phone position, or a slower network makes it fail. A silence that \
    the card ended by asking for more time is neither, and nothing is said of a visit whose \
    times contradict themselves.
    """

  static func check(
    _ step: borrowing Step, _ exchange: borrowing Exchange, into findings: inout [Finding],
    _ story: borrowing Story
  ) {
    guard let wait = step.wait, let budget = step.budget, budget > 0 else { return }
    // Compared without multiplying the wait, which may be any number.
    guard wait > budget / 5 * 4, !exchange.waitEndedInExtension, step.answerFrame != 0 else {
      return
    }
    // The same number as in the row.
    let percent = step.share.map { "\($0)" } ?? "over 100"
    let isOver = wait > budget
    var finding = Finding(
      .slowAnswer, severity: isOver ? .warning : .note, visit: step.visit,
      step: step.frames.lowerBound, half: .answer,
      places: Places(Place(frame: step.answerFrame, bytes: 0..<0)),
      message: """
        \(.command): waited \(Words.milliseconds(wait)) ms of \(Words.milliseconds(budget)) \
        (\(percent)%)
        """,
      merge: Finding.Merge(.slowAnswer, group: CommandGroup.number(of: exchange.command, in: story))
    )
    finding.namesBytes = false
    findings.append(finding)
  }
}
