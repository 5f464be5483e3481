import Bytes

/// The PCB that opens every ISO-DEP block, and what follows it in the prologue.
struct BlockHeader: Equatable {
  var kind: Kind
  var hasCID: Bool
  var hasNAD: Bool

  /// Which kind of block the PCB opens.
  enum Kind: Equatable {
    case information(number: UInt8, chaining: Bool)
    case acknowledge(number: UInt8)
    case negativeAcknowledge(number: UInt8)
    case deselect
    case waitingTimeExtension
    case parameters
  }

  /// Reads a PCB; nil for one that the standard reserves.
  init?(pcb: UInt8) {
    hasCID = pcb & 0x08 != 0
    hasNAD = false
    switch pcb {
    case BitPattern.information:
      kind = .information(number: pcb & 1, chaining: pcb & 0x10 != 0)
      hasNAD = pcb & 0x04 != 0
    case BitPattern.acknowledge: kind = .acknowledge(number: pcb & 1)
    case BitPattern.negativeAcknowledge: kind = .negativeAcknowledge(number: pcb & 1)
    case BitPattern.deselect: kind = .deselect
    case BitPattern.waitingTimeExtension: kind = .waitingTimeExtension
    case BitPattern.parameters: kind = .parameters
    default: return nil
    }
  }

  /// The bytes before INF: PCB, CID, NAD.
  var length: Int { 1 + (hasCID ? 1 : 0) + (hasNAD ? 1 : 0) }

  /// The fewest bytes such a block has on air, with its two CRC bytes.
  var leastLength: Int { length + (kind == .waitingTimeExtension ? 1 : 0) + 2 }

  /// The name a defect gives a block that is too short.
  var name: Defect.BlockName {
    switch kind {
    case .information: .information
    case .acknowledge: .acknowledge
    case .negativeAcknowledge: .negativeAcknowledge
    case .deselect, .waitingTimeExtension, .parameters: .supervisory
    }
  }
}

/// ISO/IEC 14443-4, 7.1.2: the PCB of each kind of block.
extension BitPattern {
  fileprivate static let information: Self = "000---1-"
  fileprivate static let acknowledge: Self = "1010-01-"
  fileprivate static let negativeAcknowledge: Self = "1011-01-"
  fileprivate static let deselect: Self = "1100-010"
  fileprivate static let waitingTimeExtension: Self = "1111-010"
  fileprivate static let parameters: Self = "1111-000"
}
