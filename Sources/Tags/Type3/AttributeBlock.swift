import Bytes

/// Block 0 of a Type 3 tag: what its memory is like, and how long its message (NFC Forum Type 3 Tag).
///
///     Ver | Nbr | Nbw | Nmaxb (2) | reserved (4) | WriteF | RWFlag | Ln (3) | checksum (2)
package struct AttributeBlock: Equatable, Sendable {
  /// Major version in the first half, minor in the second.
  package let version: UInt8
  /// Blocks that one read may ask for, and that one write may carry.
  package let blocksPerRead: Int
  package let blocksPerWrite: Int
  /// Blocks behind this one that a message may take.
  package let blocks: Int
  package let writeFlag: UInt8
  package let accessFlag: UInt8
  /// The message's length in bytes.
  package let length: Int
  package let checksum: UInt16
  /// What the checksum should be: the sum of the 14 bytes before it.
  package let computedChecksum: UInt16

  /// How many bytes a block has.
  package static let blockLength = 16
  /// Where the message's length and the checksum stand.
  package static let lengthOffset = 11
  package static let checksumOffset = 14

  /// Reads a block; nil where it is not whole.
  package init?(_ block: Span<UInt8>) {
    guard block.count >= Self.blockLength else { return nil }
    let big = ByteOrder.big
    version = block[0]
    blocksPerRead = Int(block[1])
    blocksPerWrite = Int(block[2])
    blocks = Int(big.number16(block, at: 3))
    writeFlag = block[9]
    accessFlag = block[10]
    length = Int(block[11]) << 16 | Int(big.number16(block, at: 12))
    checksum = big.number16(block, at: Self.checksumOffset)
    var sum: UInt16 = 0
    for index in 0..<Self.checksumOffset { sum += UInt16(block[index]) }
    computedChecksum = sum
  }

  package var major: Int { Int(version >> 4) }
  package var minor: Int { Int(version & 0x0F) }
  /// Whether the sum fits.
  package var isSound: Bool { checksum == computedChecksum }
  /// Whether a write began that was not finished: the message is not to be believed.
  package var isBeingWritten: Bool { writeFlag == 0x0F }
  package var isWritable: Bool { accessFlag == 0x01 }
  /// How many bytes the tag has for a message.
  package var capacity: Int { blocks * Self.blockLength }
  /// How many blocks the message takes.
  package var messageBlocks: Int { (length + Self.blockLength - 1) / Self.blockLength }
}
