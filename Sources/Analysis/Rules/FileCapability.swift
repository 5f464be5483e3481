import Bytes
import Decoding
import GrammarLanguage

/// Raises `capability-exceeded` for files; `FrameSize` does for frames, and has its manual page.
enum FileCapability {
  static func check(
    _ view: APDUView, visit: inout VisitState, into findings: inout [Finding],
    _ story: borrowing Story
  ) {
    switch view.command.ins {
    case 0xB0:
      if isContainer(view) {
        visit.limits = FileLimits(
          story.bytes.span.extracting(view.answerData), application: view.application,
          frame: view.answerFrame)
      } else if let limits = limits(for: view, visit) {
        checkRead(view, limits, into: &findings, story)
      }
    case 0xD6:
      guard let limits = limits(for: view, visit), view.command.data.count > limits.mlc else {
        return
      }
      findings.append(
        finding(
          view, at: view.command.lc.range,
          Excess(limit: limits.mlc, given: nil, isRead: false, frame: limits.frame), in: story))
    default: break
    }
  }

  private static func checkRead(
    _ view: APDUView, _ limits: FileLimits, into findings: inout [Finding], _ story: borrowing Story
  ) {
    // Le 00 asks for what there is; a card that then keeps to MLe is no surprise.
    let asked = view.command.expected ?? 0
    let given = view.answerData.count
    let isOpen = asked == 256 || asked == 65_536
    guard (isOpen ? given : asked) > limits.mle else { return }
    findings.append(
      finding(
        view, at: view.command.le.range,
        Excess(
          limit: limits.mle, given: isOpen ? given : nil, isRead: true, frame: limits.frame),
        in: story))
  }

  /// Whether this reads the capability container from its start: file E103 of the NDEF application.
  private static func isContainer(_ view: APDUView) -> Bool {
    view.file == 0xE103 && view.command.p1 == 0 && view.command.p2 == 0
      && view.status == 0x9000
  }

  private static func limits(for view: APDUView, _ visit: VisitState) -> FileLimits? {
    guard let limits = visit.limits, limits.application == view.application else {
      return nil
    }
    return limits
  }

  private static func finding(
    _ view: APDUView, at field: Range<Int>, _ excess: Excess, in story: borrowing Story
  ) -> Finding {
    view.finding(
      .capabilityExceeded, half: .command, at: view.commandPlace(field, in: story),
      Finding.Message(.excess(excess)), in: story)
  }

  /// What was exceeded, by a command or by the answer to one.
  struct Excess {
    let limit: Int
    /// The bytes that an answer had, where the command left that open.
    let given: Int?
    /// Whether the limit is MLe, not MLc.
    let isRead: Bool
    /// The frame of the capability container.
    let frame: Int

    func tell(_ say: (Finding.Message.Piece) -> Void) {
      say(.command)
      if let given {
        say(.text(" is answered with "))
        say(.number(given))
        say(.text(isRead ? " bytes, MLe is " : " bytes, MLc is "))
      } else {
        say(.text(isRead ? "; MLe is " : "; MLc is "))
      }
      say(.number(limit))
      say(.text(" (frame "))
      say(.number(frame))
      say(.text(")"))
    }
  }
}
