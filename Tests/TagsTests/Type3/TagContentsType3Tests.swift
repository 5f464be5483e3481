import Bytes
import Testing

@testable import Tags

/// Type 3 tags: each sum is of the fourteen bytes before it.
@Suite struct TagContentsType3Tests {
  /// Blocks from block 0 on.
  private func tag(_ hex: String, isNDEF: Bool = true, isLite: Bool = false) -> TagContents {
    var image = MemoryImage(unit: 16)
    let bytes = Hex.bytes(hex) ?? []
    image.lay(bytes.span, at: 0, from: MemoryOrigin(frame: 1, offset: 0), as: .read)
    return TagContents(type3: image, isNDEF: isNDEF, isLite: isLite)
  }

  /// 10+04+01+0D+01+13 = 36.
  private static let right = "100401000D0000000000010000130036"
  private static let message =
    "D1010F55046578616D706C652E636F6D" + "2F6E6700000000000000000000000000"

  @Test func readsAttributesAndMessage() {
    let contents = tag(Self.right + Self.message)
    #expect(contents.header == 0..<16)
    #expect(contents.version == 0x10)
    #expect(contents.capacity == 208)
    #expect(contents.isWritable == true)
    #expect(contents.isFormatted == true)
    #expect(contents.messages.first?.places == [16..<35])
    #expect(contents.messages.first?.isWhole == true)
    #expect(contents.faults == [])
    #expect(contents.remarks == [])
  }

  @Test func saysWhichBlocksAreNeeded() {
    let contents = tag(Self.right + "D1010F55046578616D706C652E636F6D")
    #expect(contents.needs == [32..<35])
    #expect(contents.messages.first?.bytes.count == 16)
    #expect(contents.faults == [])
    #expect(tag("", isNDEF: true).needs == [0..<16])
    #expect(tag("", isNDEF: false).needs == [])
  }

  /// Without the NDEF system's word, a block 0 is an attribute block only where its sum is right.
  @Test func ablockOfAnotherCardIsNone() {
    #expect(tag("00" + Self.right.dropFirst(2), isNDEF: false).header == nil)
    let found = tag(Self.right, isNDEF: false)
    #expect(found.header == 0..<16)
    #expect(found.isInferred)
  }

  @Test(
    "Every field is checked",
    arguments: [
      // The sum is one too many: nothing else is believed.
      ("100401000D0000000000010000130037", [.checksum(.attributes, found: 0x37, computed: 0x36)]),
      ("200401000D0000000000010000130046", [.version(0x20)]),
      ("100001000D0000000000010000130032", [.attribute("Nbr", 0, "it must be 1 or more")]),
      ("100400000D0000000000010000130035", [.attribute("Nbw", 0, "it must be 1 or more")]),
      ("100401000D000000000F010000130045", [.unfinishedUpdate]),
      ("100401000D0000000001010000130037", [.attribute("WriteF", 1, "it must be 00 or 0F")]),
      ("100401000D0000000000020000130037", [.attribute("RWFlag", 2, "it must be 00 or 01")]),
      ("100401000D0000000000010000D100F4", [.messageLength(claimed: 209, room: 208)]),
      ("10040100100000000000010000130039", []),
    ] as [(String, [MemoryFault.Kind])])
  func checks(block: String, faults: [MemoryFault.Kind]) {
    #expect(tag(block).faults.map(\.kind) == faults)
  }

  @Test func aLiteCardHasThirteenBlocks() {
    // 10+04+01+10+01+13 = 39.
    let block = "10040100100000000000010000130039"
    #expect(tag(block, isLite: true).faults.map(\.kind) == [.size(claimed: 256, of: 208)])
  }

  /// 10+04+01+0D+01 = 23.
  @Test func aForgottenMessageIsTold() {
    let empty = "100401000D0000000000010000000023"
    #expect(tag(empty).remarks == [MemoryRemark(.empty, at: 11..<14)])
    #expect(tag(empty + Self.message).remarks == [MemoryRemark(.forgotten(16..<35), at: 11..<14)])
    // A record that is not all there, and bytes that are none.
    #expect(tag(empty + "D1011F55046578616D706C652E636F6D").remarks.map(\.kind) == [.empty])
    #expect(tag(empty + String(repeating: "FF", count: 16)).remarks.map(\.kind) == [.empty])
  }

  /// MC: byte 0 and 1 what stays writable, byte 3 whether it answers as NDEF.
  @Test func theConfigurationOfALiteCardCounts() {
    var image = MemoryImage(unit: 16)
    let closed = Hex.bytes("0000FF01070000000000000000000000") ?? []
    image.lay(closed.span, at: 0x880, from: MemoryOrigin(frame: 1, offset: 0), as: .read)
    let contents = TagContents(type3: image, isNDEF: false, isLite: true)
    #expect(contents.isFormatted == true)
    #expect(contents.isWritable == false)
    #expect(contents.header == nil)
  }

  /// A length far behind all that can be kept.
  @Test func claimsAreBounded() {
    // 10+04+01+FF+FF+01+0F+FF+F0 = 0412.
    let contents = tag("100401FFFF0000000000010FFFF00412")
    #expect(contents.messages.first?.length == 0x0FFFF0)
    #expect(contents.messages.first?.places == [16..<MemoryImage.limit])
    #expect(contents.messages.first?.bytes == [])
  }
}
