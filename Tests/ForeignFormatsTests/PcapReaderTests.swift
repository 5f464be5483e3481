import Bytes
import ForeignFormats
import Testing
import TraceFormat

@Suite struct PcapReaderTests {
  @Test("Both byte orders and both units of time", arguments: [ByteOrder.little, .big], [6, 9])
  func reads(order: ByteOrder, digits: UInt8) throws {
    var file = PcapFile(order: order, magic: digits == 6 ? 0xA1B2_C3D4 : 0xA1B2_3C4D)
    file.add(1_700_000_000, 5, "00FE0001 26")
    file.add(1_700_000_001, 999_999, "00FF0002 4400")
    let reading = try Reading(file.bytes)
    #expect(
      reading.lines
        == (digits == 6
          ? [
            "1 1700000000.000005000 iso14443 toCard 26",
            "2 1700000001.999999000 iso14443 fromCard 4400",
          ]
          : [
            "1 1700000000.000000005 iso14443 toCard 26",
            "2 1700000001.000999999 iso14443 fromCard 4400",
          ]))
    #expect(reading.description.format == "pcap")
    #expect(reading.description.timeDigits == digits)
    #expect(reading.description.timesAreWallClock)
    #expect(reading.description.pcapHeader == Array(file.bytes.prefix(24)))
    #expect(reading.description.sources.map(\.linkType) == [264])
    #expect(reading.damage.isEmpty)
  }

  @Test(
    "Every event of link type 264",
    arguments: [
      ("00FF0001 04", "1 1.000000000 iso14443 fromCard 04"),
      ("00FE0001 52", "1 1.000000000 iso14443 toCard 52"),
      ("00FD0000", "1 1.000000000 iso14443 fieldOff"),
      ("00FC0000", "1 1.000000000 iso14443 fieldOn"),
      ("00FB0001 02", "1 1.000000000 iso14443 fromCard 02 crcStripped"),
      ("00FA0001 02", "1 1.000000000 iso14443 toCard 02 crcStripped"),
      ("00FE0000", "1 1.000000000 iso14443 toCard"),
    ])
  func event(packet: String, line: String) throws {
    var file = PcapFile()
    file.add(1, 0, packet)
    let reading = try Reading(file.bytes)
    #expect(reading.lines == [line])
    #expect(
      reading.description.sources[0].recordsField
        == (packet.contains("FC") || packet.contains("FD"))
    )
  }

  @Test(
    "A record that is no valid one of link type 264 is kept whole",
    arguments: [
      "01FE0001 26",  // version 1
      "00F90001 26",  // no such event
      "00420001 26",  // no such event
      "00FE00C8 26",  // the length says 200
      "00FE0000 26",  // the length says 0
      "00FE00",  // three bytes of header
      "",  // none
      "00FC0001 26",  // a field event with a byte
      "00FD0001",  // a field event that claims one
    ])
  func bad(packet: String) throws {
    var file = PcapFile()
    file.add(1, 0, packet)
    let bytes = packet.replacing(" ", with: "")
    let expected = "1 1.000000000 iso14443 unknown" + (bytes.isEmpty ? "" : " " + bytes) + " bad"
    #expect(try Reading(file.bytes).lines == [expected])
  }

  @Test func aRecordCutBySnapLengthIsCutAndNotBad() throws {
    var file = PcapFile()
    // 20 bytes on air, of which 3 were kept.
    file.add(1, 0, "00FE0014 02A404", original: 24)
    #expect(try Reading(file.bytes).lines == ["1 1.000000000 iso14443 toCard 02A404 cut:20"])
  }

  @Test func aCutRecordWhoseLengthFieldSaysOtherwiseIsBad() throws {
    var file = PcapFile()
    file.add(1, 0, "00FE0013 02A404", original: 24)
    #expect(
      try Reading(file.bytes).lines == ["1 1.000000000 iso14443 unknown 00FE001302A404 bad cut:24"])
  }

  @Test(
    "What a frame cannot say of its record is kept beside it",
    arguments: [
      // 1,000,000 microseconds are a second.
      (
        1_000_000, nil,
        "1 2.000000000 iso14443 toCard 26 odd extra:0100000040420F000500000005000000" + "00FE0001"
      ),
      // Fewer bytes on the link than were kept.
      (
        0, 3,
        "1 1.000000000 iso14443 toCard 26 odd extra:01000000000000000500000003000000" + "00FE0001"
      ),
    ] as [(UInt32, UInt32?, String)])
  func odd(microseconds: UInt32, original: UInt32?, line: String) throws {
    var file = PcapFile()
    file.add(1, microseconds, "00FE0001 26", original: original)
    #expect(try Reading(file.bytes).lines == [line])
  }

  @Test func timesThatCountFromSomethingElseAreNoWallClock() throws {
    var file = PcapFile()
    file.add(0, 0, "00FE0001 26")
    #expect(try !Reading(file.bytes).description.timesAreWallClock)
  }

  @Test func anUnfinishedRecordIsKeptAndSaid() throws {
    var file = PcapFile()
    file.add(1, 0, "00FE0001 26")
    file.add(2, 0, "00FE0001 52")
    let whole = file.bytes
    let reading = try Reading(Array(whole.dropLast(2)))
    #expect(reading.lines == ["1 1.000000000 iso14443 toCard 26"])
    #expect(reading.description.pcapTail == Array(whole.dropLast(2).suffix(19)))
    #expect(reading.damage.map(\.offset) == [45])
    #expect(reading.damage.map(\.reason) == ["the file ends 19 bytes into record 2"])
  }

  @Test func aRecordOfTwoGibibytesIsNotBelieved() throws {
    var file = PcapFile()
    file.add(1, 0, "00FE0001 26")
    file.add(2, 0, "00FE0001 52", kept: 0x8000_0000)
    let reading = try Reading(file.bytes)
    #expect(reading.lines == ["1 1.000000000 iso14443 toCard 26"])
    #expect(reading.description.pcapTail == file.records[1])
    #expect(reading.damage.map(\.offset) == [45])
    #expect(
      reading.damage.first?.reason == "record 2 says that it has 2147483648 bytes; more than "
        + "2097152 are not believed, and the rest cannot be read")
  }

  @Test func aLongRestIsNotKept() throws {
    var file = PcapFile()
    file.add(2, 0, "00FE0001 52", kept: 0x8000_0000)
    file.records.append([UInt8](repeating: 0x55, count: PcapReader.longestTail))
    let reading = try Reading(file.bytes)
    #expect(reading.frames.isEmpty)
    #expect(reading.description.pcapTail.isEmpty)
    #expect(reading.damage.count == 2)
  }

  @Test(
    "A header that is none is an error",
    arguments: [
      ("D4C3B2A1 0200", "capture: the pcap header ends after 6 of 24 bytes"),
      (
        "D4C3B2A1 0100 0200 00000000 00000000 FFFF0000 08010000",
        "capture: pcap version 1.2 at byte 4, not 2.4"
      ),
      (
        "A1B2C3D4 0002 0003 00000000 00000000 0000FFFF 00000108",
        "capture: pcap version 2.3 at byte 4, not 2.4"
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
    "Other link types keep their packets whole",
    arguments: [
      (189, "usb"), (220, "usb"), (249, "usb"), (266, "usb"), (245, "llcp"), (195, "other"),
      (1, "other"), (148, "other"), (147, "other"), (252, "other"),
    ])
  func other(linkType: UInt32, link: String) throws {
    var file = PcapFile(linkType: linkType)
    file.add(1, 0, "00010203", original: 6)
    #expect(try Reading(file.bytes).lines == ["1 1.000000000 \(link) unknown 00010203 cut:6"])
  }

  @Test("Pieces of any size give the same frames", arguments: [1, 2, 3, 7, 16, 64])
  func pieces(size: Int) throws {
    var file = PcapFile()
    for second in UInt32(1)...40 {
      file.add(second, 7, "00FE0003 30 04 01")
      file.add(second, 9, "00FC0000")
      file.add(second, 1_000_000, "00FB0002 02 00")
      file.add(second, 3, "00")
    }
    let bytes = Array(file.bytes.dropLast())
    #expect(try Reading(bytes, inPiecesOf: size) == Reading(bytes))
  }

  @Test func whatHasArrivedIsHandedOn() throws {
    var file = PcapFile()
    file.add(1, 0, "00FE0001 26")
    file.add(2, 0, "00FF0002 4400")
    // The second record's last byte is still to come: 24 + 21 + 21.
    let reader = try PcapReader(Pieces(file.bytes, of: 66))
    var batch = FrameBatch()
    #expect(try reader.read(into: &batch))
    #expect(batch.frames.map(\.number) == [1])
    #expect(try reader.read(into: &batch))
    #expect(batch.frames.map(\.number) == [2])
    #expect(try !reader.read(into: &batch))
    #expect(batch.frames.isEmpty)
  }
}
