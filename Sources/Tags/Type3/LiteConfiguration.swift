import Bytes

/// Block 88h (MC) of FeliCa Lite and Lite-S: what may be read and written (Sony, FeliCa Lite-S User's
/// Manual). In the fields of two bytes the low one comes first, and each bit is a block: b1 S_PAD0 to
/// b14 S_PAD13, b15 REG.
package struct LiteConfiguration: Equatable, Sendable {
  /// Blocks that stay writable, as a number and as the two bytes are sent.
  package let writable: UInt16
  package let writableAsSent: UInt16
  /// FFh: the system blocks may still be written.
  package let systemBlocks: UInt8
  /// 01h: the card answers to polls for the NDEF system, too.
  package let systemOption: UInt8
  /// Blocks read, and written, only after authentication, and written only with a MAC. FeliCa Lite has
  /// none.
  package let readAfterAuthentication: UInt16
  package let writtenAfterAuthentication: UInt16
  package let writtenWithMAC: UInt16

  /// S_PAD0 to S_PAD13 and REG.
  package static let userBlocks: UInt16 = 0x7FFF
  package static let userBlockCount = 15

  /// Reads a block; nil where it is not whole.
  package init?(_ block: Span<UInt8>) {
    guard block.count >= AttributeBlock.blockLength else { return nil }
    let little = ByteOrder.little
    writable = little.number16(block, at: 0)
    writableAsSent = writable.byteSwapped
    systemBlocks = block[2]
    systemOption = block[3]
    readAfterAuthentication = little.number16(block, at: 6)
    writtenAfterAuthentication = little.number16(block, at: 8)
    writtenWithMAC = little.number16(block, at: 10)
  }

  package var isLocked: Bool { systemBlocks != 0xFF }
  package var isNDEF: Bool { systemOption == 0x01 }
  /// How many user blocks stay writable.
  package var writableCount: Int { (writable & Self.userBlocks).nonzeroBitCount }
}
