import Bytes
import ForeignFormats
import Testing
import TraceFormat

@Suite struct RoundTripTests {
  @Test(
    "A pcap is written again byte for byte",
    .enabled(if: Captures.arePresent, Captures.absence),
    arguments: Captures.all.filter { $0.hasSuffix(".pcap") })
  func capture(path: String) throws {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let original = try Captures.bytes(name)
    let (written, losses) = try convert(original, with: PcapWriter())
    #expect(Hex.text(written) == Hex.text(original))
    #expect(losses.isEmpty)
  }

  @Test(
    "Also what is odd about a pcap", arguments: [0xA1B2_C3D4, 0xA1B2_3C4D],
    [264, 252, 147, 148, 220, 1, 0x1000_0108])
  func odd(magic: UInt32, linkType: UInt32) throws {
    var file = PcapFile(
      order: linkType % 8 == 0 ? .big : .little, magic: magic, linkType: linkType)
    let packets = [
      "00FE0001 26", "00FF0002 4400", "00FC0000", "00FD0000", "00FB0001 02", "00FA0001 02",
      "01FE0001 26", "00420001 26", "00FE00C8 26", "00FE", "", "00FC0001 26",
      "0012FC0100", "060012FC0100", "060012FC0100DE2C", "060012FC0100DE2D",
      "0B 0123456789ABCDEF FFFF", "000C0008 66656C6963610000 00000000 0012FC0100",
      "001C0002ABCD 000C0006 66656C696361 00000000 0012FC0100",
      "000C0008 69736F3134343433 00000000 00FE000126",
      "000C0008 69736F3134343433 00000000 01FE000126",
      "000C0008 66656C6963610000 00000000", "4E540105 02000104 0011", "4E540106 00060000 6869",
      "4E5401FF 02000000 00F1",
    ]
    for packet in packets {
      let count = UInt32(hex(packet).count)
      file.add(1_700_000_000, 999, packet)
      file.add(.max, 1_000_001, packet)
      file.add(1, .max, packet)
      file.add(2, 0, packet, original: count + 3)
      file.add(3, 0, packet, original: .max)
      file.add(4, 0, packet, original: count / 2)
      file.add(5, 0, packet, original: 0)
    }
    for tail in ["", "00", "00000000 00000000 05000000 05000000 00FE0001"] {
      let original = file.bytes + hex(tail)
      let (written, losses) = try convert(original, with: PcapWriter())
      let index = zip(written, original).prefix { $0 == $1 }.count
      #expect(index == original.count && written.count == original.count)
      #expect(losses.isEmpty)
    }
    #expect(try Reading(file.bytes, inPiecesOf: 1) == Reading(file.bytes))
  }

  @Test func aFileOfManyPieces() throws {
    var file = PcapFile()
    // 16 to 215 bytes a record, so that pieces end at every place of one.
    for index in 0..<8000 {
      let length = index % 200
      let packet = length < 4 ? "00" : "00FE00" + Hex.text(UInt8(length - 4), digits: 2)
      file.add(
        UInt32(index), UInt32(index % 1_000_000),
        packet + String(repeating: "A5", count: max(0, length - 4)))
    }
    let original = file.bytes
    let reading = try Reading(original)
    #expect(reading.frames.map(\.frame.number) == Array(1...8000))
    #expect(
      reading.frames.enumerated().allSatisfy { index, seen in
        index % 200 < 4 ? seen.bytes == [0] : seen.bytes.count == index % 200 - 4
      })
    #expect(try convert(original, with: PcapWriter()).written == original)
    let pcapng = try convert(original, with: PcapngWriter()).written
    #expect(try Reading(pcapng).frames == reading.frames)
    #expect(try Reading(pcapng, inPiecesOf: 4099).frames == reading.frames)
  }

  @Test func anEmptyPcapAndOneThatIsNotBelieved() throws {
    var file = PcapFile(order: .big)
    #expect(try convert(file.bytes, with: PcapWriter()).written == file.bytes)
    file.add(1, 1, "00FE0001 26")
    file.add(1, 1, "00FE0001 26", kept: 0xFFFF_FFFF)
    #expect(try convert(file.bytes, with: PcapWriter()).written == file.bytes)
  }

  @Test(
    "Through pcapng, a pcap has the same frames",
    .enabled(if: Captures.arePresent, Captures.absence), arguments: Captures.all)
  func pcapng(path: String) throws {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let original = try Captures.bytes(name)
    let (written, losses) = try convert(original, with: PcapngWriter())
    #expect(losses.isEmpty)
    var before = try Reading(original)
    let after = try Reading(written)
    for index in before.frames.indices { before.frames[index].becomeRegular() }
    #expect(after.frames == before.frames)
    #expect(after.description.notes == before.description.notes)
    #expect(after.description.sources.map(\.link) == before.description.sources.map(\.link))
    #expect(after.damage.isEmpty)
  }
}

/// Reads a capture and writes it again.
func convert(
  _ bytes: [UInt8], with writer: some FrameWriter
) throws -> (written: [UInt8], losses: [String]) {
  var reader = try openFrames(InputFile(Pieces(bytes)))
  var written: [UInt8] = []
  let outcome = try Conversion.run(from: &reader, with: writer) { written.append($0) }
  return (written, outcome.losses)
}
