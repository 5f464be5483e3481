import Bytes
import ForeignFormats
import Testing
import TraceFormat

/// A pcapng file made by hand, block by block.
struct PcapngFile {
  var order: ByteOrder = .little
  var bytes: [UInt8] = []

  /// Adds a block of any type; `length` overrides what it says of its length in front.
  mutating func block(_ type: UInt32, _ body: [UInt8], length: UInt32? = nil) {
    let filled = body + [UInt8](repeating: 0, count: -body.count & 3)
    let total = UInt32(12 + filled.count)
    bytes += order.bytes(type) + order.bytes(length ?? total) + filled + order.bytes(total)
  }

  /// Adds a section header whose length is left open.
  mutating func section(options: [UInt8] = []) {
    block(
      0x0A0D_0D0A,
      order.bytes(UInt32(0x1A2B_3C4D)) + order.bytes(UInt16(1)) + order.bytes(UInt16(0))
        + order.bytes(Int64(-1)) + options)
  }

  mutating func interface(_ linkType: UInt16, snapLength: UInt32 = 0, options: [UInt8] = []) {
    block(1, order.bytes(linkType) + order.bytes(UInt16(0)) + order.bytes(snapLength) + options)
  }

  /// Adds an enhanced packet block; `kept` overrides how many bytes it says were kept.
  mutating func packet(
    _ interface: UInt32, _ time: UInt64, _ digits: String, kept: UInt32? = nil,
    original: UInt32? = nil, options: [UInt8] = []
  ) {
    let packet = hex(digits)
    let count = UInt32(packet.count)
    block(
      6,
      order.bytes(interface) + order.bytes(UInt32(time >> 32))
        + order.bytes(UInt32(truncatingIfNeeded: time)) + order.bytes(kept ?? count)
        + order.bytes(original ?? count) + packet + [UInt8](repeating: 0, count: -packet.count & 3)
        + options)
  }

  func option(_ code: UInt16, _ value: [UInt8]) -> [UInt8] {
    order.bytes(code) + order.bytes(UInt16(value.count)) + value
      + [UInt8](repeating: 0, count: -value.count & 3)
  }
}

@Suite struct PcapngReaderTests {
  @Test("Both byte orders", arguments: [ByteOrder.little, .big])
  func reads(order: ByteOrder) throws {
    var file = PcapngFile(order: order)
    file.section(options: file.option(4, Array("a sniffer".utf8)))
    file.interface(264, options: file.option(2, Array("antenna".utf8)))
    // 2^32 microseconds and five.
    file.packet(0, 4_294_967_301, "00FE0001 26")
    file.packet(0, 4_294_967_400, "00FC0000", options: file.option(2, [1, 0, 0, 0]))
    let reading = try Reading(file.bytes)
    #expect(
      reading.lines == [
        "1 4294.967301000 iso14443 toCard 26", "2 4294.967400000 iso14443 fieldOn",
      ])
    #expect(reading.description.format == "pcapng")
    #expect(reading.description.recorder == "a sniffer")
    #expect(reading.description.timeDigits == 6)
    #expect(!reading.description.timesAreWallClock)
    #expect(reading.description.sources.map(\.name) == ["antenna"])
    #expect(reading.description.sources.map(\.linkType) == [264])
    #expect(reading.description.sources.map(\.recordsField) == [true])
    #expect(reading.damage.isEmpty)
  }

  @Test func interfacesHaveTheirOwnLinkTypeAndClock() throws {
    var file = PcapngFile()
    file.section()
    file.interface(264, options: file.option(9, [9]))  // nanoseconds
    file.interface(220, options: file.option(9, [0x8A]))  // 2^-10 s
    file.interface(252, options: file.option(14, [100, 0, 0, 0, 0, 0, 0, 0]))  // 100 s on
    file.interface(9999)
    file.packet(0, 1_000_000_007, "00FE0001 26")
    file.packet(1, 1536, "AABB")
    file.packet(2, 1_500_000, "000C0008 66656C6963610000 00000000 0012FC0100")
    file.packet(3, 2_000_000, "01")
    let reading = try Reading(file.bytes)
    #expect(
      reading.lines == [
        "1 1.000000007 iso14443 toCard 26",
        "2 1.500000000 usb unknown AABB source:1",
        "3 101.500000000 nfcF toCard 060012FC0100 crcStripped source:2",
        "4 2.000000000 other unknown 01 source:3",
      ])
    #expect(reading.description.sources.map(\.link) == [.iso14443, .usb, .nfcF, .other])
    #expect(reading.description.timeDigits == 9)
  }

  @Test func sectionsFollowOneAnotherInAnyByteOrder() throws {
    var file = PcapngFile(order: .big)
    file.section()
    file.interface(264)
    file.packet(0, 1_000_000, "00FE0001 26")
    file.order = .little
    file.section()
    file.interface(264)
    file.interface(220)
    file.packet(0, 2_000_000, "00FE0001 52")
    file.packet(1, 3_000_000, "AA")
    let reading = try Reading(file.bytes)
    #expect(
      reading.lines == [
        "1 1.000000000 iso14443 toCard 26", "2 2.000000000 iso14443 toCard 52",
        "3 3.000000000 usb unknown AA source:1",
      ])
    #expect(reading.description.sources.count == 2)
  }

  @Test func olderPacketBlocksAndUnknownBlocks() throws {
    var file = PcapngFile()
    file.section()
    file.interface(264, snapLength: 6)
    file.block(0xBAD, [UInt8](repeating: 1, count: 300_000))
    // Obsolete packet block: interface, drops, time, kept, original.
    file.block(2, hex("0000 0500 00000000 40420F00 05000000 05000000 00FE000126"))
    // Simple packet block: the original length; the interface keeps 6 bytes. It has no time.
    file.block(3, hex("08000000 00FE0004 02A4"))
    file.block(5, hex("00000000 00000000 00000000"))
    file.packet(0, 3_000_000, "00FE0001 52")
    let reading = try Reading(file.bytes)
    #expect(
      reading.lines == [
        "1 1.000000000 iso14443 toCard 26", "2 1.000000000 iso14443 toCard 02A4 cut:4",
        "3 3.000000000 iso14443 toCard 52",
      ])
    #expect(reading.damage.isEmpty)
    #expect(try Reading(file.bytes, inPiecesOf: 1) == reading)
  }

  @Test func aPacketOfAnUnknownInterfaceIsKept() throws {
    var file = PcapngFile()
    file.section()
    file.interface(264)
    file.packet(7, 1_000_000, "00FE0001 26")
    file.packet(0, 2_000_000, "00FE0001 52")
    let reading = try Reading(file.bytes)
    #expect(
      reading.lines == [
        "1 1.000000000 other unknown 00FE000126 bad source:1", "2 2.000000000 iso14443 toCard 52",
      ])
    #expect(
      reading.damage.map(\.reason) == ["a packet is of interface 7, which is not described"])
    #expect(reading.damage.map(\.offset) == [48])
  }

  @Test func aPacketLongerThanItsBlockIsKeptAsFarAsItGoes() throws {
    var file = PcapngFile()
    file.section()
    file.interface(264)
    file.packet(0, 1_000_000, "00FE0002 2600 0000", kept: 500, original: 500)
    file.packet(0, 2_000_000, "00FE0001 52")
    let reading = try Reading(file.bytes)
    #expect(
      reading.lines == [
        "1 1.000000000 iso14443 unknown 00FE000226000000 bad cut:500",
        "2 2.000000000 iso14443 toCard 52",
      ])
    #expect(
      reading.damage.map(\.reason)
        == ["a packet says that it has 500 bytes; its block has room for 8"])
  }

  @Test(
    "Where a block's length lies, nothing more is read",
    arguments: [
      (44, "the lengths before and behind a block differ; what follows cannot be read"),
      (3, "a block says that it is 3 bytes long; what follows cannot be read"),
      (0, "a block says that it is 0 bytes long; what follows cannot be read"),
      (41, "a block says that it is 41 bytes long; what follows cannot be read"),
      (0x8000_0000, "the file ends inside a block"),
      (0xFFFF_FFFC, "the file ends inside a block"),
    ] as [(UInt32, String)])
  func lyingLength(length: UInt32, reason: String) throws {
    var file = PcapngFile()
    file.section()
    file.interface(264)
    file.packet(0, 1_000_000, "00FE0001 26")
    let end = file.bytes.count
    file.block(6, [UInt8](repeating: 0, count: 28), length: length)
    file.packet(0, 2_000_000, "00FE0001 52")
    let reading = try Reading(file.bytes)
    #expect(reading.lines == ["1 1.000000000 iso14443 toCard 26"])
    #expect(reading.damage.last?.reason == reason)
    if length < 100 { #expect(reading.damage.map(\.offset) == [Int64(end)]) }
  }

  @Test func aFileCutInsideABlockSaysSo() throws {
    var file = PcapngFile()
    file.section()
    file.interface(264)
    file.packet(0, 1_000_000, "00FE0001 26")
    file.packet(0, 2_000_000, "00FE0001 52")
    let reading = try Reading(Array(file.bytes.dropLast(3)))
    #expect(reading.lines == ["1 1.000000000 iso14443 toCard 26"])
    #expect(reading.damage.map(\.reason) == ["the file ends inside a block"])
  }

  @Test func interfacesWithoutEndAreRefused() throws {
    var file = PcapngFile()
    file.section()
    for _ in 0..<70_000 { file.interface(264) }
    file.packet(0, 1_000_000, "00FE0001 26")
    let reading = try Reading(file.bytes)
    #expect(reading.frames.isEmpty)
    #expect(reading.description.sources.count == 65_536)
    #expect(
      reading.damage.map(\.reason)
        == ["there are more than 65536 interfaces; what follows cannot be read"])
  }

  @Test(
    "A section header that is none is an error",
    arguments: [
      ("0A0D0D0A 1C000000", "capture: no pcapng section header at byte 0"),
      (
        "0A0D0D0A 1C000000 11223344 01000000 FFFFFFFFFFFFFFFF 1C000000",
        "capture: byte-order magic 11223344 is unknown"
      ),
      (
        "0A0D0D0A 0000001C 1A2B3C4D 00020000 FFFFFFFFFFFFFFFF 0000001C",
        "capture: pcapng version 2.0, not 1.0"
      ),
    ])
  func header(digits: String, message: String) {
    #expect {
      try Reading(hex(digits))
    } throws: {
      ($0 as? TraceError)?.description == message
    }
  }

  @Test(
    "A file that Wireshark's editcap wrote has the frames of the pcap that it was made from",
    .enabled(if: Captures.arePresent && Program.isInstalled("editcap"), "needs both"),
    arguments: Captures.all.filter { $0.hasSuffix(".pcap") })
  func editcap(path: String) throws {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let original = try Captures.bytes(name)
    var expected = try Reading(original)
    for index in expected.frames.indices { expected.frames[index].becomeRegular() }
    let written = try Program.bytes("editcap", ["-F", "pcapng", "FILE", "-"], on: original)
    var reading = try Reading(written)
    for index in reading.frames.indices { reading.frames[index].becomeRegular() }
    #expect(reading.description.format == "pcapng")
    #expect(reading.frames == expected.frames)
    #expect(reading.damage.isEmpty)
  }

  @Test(.enabled(if: Captures.arePresent, Captures.absence))
  func aFileOfNFCGateIsKnown() throws {
    let reading = try Reading(Captures.bytes("i1_nfcgate.pcapng"))
    #expect(reading.description.recorder == "NFCGate")
    #expect(reading.description.notes == ["constantBlockNumber": "1"])
    #expect(reading.description.label == "pcapng, ISO 14443 (NFCGate)")
    #expect(reading.description.sources.map(\.linkType) == [264, 147])
    // Made by ../shared/tools/make_nfcgate_pcapng.py: initial data on interface 1, then the first
    // SELECT 5 ms later, each behind its constant 02.
    #expect(
      reading.lines.prefix(3) == [
        "1 1700000000.000000000 other unknown 00FB001302300102310400320120330704A1B2C3D4E5F6"
          + " source:1",
        "2 1700000000.005000000 iso14443 toCard 0200A4040007D276000085010100 crcStripped",
        "3 1700000000.017000000 iso14443 fromCard 029000 crcStripped",
      ])
    #expect(reading.frames.count == 15)
  }
}
