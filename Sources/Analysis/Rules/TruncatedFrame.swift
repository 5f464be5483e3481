import Decoding

/// Raises `truncated-frame`.
enum TruncatedFrame {
  static let manual = """
    A frame ended on the air before what it must hold.

    An ISO-DEP block has at least its PCB and two bytes of CRC, one byte more with a CID. The \
    evidence is where the first missing byte would stand. A card that leaves the field while it \
    sends is the usual reason. A frame that the capture cut is `cut-by-capture` instead.
    """

  static func finding(
    needs: Int, captured: Int, block: Defect.BlockName, group: Int, in scene: Scene
  ) -> Finding {
    let hasCID = needs > 3 && block != .none
    var words = "\(subject(block, hasCID: hasCID)) needs \(needs) bytes"
    if !hasCID { words += block == .none ? " (with its CRC)" : " (PCB and CRC)" }
    words += (hasCID ? ", " : "; ") + captures([captured])
    if block != .none, captured == needs - 2 { words += "; its CRC is missing" }
    var finding = scene.finding(.truncatedFrame, "\(words)")
    finding.merge = Finding.Merge(.truncatedFrame, group: group, amount: Int64(captured))
    return finding
  }

  /// The sentence for neighbouring frames: the first one's, with all their lengths.
  static func message(for group: [Finding]) -> Finding.Message? {
    let counts = group.compactMap { $0.merge.map { Int($0.amount) } }
    let first = group.first?.message.text(command: "") ?? ""
    guard let end = first.firstIndex(where: { $0 == ";" || $0 == "," }) else { return nil }
    return "\(String(first[..<end])); \(captures(counts))"
  }

  private static func subject(_ block: Defect.BlockName, hasCID: Bool) -> String {
    let name =
      switch block {
      case .information: "an I-block"
      case .acknowledge: "R(ACK)"
      case .negativeAcknowledge: "R(NAK)"
      case .supervisory: "an S-block"
      case .none: "the frame"
      }
    return hasCID ? name + " with CID" : name
  }

  private static func captures(_ counts: [Int]) -> String {
    Words.list(counts.map(String.init)) + (counts == [1] ? " was captured" : " were captured")
  }
}
