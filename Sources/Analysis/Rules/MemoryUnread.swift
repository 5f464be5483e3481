import Decoding
import Tags

/// Raises `memory-unread`.
enum MemoryUnread {
  static let manual = """
    Every read of a tag's memory was refused: nothing is known of what it holds.

    Programs that save such a card often write zeros where they got none; these are no content. The \
    status says why: 01 A6 that the service is not there, 01 A5 that it wants a key, 01 A8 that the \
    block is not there. One refused read is no finding, nor is a visit in which any block was read.
    """

  /// The same of a dump.
  static func finding(_ fault: MemoryFault, in contents: TagContents, _ visit: Int) -> Finding {
    guard case .unread(let count, let first, let second) = fault.kind else {
      return contents.finding(.memoryUnread, at: fault.range, "no block was read", visit: visit)
    }
    return contents.finding(
      .memoryUnread, at: fault.range,
      """
      no block was read: all \(count) reads were refused, the first with \(hex: first) \
      \(hex: second)
      """, visit: visit, notes: ["the zeros behind the flags are the file's, not the card's"])
  }

  /// Looks at a visit's end whether all of several reads were refused.
  static func finish(
    _ visit: VisitState, _ vocabulary: Vocabulary, into findings: inout [Finding]
  ) {
    let felica = visit.felica
    guard felica.blocksRead == 0, felica.readsRefused > 1, let first = felica.firstRefusal else {
      return
    }
    let meaning = vocabulary.felicaStatus(first.refusal.second).map { " (\($0))" } ?? ""
    findings.append(
      Finding(
        .memoryUnread, visit: visit.number, step: first.step, half: .answer,
        places: Places(first.refusal.place),
        message: """
          no block was read: all \(felica.readsRefused) reads were refused, the first with \
          \(hex: first.refusal.first) \(hex: first.refusal.second)\(meaning)
          """))
  }
}
