import Bytes
import Tags

/// Raises `memory-checksum`.
enum MemoryChecksum {
  static let manual = """
    A checksum or check byte in a tag's memory is not that of the bytes it is over.

    BCC0 and BCC1 of a Type 2 tag are over the halves of its serial number, the checksum of a \
    Type 3 tag's attribute block is the sum of its bytes, the MAD of a MIFARE Classic has a CRC, \
    and a value block holds its value three times. Readers refuse the tag, or take the whole for \
    something else. Mostly a dump was edited, or an emulator made up.
    """

  static func finding(_ fault: MemoryFault, in contents: TagContents, _ visit: Int) -> Finding {
    guard case .checksum(let checked, let found, let computed) = fault.kind else {
      return contents.finding(.memoryChecksum, at: fault.range, "a checksum is wrong", visit: visit)
    }
    if checked == .attributes {
      return contents.finding(
        .memoryChecksum, at: fault.range,
        """
        attribute block: checksum is \(Hex.text(found, digits: 4)), the 14 bytes before it add up to \
        \(Hex.text(computed, digits: 4))
        """, visit: visit)
    }
    let digits = checked == .value ? 8 : 2
    let name =
      switch checked {
      case .bcc0: "BCC0"
      case .bcc1: "BCC1"
      case .bcc: "BCC"
      case .attributes: "the attribute block's checksum"
      case .mad: "the MAD's CRC"
      case .value: value(in: contents, at: fault.range)
      }
    return contents.finding(
      .memoryChecksum, at: fault.range,
      """
      \(name) is \(Hex.text(found, digits: digits)), computed \(Hex.text(computed, digits: digits))
      """, visit: visit)
  }

  /// Which number of a value block it is.
  private static func value(in contents: TagContents, at range: Range<Int>) -> String {
    let part =
      switch range.lowerBound % 16 {
      case 0: "the value"
      case 4: "the complement"
      case 8: "the second copy of the value"
      default: "the address"
      }
    return "\(part) in value block \(range.lowerBound / 16)"
  }
}
