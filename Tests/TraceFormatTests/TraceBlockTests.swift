import Bytes
import Testing

@testable import TraceFormat

@Suite struct TraceBlockTests {
  /// Laid out by hand from the specification's table of the header.
  private static let bytes: [UInt8] =
    TraceBlock.marker + [
      1, 2, 1, 0,  // version, kind, codec, zero
      0x78, 0x56, 0x34, 0x12,  // trace
      7, 0, 0, 0,  // sequence
      3, 0, 0, 0,  // frames
      0xE8, 3, 0, 0, 0, 0, 0, 0,  // first frame, 1000
      0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,  // earliest, -1
      0, 0xE8, 0x76, 0x48, 0x17, 0, 0, 0,  // latest, 100 s
      5, 0, 0, 0, 0, 0, 0, 0x80,  // sources 0, 2, and 63 or more
      0x40, 0, 0, 0,  // stored
      0, 1, 0, 0,  // raw
      0xEF, 0xBE, 0xAD, 0xDE,  // checksum of what follows
    ]

  private static let block = TraceBlock(
    kind: .frames, codec: .zstd, trace: 0x1234_5678, sequence: 7, firstFrame: 1000, frames: 3,
    storedLength: 64, rawLength: 256, times: -1...100_000_000_000,
    sources: 0x8000_0000_0000_0005, checksum: 0xDEAD_BEEF)

  @Test func isLaidOutAsSpecified() {
    var buffer = ByteBuffer(capacity: 80)
    Self.block.write(to: &buffer)
    let written = [UInt8](copying: buffer.span)
    #expect(written.count == TraceBlock.headerLength)
    #expect(Array(written.dropLast(4)) == Self.bytes)
    #expect(TraceBlock.find(in: buffer.span) == .block(Self.block))
  }

  @Test(arguments: 0..<TraceBlock.headerLength) func noFlippedByteIsBelieved(index: Int) {
    var buffer = ByteBuffer(capacity: 80)
    Self.block.write(to: &buffer)
    for bit in 0..<8 {
      var bytes = [UInt8](copying: buffer.span)
      bytes[index] ^= 1 << UInt8(bit)
      #expect(TraceBlock.find(in: bytes.span) == .nothing)
    }
  }

  @Test func aShortHeaderIsNone() {
    var buffer = ByteBuffer(capacity: 80)
    Self.block.write(to: &buffer)
    let bytes = [UInt8](copying: buffer.span)
    for count in 0..<bytes.count {
      #expect(TraceBlock.find(in: Array(bytes[..<count]).span) == .nothing)
    }
  }

  @Test(
    "What no block may claim, although the checksum is right",
    arguments: [
      (56, [0xFF, 0xFF, 0xFF, 0xFF]),  // 4 GiB stored
      (56, [1, 0, 0x80, 0]),  // 8 MiB and a byte stored
      (60, [0xFF, 0xFF, 0xFF, 0xFF]),  // 4 GiB raw
      (20, [1, 0, 1, 0]),  // 65,537 frames
      (24, [0, 0, 0, 0, 0, 0, 0, 0]),  // frame 0
      (24, [0, 0, 0, 0, 0, 0, 0, 0x7F]),  // a frame number near 2^63
      (40, [0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]),  // latest before earliest
    ] as [(Int, [UInt8])])
  func claims(offset: Int, value: [UInt8]) {
    var bytes = Self.bytes
    bytes.replaceSubrange(offset..<offset + value.count, with: value)
    #expect(TraceBlock.find(in: sealed(bytes).span) == .nothing)
  }

  @Test func aNewerLayoutSaysSo() {
    var bytes = Self.bytes
    bytes[8] = 2
    #expect(TraceBlock.find(in: sealed(bytes).span) == .newer(version: 2))
  }

  /// Adds the header's checksum.
  private func sealed(_ bytes: [UInt8]) -> [UInt8] {
    let checksum = Checksum.crc32C(bytes.span)
    return bytes + (0..<4).map { UInt8(truncatingIfNeeded: checksum >> (8 * $0)) }
  }
}
