import Bytes
import Testing

@testable import Decoding

/// The block list of Read and Write Without Encryption (FeliCa Card User's Manual).
@Suite struct FelicaAccessTests {
  private static let head = "012E112233445566"

  private func blocks(_ hex: String) throws -> [FelicaBlock] {
    let bytes = try #require(Hex.bytes(hex))
    let found = FelicaAccess(bytes.span)
    let access = try #require(found)
    var list = access.blocks
    var blocks: [FelicaBlock] = []
    while let block = list.next(in: bytes.span) { blocks.append(block) }
    return blocks
  }

  @Test func elementsOfTwoAndThreeBytes() throws {
    // Two services; block 5 of the first, block 0201h of the second, with cashback.
    let found = try blocks("1506\(Self.head)020B000F09" + "03" + "8005" + "110102" + "8106")
    #expect(found.map(\.number) == [0x05, 0x0201, 0x06])
    #expect(found.map(\.service) == [0, 1, 1])
    #expect(found.map(\.access) == [0, 1, 0])
  }

  @Test func aWriteHasItsDataBehindTheList() throws {
    let data = String(repeating: "A5", count: 16)
    let bytes = try #require(Hex.bytes("2008\(Self.head)010900018005" + data))
    let found = FelicaAccess(bytes.span)
    let access = try #require(found)
    let services = [access.service(0, in: bytes.span), access.service(1, in: bytes.span)]
    #expect(access.isWrite)
    #expect(services == [0x0009, nil])
    // LEN, code, IDm, count, service, count, element: 1 + 1 + 8 + 1 + 2 + 1 + 2.
    #expect(access.dataStart == 16)
  }

  @Test(
    "What is not whole is no access",
    arguments: [
      "", "06", "0A06012E112233445566", "0B06012E11223344556601", "0D06012E112233445566010B00",
      "0E06012E112233445566010B0001", "0F06012E112233445566010B000180",
      // An element of three bytes with two.
      "1006012E112233445566010B00010000", "0604012E1122",
    ])
  func cut(hex: String) throws {
    let bytes = Hex.bytes(hex) ?? []
    let access = FelicaAccess(bytes.span)
    #expect(access == nil)
  }
}
