import Bytes
import Testing
import TraceFormat

@testable import ForeignFormats

/// Compressed captures, made by gzip 1.12 and zstd 1.5.4 of the file that `plain` is.
enum Packed {
  /// A pcap file of two frames, 67 bytes.
  static var plain: [UInt8] {
    var file = PcapFile()
    file.add(1, 0, "00FE0001 26")
    file.add(2, 0, "00FF0002 4400")
    return file.bytes
  }

  static let lines = ["1 1.000000000 iso14443 toCard 26", "2 2.000000000 iso14443 fromCard 4400"]

  static let gzip = hex(
    """
    1F8B0800000000000003BB7278D3422606160618F8FF9F81818391818111CA678562867F0C8C6A4C504136286
    6F8CFC0E4C20000E1DB04E143000000
    """)
  static let zstd = hex(
    """
    28B52FFD24439501003402D4C3B2A102000400FFFF00000801000001000500FE000126020000000600FF00024
    4000500BB242CB676F9828108C0056D202B90
    """)
  /// The first 30 bytes and the rest, packed apart.
  static let gzipMembers = hex(
    """
    1F8B0800000000000003BB7278D3422606160618F8FF9F818183918181112C0200C6910E9F1E0000001F8B080
    000000000000363606065600063867F0C8C6A4C0C10C006C50CFF19985C18002CB4B16725000000
    """)
  static let zstdFrames = hex(
    """
    28B52FFD0458F10000D4C3B2A1020004000000000000000000FFFF0000080100000100000000007C6DFCC828B
    52FFD0458DD0000900000050000FE00012602000600FF0002440003100267C1300F442C297E8B
    """)
  /// `zstd`, packed once more.
  static let zstdInGzip = hex(
    """
    1F8B0800000000000003D3D8AAFF57C5792A238309D395C39B163231B030FCFFCFC0C0C1C8C0C0C8C0CAF08F8
    1518D898181818DE13F03930B5060B78ACEB6B29F4D8D1C07587315B42700007A243EAD3F000000
    """)
}

@Suite struct CompressedTests {
  @Test(
    "A compressed capture reads like the plain one",
    arguments: [
      Packed.gzip, Packed.zstd, Packed.gzipMembers, Packed.zstdFrames, Packed.zstdInGzip,
      // Padding behind a gzip member.
      Packed.gzip + [UInt8](repeating: 0, count: 512),
      // An empty zstd frame for somebody else in front.
      hex("502A4D18 03000000 AABBCC") + Packed.zstd,
    ], [1, 7, .max])
  func reads(packed: [UInt8], piece: Int) throws {
    let reading = try Reading(packed, inPiecesOf: piece)
    #expect(reading.lines == Packed.lines)
    #expect(reading.damage.isEmpty)
    let plain = try Reading(Packed.plain).description
    var description = reading.description
    // Why it was taken for a pcap begins with what it is packed in.
    #expect(description.reason.hasSuffix(", in it \(plain.reason)"))
    description.reason = plain.reason
    #expect(description == plain)
  }

  @Test("What came out before the cut is right", arguments: [Packed.gzip, Packed.zstd])
  func cut(packed: [UInt8]) throws {
    let format = packed == Packed.gzip ? "gzip" : "zstd"
    for length in packed.indices.dropFirst(4) {
      let result = Result { try Reading(Array(packed.prefix(length))) }
      switch result {
      case .success(let reading):
        #expect(Packed.lines.starts(with: reading.lines))
        #expect(reading.damage.last?.reason == "the \(format) data is cut off")
        #expect(reading.damage.last?.offset == Int64(length))
      case .failure(let error):
        let message = (error as? TraceError)?.description
        #expect(message == "capture: the \(format) data is cut off at byte \(length)")
      }
    }
  }

  @Test(
    "Damage is said, and what follows no member or frame",
    arguments: [
      (Packed.gzip + hex("4D5A90"), "the gzip data is damaged"),
      (Packed.zstd + hex("4D5A9000"), "the zstd data is damaged"),
      // The last byte of the length.
      (Array(Packed.gzip.dropLast()) + [1], "the gzip data is damaged"),
    ])
  func damaged(packed: [UInt8], reason: String) throws {
    let reading = try Reading(packed)
    #expect(reading.lines == Packed.lines)
    #expect(reading.damage.map(\.reason) == [reason])
  }

  @Test func aPackingThatGivesNothingIsWhatIsSaid() {
    // The checksum, four bytes from byte 59 on, is wrong, and nothing comes out of such a block.
    let packed = Array(Packed.zstd.dropLast()) + [0]
    #expect {
      try Reading(packed)
    } throws: {
      ($0 as? TraceError)?.description == "capture: the zstd data is damaged at byte 59"
    }
  }

  @Test(
    "A bomb comes out in pieces of the size asked for",
    .enabled(if: Program.isInstalled("gzip") && Program.isInstalled("zstd"), "needs both programs"),
    arguments: ["gzip", "zstd"])
  func bomb(format: String) throws {
    let size = 16 * 1024 * 1024
    let bomb = try Program.bytes(format, ["-c", "FILE"], on: [UInt8](repeating: 0, count: size))
    #expect(bomb.count < 20_000)
    let source = Pieces(bomb)
    let unpacked: any Decompressor =
      try format == "gzip" ? Gunzip(source) : Zstandard(source)
    var buffer = ByteBuffer(capacity: 4096)
    var total = 0
    while try unpacked.read(into: &buffer, atMost: 4096) > 0 {
      #expect(buffer.count <= 4096)
      total += buffer.count
      buffer.clear()
    }
    #expect(total == size)
    #expect(unpacked.failure == nil)
  }

  @Test func whatIsPackedTooOftenIsRefused() throws {
    // Five times gzip around nothing that matters, by gzip 1.12.
    var bytes = Packed.plain
    try #require(Program.isInstalled("gzip"))
    for _ in 0..<5 { bytes = try Program.bytes("gzip", ["-c", "FILE"], on: bytes) }
    #expect {
      try Reading(bytes)
    } throws: {
      ($0 as? TraceError)?.description == "capture: packed more than 4 times over"
    }
  }
}
