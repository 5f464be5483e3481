import Bytes
import Decoding
import GrammarLanguage

/// Raises `retry-counter` and `reference-blocked`.
enum RetryCounter {
  static let manual = """
    A PIN, password or key was presented wrongly again: the card counts the tries left down.

    63Cx says that x tries are left of the reference that P2 names. The finding stands where a \
    card tells a lower number than before in the same visit. A program that tries again by \
    itself can block somebody's card.
    """

  static let blockedManual = """
    No try is left of a PIN, password or key: 63C0, or 6983 to a further try.

    Only an unblocking code (RESET RETRY COUNTER, 2C) helps, where the card has one; many cards \
    have none, and stay blocked.
    """

  static func check(
    _ view: APDUView, visit: inout VisitState, into findings: inout [Finding],
    _ story: borrowing Story
  ) {
    guard let status = view.status, Reference.isNamed(by: view.command) else { return }
    let reference = view.command.p2
    let channel = view.channel
    switch status {
    case 0x63C0...0x63CF:
      let tries = UInt8(status & 0x0F)
      let before = visit.counters.note(tries, of: reference, on: channel)
      if let before, tries < before {
        findings.append(decrease(view, to: tries, from: before, in: story))
      }
      if tries == 0 { findings.append(blocked(view, status, in: story)) }
    case 0x6983: findings.append(blocked(view, status, in: story))
    case 0x9000: visit.counters.clear(reference, on: channel)
    default: break
    }
  }

  /// The sentence for a counter that went down several times.
  static func message(for group: [Finding]) -> Finding.Message? {
    let tries = group.compactMap { $0.merge.map { $0.amount } }
    guard let first = tries.first, let reference = group.first?.merge?.group else { return nil }
    let steps = ([first >> 8] + tries.map { $0 & 0xFF }).map(String.init)
    return """
      \(Reference.words(UInt8(truncatingIfNeeded: reference))): \
      \(steps.joined(separator: ", then ")) tries left
      """
  }

  private static func decrease(
    _ view: APDUView, to tries: UInt8, from before: UInt8, in story: borrowing Story
  ) -> Finding {
    let reference = view.command.p2
    var finding = view.finding(
      .retryCounter, half: .answer, at: view.statusPlace(in: story),
      "\(Reference.words(reference)): \(tries == 1 ? "1 try" : "\(tries) tries") left, \(before) before",
      in: story)
    finding.merge = Finding.Merge(
      .retryCounter, group: Int(reference), amount: Int64(before) << 8 | Int64(tries))
    return finding
  }

  private static func blocked(_ view: APDUView, _ status: UInt16, in story: borrowing Story)
    -> Finding
  {
    let reference = view.command.p2
    var finding = view.finding(
      .referenceBlocked, half: .answer, at: view.statusPlace(in: story),
      "\(Reference.words(reference)) is blocked: \(Hex.text(status, digits: 4))", in: story)
    finding.merge = Finding.Merge(.referenceBlocked, group: Int(reference))
    return finding
  }
}
