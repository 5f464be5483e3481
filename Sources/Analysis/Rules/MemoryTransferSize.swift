import Bytes
import Tags

/// Raises `memory-transfer-size`.
enum MemoryTransferSize {
  static let manual = """
    A Type 4 tag announces transfers that short APDUs cannot carry.

    MLe above 0100h or MLc above 00FFh make readers use extended lengths, which many phones and \
    readers, and the card itself, may not have. 00FF or less for both works everywhere.
    """

  static func finding(_ fault: MemoryFault, in contents: TagContents, _ visit: Int) -> Finding {
    guard case .needsExtended(let mle, let mlc) = fault.kind else {
      return contents.finding(
        .memoryTransferSize, at: fault.range, "MLe or MLc is too large", visit: visit)
    }
    return contents.finding(
      .memoryTransferSize, at: fault.range,
      """
      MLe \(Hex.text(mle, digits: 4)) and MLc \(Hex.text(mlc, digits: 4)) need APDUs of extended \
      length; 00FF or less fits short ones
      """, visit: visit)
  }
}
