import Bytes
import Decoding
import TraceFormat

/// A defect and what is known around it, for the rule that puts it into words.
struct Scene {
  let defect: Defect
  let step: Step
  let technology: Technology
  /// Whether a CRC of the same step's frame is wrong too.
  var hasWrongCRC = false
  /// The frame may carry a secret, so that its bytes, and a CRC over them, are not to be told.
  var isSecret = false
  /// The story's bytes.
  let bytes: [UInt8]

  init(
    _ defect: Defect, _ step: Step, neighbours: Range<Int>, _ technology: Technology,
    in story: borrowing Story
  ) {
    self.defect = defect
    self.step = step
    self.technology = technology
    bytes = story.bytes
    for index in neighbours where story.defects[index].place.frame == defect.place.frame {
      if case .crc = story.defects[index].kind { hasWrongCRC = true }
    }
  }

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

  /// The first bytes of damaged frames that nobody answered.
  var damagedBytes: ArraySlice<UInt8> {
    if case .damaged(let damaged) = step.content { return bytes[damaged.bytes.range] }
    return []
  }

  /// A finding at the defect's place.
  func finding(_ id: FindingID, _ message: Finding.Message) -> Finding {
    Finding(
      id, visit: defect.visit, step: step.frames.lowerBound, half: half,
      places: Places(defect.place), message: message)
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
