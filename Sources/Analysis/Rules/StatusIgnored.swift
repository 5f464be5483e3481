import Bytes
import Decoding
import GrammarLanguage

/// Raises `status-ignored`.
enum StatusIgnored {
  static let manual = """
    The reader went on as if a command had succeeded that had failed.

    A command that reads or writes a file, or asks an application for something, depends on the \
    SELECT before it on the same channel; a command answered 6982 depends on the VERIFY or \
    authentication that failed before it. A reader that looks only at the data acts on another \
    file than it thinks. Readers that try one application after another, or stop after an \
    error, are healthy and never reported.
    """

  static func check(
    _ view: APDUView, failed: Bool, visit: inout VisitState, into findings: inout [Finding],
    _ story: borrowing Story
  ) {
    let channel = view.channel
    if let earlier = visit.failures[channel], depends(view, on: earlier.kind) {
      findings.append(finding(view, earlier, in: story))
      visit.failures.clear(channel)
    }
    switch view.command.ins {
    case 0xA4 where view.isInterindustry:
      visit.failures.clear(channel)
      if failed, !view.continuesSelection {
        note(view, view.selectsByName ? .application : .file, visit: &visit)
      }
    case 0x20, 0x21, 0x82, 0x86, 0x87:
      if failed {
        note(view, .verification, visit: &visit)
      } else if view.status == 0x9000 {
        visit.failures.clear(channel)
      }
    default:
      // Only the next command is told to depend on a selection.
      if let earlier = visit.failures[channel], earlier.kind != .verification {
        visit.failures.clear(channel)
      }
    }
  }

  private static func note(
    _ view: APDUView, _ kind: ChannelFailures.Kind, visit: inout VisitState
  ) {
    guard let status = view.status else { return }
    visit.failures.note(
      ChannelFailures.Failure(
        channel: view.channel, kind: kind, frame: view.commandFrame, status: status))
  }

  /// Whether a command means something else, or nothing, when an earlier one failed.
  private static func depends(_ view: APDUView, on kind: ChannelFailures.Kind) -> Bool {
    let command = view.command
    switch kind {
    case .verification:
      return view.status == 0x6982 && !Reference.isNamed(by: command)
    case .application:
      return acts(command.ins)
    case .file:
      switch command.ins {
      case 0xB0, 0xD0, 0xD6, 0x0E: return command.p1 & 0x80 == 0
      case 0xB2, 0xB3, 0xD2, 0xDC, 0xDD, 0xE2, 0x0C, 0xA2: return command.p2 & 0xF8 == 0
      case 0xB1, 0xD1, 0xD7, 0x0F: return command.p1 == 0 && command.p2 == 0
      default: return false
      }
    }
  }

  /// Instructions that act on the selected application or its files.
  private static func acts(_ ins: UInt8) -> Bool {
    switch ins {
    case 0xB0...0xB3, 0xD0...0xD3, 0xD6, 0xD7, 0xDC, 0xDD, 0xE2, 0x0C, 0x0E, 0x0F, 0xA0...0xA2,
      0xA8, 0xAE, 0x88:
      true
    default: false
    }
  }

  private static func finding(
    _ view: APDUView, _ earlier: ChannelFailures.Failure, in story: borrowing Story
  ) -> Finding {
    let status = Hex.text(earlier.status, digits: 4)
    let place = view.commandPlace(0..<min(4, view.commandBytes.count), in: story)
    let what = earlier.kind == .verification ? "verification" : "SELECT"
    var finding = view.finding(
      .statusIgnored, half: .command, at: place,
      "\(.command) depends on the \(what) in frame \(earlier.frame), which was answered \(status)",
      in: story)
    finding.namesBytes = false
    return finding
  }
}
