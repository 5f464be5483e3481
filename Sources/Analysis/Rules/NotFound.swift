import Bytes
import Decoding
import GrammarLanguage

/// Raises `file-not-found` and `application-not-found`.
enum NotFound {
  static let fileManual = """
    A command named a file that the selected application or directory does not have (6A82).

    The command itself is right. Another application must be selected first, the file has \
    another number on this card, or it is optional and the reader was only trying.
    """

  static let applicationManual = """
    No application that the reader asked for is on the card (6A82 to SELECT by DF name).

    Raised when the visit ends, for every SELECT by name that failed, and only if none \
    succeeded: a reader that tries one application after another is healthy. An error for a \
    proprietary AID (F…), which only cards made for that reader have: this is another card, or a \
    phone whose app is not installed or not in front. A note otherwise.
    """

  /// Looks at a command answered 6A82.
  static func check(
    _ view: APDUView, visit: inout VisitState, into findings: inout [Finding],
    _ story: borrowing Story
  ) {
    let command = view.command
    if view.selectsByName {
      if !view.continuesSelection {
        visit.missing.note(
          MissingApplications.Request(
            aid: view.name, step: view.step,
            place: view.statusPlace(in: story)))
      }
      return
    }
    guard view.isInterindustry, let what = file(named: view, in: story) else { return }
    let scope = command.ins == 0xA4 ? "" : " in the current DF"
    findings.append(
      view.finding(
        .fileNotFound, half: .answer, at: view.statusPlace(in: story), "no file \(what)\(scope)",
        in: story))
  }

  /// What is known when the visit ends.
  static func finish(_ visit: VisitState, into findings: inout [Finding]) {
    guard !visit.missing.foundOne else { return }
    for request in visit.missing.requests {
      let aid = request.aid
      let isProprietary = !aid.isEmpty && aid[0] >> 4 == 0xF
      findings.append(
        Finding(
          .applicationNotFound, severity: isProprietary ? .error : .note, visit: visit.number,
          step: request.step, half: .answer, places: Places(request.place),
          message: "\(Hex.text(aid.bytes)) is not on this card",
          merge: Finding.Merge(.applicationNotFound, group: group(of: aid))))
    }
  }

  /// Swift's own hashes differ from run to run.
  private static func group(of aid: Identifier) -> Int {
    Int(truncatingIfNeeded: aid.high ^ aid.low &* 0x9E37_79B9_7F4A_7C15)
  }

  /// How the command names a file: by short identifier, by identifier or by path.
  private static func file(named view: APDUView, in story: borrowing Story) -> String? {
    let command = view.command
    switch command.ins {
    case 0xB2, 0xB3, 0xD2, 0xDC, 0xDD, 0xE2, 0x0C, 0xA2:
      return command.p2 >> 3 == 0 ? nil : "with SFI \(command.p2 >> 3)"
    case 0xB0, 0xD0, 0xD6, 0x0E:
      return command.p1 & 0xE0 == 0x80 ? "with SFI \(command.p1 & 0x1F)" : nil
    case 0xA4:
      let data = view.bytes(command.data.range, in: story)
      guard !data.isEmpty, data.count <= 16 else { return nil }
      return Hex.text(data)
    default: return nil
    }
  }
}
