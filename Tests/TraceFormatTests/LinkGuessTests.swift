import Testing

@testable import TraceFormat

/// What a text without a link is taken for.
@Suite struct LinkGuessTests {
  @Test(
    "The first frame tells the link",
    arguments: [
      // CORE_RESET_CMD and RF_INTF_ACTIVATED_NTF of NCI: 1 and 3 bytes behind the header.
      ([0x20, 0x00, 0x01, 0x01], .toCard, .nci), ([0x61, 0x05, 0x03, 1, 2, 4], .fromCard, .nci),
      // Data packets of NCI on connection 0: a SELECT without data, a status, a part of more.
      ([0x00, 0x00, 0x05, 0x00, 0xA4, 0x04, 0x00, 0x00], .toCard, .nci),
      ([0x00, 0x00, 0x02, 0x90, 0x00], .fromCard, .nci), ([0x10, 0x00, 0x01, 1], .fromCard, .nci),
      // PC_to_RDR_XfrBlock with GET CHALLENGE, RDR_to_PC_DataBlock with a status.
      ([0x6F, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0x00, 0x84, 0x00, 0x00, 0x08], .toCard, .ccid),
      ([0x80, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0x90, 0x00], .fromCard, .ccid),
      // REQA, ATQA, an INVENTORY without its CRC, HLTA with its CRC_A.
      ([0x26], .toCard, .iso14443), ([0x44, 0x00], .fromCard, .iso14443),
      ([0x26, 0x01, 0x00], .toCard, .iso14443), ([0x50, 0x00, 0x57, 0xCD], .toCard, .iso14443),
      ([0x00, 0xA4, 0x04, 0x00], .toCard, .apdu),
    ] as [([UInt8], Direction, Link)])
  func isToldByTheFirst(bytes: [UInt8], direction: Direction, link: Link) {
    #expect(LinkGuess.link(ofFirst: bytes, direction) == link)
  }
}
