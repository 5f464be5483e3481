import Testing

@testable import Decoding

/// PCB values from ISO/IEC 14443-4, 7.1.2.
@Suite struct BlockHeaderTests {
  @Test(
    "A PCB names its block",
    arguments: [
      (0x02, .information(number: 0, chaining: false)),
      (0x13, .information(number: 1, chaining: true)),
      (0xA2, .acknowledge(number: 0)),
      (0xB3, .negativeAcknowledge(number: 1)),
      (0xC2, .deselect),
      (0xF2, .waitingTimeExtension),
      (0xF0, .parameters),
    ] as [(UInt8, BlockHeader.Kind)])
  func namesItsBlock(pcb: UInt8, expected: BlockHeader.Kind) {
    #expect(BlockHeader(pcb: pcb)?.kind == expected)
  }

  @Test(
    "CID and NAD lengthen the prologue",
    arguments: [(0x02, 1), (0x0A, 2), (0x0E, 3), (0x06, 2), (0xAA, 2), (0xCA, 2), (0xBA, 2)]
      as [(UInt8, Int)])
  func lengthens(pcb: UInt8, length: Int) {
    #expect(BlockHeader(pcb: pcb)?.length == length)
  }

  @Test(
    "Type 2 commands and reserved values are no blocks",
    arguments: [0x30, 0x60, 0x3A, 0xE0, 0xD0, 0x93, 0x26, 0x50, 0x00] as [UInt8])
  func isNone(pcb: UInt8) {
    #expect(BlockHeader(pcb: pcb) == nil)
  }

  @Test func aWaitingTimeExtensionNeedsItsMultiplier() {
    #expect(BlockHeader(pcb: 0xF2)?.leastLength == 4)
    #expect(BlockHeader(pcb: 0xC2)?.leastLength == 3)
    #expect(BlockHeader(pcb: 0xBA)?.leastLength == 4)
  }
}
