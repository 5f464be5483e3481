import Bytes
import Testing

@testable import Tags

@Suite struct LiteConfigurationTests {
  private func block(_ hex: String) throws -> LiteConfiguration? {
    let bytes = try #require(Hex.bytes(hex))
    return LiteConfiguration(bytes.span)
  }

  @Test func aCardAsItIsSoldLetsEverythingBeWritten() throws {
    let block = try #require(try block("FFFFFF00FF0000000000000000000000"))
    #expect(block.writableCount == 15 && !block.isLocked && !block.isNDEF)
    #expect(block.writableAsSent == 0xFFFF)
  }

  @Test func bitsAreBlocksAndTheLowByteComesFirst() throws {
    // S_PAD0 read-only; S_PAD8 to be read after authentication only; REG written with MAC.
    let block = try #require(try block("FEFF0001070100010000004001000000"))
    #expect(block.writable == 0xFFFE && block.writableAsSent == 0xFEFF)
    #expect(block.writableCount == 14)
    #expect(block.isLocked && block.isNDEF)
    #expect(block.readAfterAuthentication == 1 << 8)
    #expect(block.writtenAfterAuthentication == 0)
    #expect(block.writtenWithMAC == 1 << 14)
  }

  @Test func partOfABlockIsNone() throws { #expect(try block("FFFFFF00") == nil) }
}
