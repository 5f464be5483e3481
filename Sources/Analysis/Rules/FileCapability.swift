import Bytes
import Decoding
import GrammarLanguage

/// Raises `capability-exceeded` for files; `FrameSize` does for frames, and has its manual page.
enum FileCapability {
  static func check(
    _ view: APDUView, visit: inout VisitState, into findings: inout [Finding], _ story: Story
  ) {
    switch view.command.ins {
    case 0xB0:
      if isContainer(view) {
        visit.limits = FileLimits(
          story.bytes.span.extracting(view.answerData), application: view.exchange.application,
          frame: view.step.answerFrame)
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
          "\(.command); MLc is \(limits.mlc) (frame \(limits.frame))",
          in: story))
    default: break
    }
  }

  private static func checkRead(
    _ view: APDUView, _ limits: FileLimits, into findings: inout [Finding], _ story: Story
  ) {
    // Le 00 asks for what there is; a card that then keeps to MLe is no surprise.
    let asked = view.command.expected ?? 0
    let given = view.answerData.count
    let isOpen = asked == 256 || asked == 65_536
    guard (isOpen ? given : asked) > limits.mle else { return }
    findings.append(
      finding(
        view, at: view.command.le.range,
        isOpen
          ? "\(.command) is answered with \(given) bytes, MLe is \(limits.mle) (frame \(limits.frame))"
          : "\(.command); MLe is \(limits.mle) (frame \(limits.frame))",
        in: story))
  }

  /// Whether this reads the capability container from its start: file E103 of the NDEF application.
  private static func isContainer(_ view: APDUView) -> Bool {
    view.exchange.file == 0xE103 && view.command.p1 == 0 && view.command.p2 == 0
      && view.exchange.status == 0x9000
  }

  private static func limits(for view: APDUView, _ visit: VisitState) -> FileLimits? {
    guard let limits = visit.limits, limits.application == view.exchange.application else {
      return nil
    }
    return limits
  }

  private static func finding(
    _ view: APDUView, at field: Range<Int>, _ message: Finding.Message, in story: Story
  ) -> Finding {
    view.finding(
      .capabilityExceeded, half: .command, at: view.commandPlace(field, in: story), message,
      in: story)
  }
}
