import Bytes
import Decoding
import TraceFormat

/// A defect and what is known around it, for the rule that puts it into words.
struct Scene {
  let defect: Defect
  let step: Step
  /// The defects of the same step.
  let neighbours: Range<Int>
  let story: Story
  let technology: Technology
  /// The frame may carry a secret, so that its bytes, and a CRC over them, are not to be told.
  var isSecret = false

  /// The frame that the defect is in.
  var frame: Int { defect.place.frame }

  /// The exchange that the step is, if it is one.
  var exchange: Exchange? {
    if case .exchange(let exchange) = step.content { return exchange }
    return nil
  }

  /// The CRC that frames of this technology end with.
  var crcName: String {
    switch technology {
    case .nfcB: "CRC_B"
    case .nfcF: "CRC_F"
    case .nfcV: "CRC"
    case .nfcA, .apdu, .unknown: "CRC_A"
    }
  }

  /// Whether the same frame's CRC is wrong too.
  var hasWrongCRC: Bool {
    neighbours.contains { index in
      guard story.defects[index].place.frame == frame else { return false }
      if case .crc = story.defects[index].kind { return true }
      return false
    }
  }

  /// The first bytes of damaged frames that nobody answered.
  var damagedBytes: ArraySlice<UInt8> {
    if case .damaged(let damaged) = step.content { return story.bytes[damaged.bytes.range] }
    return []
  }

  /// A finding at the defect's place.
  func finding(_ id: FindingID, _ message: Finding.Message) -> Finding {
    Finding(
      id, visit: defect.visit, step: step.frames.lowerBound, half: half, places: [defect.place],
      message: message)
  }

  private var half: Finding.Half {
    switch step.content {
    case .records, .event, .polling, .raw: .row
    default:
      switch defect.direction {
      case .toCard: .command
      case .fromCard: .answer
      case .none, .unknown: .row
      }
    }
  }
}
