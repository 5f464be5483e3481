import Bytes
import Testing

@testable import Tags

@Suite struct AttributeBlockTests {
  private func block(_ hex: String) throws -> AttributeBlock? {
    let bytes = try #require(Hex.bytes(hex))
    return AttributeBlock(bytes.span)
  }

  @Test func everyFieldIsRead() throws {
    // 10 + 04 + 01 + 0D + 01 + 70 = 93.
    let block = try #require(try block("100401000D0000000000010000700093"))
    #expect(block.major == 1 && block.minor == 0)
    #expect(block.blocksPerRead == 4 && block.blocksPerWrite == 1)
    #expect(block.blocks == 13 && block.capacity == 208)
    #expect(block.isWritable && !block.isBeingWritten)
    #expect(block.length == 112 && block.messageBlocks == 7)
    #expect(block.isSound)
  }

  @Test func aChecksumThatDoesNotFitIsKnown() throws {
    let block = try #require(try block("1004010D000000000000000000001300"))
    #expect(block.checksum == 0x1300 && block.computedChecksum == 0x0022)
    #expect(!block.isSound && !block.isWritable)
    #expect(block.blocks == 3328 && block.length == 0)
  }

  @Test func theLongestSumAndLengthFit() throws {
    let block = try #require(try block(String(repeating: "FF", count: 16)))
    // 14 × 255.
    #expect(block.computedChecksum == 3570)
    #expect(block.length == 0xFF_FFFF && block.messageBlocks == 1_048_576)
  }

  @Test func partOfABlockIsNone() throws {
    #expect(try block("100401000D00000000000100007000") == nil)
  }
}
