import Bytes
import ForeignFormats
import Testing
import TraceFormat

/// Frames made by hand.
struct MadeFrames {
  var batch = FrameBatch()
  var description = TraceDescription(format: "trace")

  init(_ sources: [(name: String, link: Link)]) {
    for (name, link) in sources {
      description.sources.append(TraceDescription.Source(name: name, linkType: nil, link: link))
    }
  }

  /// Adds a frame a millisecond after the one before.
  mutating func add(
    _ link: Link, _ direction: Direction, _ digits: String,
    _ change: (inout Frame) -> Void = { _ in }
  ) {
    let number = batch.frames.count + 1
    var frame = Frame(
      number: number, time: 1_700_000_000_000_000_000 + Int64(number) * 1_000_001, link: link,
      direction: direction)
    frame.bytes = batch.store(hex(digits).span)
    change(&frame)
    batch.frames.append(frame)
  }

  /// The file that a writer makes of them.
  func written(with writer: some FrameWriter) throws -> (bytes: [UInt8], losses: [String]) {
    var writer = writer
    var output = ByteBuffer(capacity: 1024)
    try writer.write(batch, of: description, to: &output)
    try writer.finish(description, to: &output)
    var bytes: [UInt8] = []
    bytes.append(output.span)
    return (bytes, writer.losses)
  }

  /// The frames without what they would not have in another trace.
  var lines: [String] { batch.frames.map { Seen($0, in: batch).description } }
}

@Suite struct WriterTests {
  /// NFC-A with a field, a bad CRC, a stripped CRC and a cut frame.
  private static var nfcA: MadeFrames {
    var frames = MadeFrames([(name: "reader", link: .iso14443)])
    frames.add(.iso14443, .none, "") { $0.event = .fieldOn }
    frames.add(.iso14443, .toCard, "26")
    frames.add(.iso14443, .fromCard, "4400")
    frames.add(.iso14443, .toCard, "0200A4") { $0.flags = .crcStripped }
    frames.add(.iso14443, .fromCard, "0290") { frame in
      frame.flags = .cut
      frame.originalLength = 5
    }
    frames.add(.iso14443, .none, "") { $0.event = .fieldOff }
    return frames
  }

  private static var felica: MadeFrames {
    var frames = MadeFrames([(name: "reader", link: .nfcF)])
    frames.add(.nfcF, .none, "") { $0.event = .fieldOn }
    frames.add(.nfcF, .toCard, "060012FC0100") { $0.flags = .crcStripped }
    frames.add(.nfcF, .fromCard, "14010123456789ABCDEF0120220427674EFF12FC") {
      $0.flags = .crcStripped
    }
    return frames
  }

  @Test func aFreshPcapIsLittleEndianInNanoseconds() throws {
    let (bytes, losses) = try Self.nfcA.written(with: PcapWriter())
    #expect(
      Hex.text(bytes.prefix(24)) == "4D3CB2A1" + "02000400" + "0000000000000000" + "00000400"
        + "08010000")
    // 1,700,000,000 s and 1,000,001 ns: field on, four bytes.
    #expect(
      Hex.text(bytes[24..<44]) == "00F15365" + "41420F00" + "04000000" + "04000000" + "00FC0000")
    #expect(losses.isEmpty)
    #expect(try Reading(bytes).lines == Self.nfcA.lines)
  }

  @Test(
    "Frames of ISO 14443 and FeliCa come back from both formats as they were",
    arguments: [nfcA.lines, felica.lines])
  func comesBack(lines: [String]) throws {
    let frames = lines == Self.nfcA.lines ? Self.nfcA : Self.felica
    for written in [
      try frames.written(with: PcapWriter()), try frames.written(with: PcapngWriter()),
    ] {
      // A field event next to FeliCa frames is one of ISO 14443 to pcap.
      let expected = lines.map { $0.replacing("nfcF fieldOn", with: "iso14443 fieldOn") }
      #expect(try Reading(written.bytes).lines == expected)
      #expect(written.losses.isEmpty)
    }
  }

  @Test(
    "Wireshark reads what is written",
    .enabled(if: Program.isInstalled("tshark") && Program.isInstalled("capinfos"), "no tshark"),
    arguments: ["pcap", "pcapng"])
  func wireshark(format: String) throws {
    func file(_ frames: MadeFrames) throws -> [UInt8] {
      try format == "pcap"
        ? frames.written(with: PcapWriter()).bytes : frames.written(with: PcapngWriter()).bytes
    }
    let fields = ["frame.time_epoch", "frame.cap_len", "frame.len", "_ws.col.Info"]
    let arguments = ["-r", "FILE", "-T", "fields"] + fields.flatMap { ["-e", $0] }
    #expect(
      try Program.lines("tshark", arguments, on: file(Self.nfcA)) == [
        "1700000000.001000001\t4\t4\tField on",
        "1700000000.002000002\t5\t5\tREQA",
        "1700000000.003000003\t6\t6\tATQA",
        "1700000000.004000004\t7\t7\tI-block, No chaining, Block number 0",
        "1700000000.005000005\t6\t9\tI-block, No chaining, Block number 0"
          + "[Packet size limited during capture]",
        "1700000000.006000006\t4\t4\tField off",
      ])
    #expect(
      try Program.lines("tshark", arguments, on: file(Self.felica)) == [
        "1700000000.001000001\t20\t20\tField on",
        "1700000000.002000002\t21\t21\tPolling",
        "1700000000.003000003\t35\t35\tPolling (Response)",
      ])
    let counted = try Program.lines("capinfos", ["-T", "-r", "-c", "FILE"], on: file(Self.nfcA))
    #expect(counted.first?.hasSuffix("\t6") == true)
  }

  @Test func anAPDUIsOurOwnLinkType() throws {
    var frames = MadeFrames([(name: "ACR122", link: .apdu)])
    frames.add(.apdu, .none, "") { $0.event = .readerOpened }
    frames.add(.apdu, .toCard, "00A40400")
    frames.add(.apdu, .fromCard, "9000") { $0.flags = .encrypted }
    frames.add(.apdu, .none, "6869") { $0.event = .comment }
    for written in [
      try frames.written(with: PcapWriter()), try frames.written(with: PcapngWriter()),
    ] {
      let reading = try Reading(written.bytes)
      #expect(reading.lines == frames.lines)
      #expect(reading.frames[2].frame.flags == .encrypted)
      #expect(reading.description.sources.map(\.linkType) == [148])
      #expect(written.losses.isEmpty)
    }
  }

  @Test func aPcapOfTwoLinksIsRefused() throws {
    var frames = Self.nfcA
    frames.add(.nfcF, .toCard, "060012FC0100") { $0.flags = .crcStripped }
    #expect {
      try frames.written(with: PcapWriter())
    } throws: {
      ($0 as? TraceError)?.description
        == "frame 7 needs link type 252, and a pcap file has one for all its frames, here 264; "
        + "pcapng holds both"
    }
    #expect(try Reading(frames.written(with: PcapngWriter()).bytes).lines.count == 7)
  }

  @Test func pcapngPutsWhatALinkTypeCannotSayBesideIt() throws {
    var frames = MadeFrames([(name: "a", link: .iso14443), (name: "b", link: .nfcF)])
    frames.add(.iso14443, .toCard, "26")
    frames.add(.iso14443, .unknown, "52")
    frames.add(.iso14443, .none, "") { $0.event = .targetLost }
    // LEN says 6, and CRC_F of these bytes is DE2C.
    frames.add(.nfcF, .toCard, "060012FC0100DE2D") { $0.source = 1 }
    frames.add(.nfcF, .toCard, "070012FC0100") { frame in
      frame.source = 1
      frame.flags = .crcStripped
    }
    let written = try frames.written(with: PcapngWriter())
    let reading = try Reading(written.bytes)
    #expect(reading.lines == frames.lines)
    #expect(reading.description.sources.map(\.name) == ["a", "b"])
    #expect(reading.description.sources.map(\.link) == [.iso14443, .nfcF])
    #expect(written.losses.isEmpty)
  }

  @Test func whatPcapHasNoPlaceForIsSaid() throws {
    var frames = MadeFrames([(name: "a", link: .nfcA), (name: "b", link: .nfcA)])
    frames.description.notes["constantBlockNumber"] = "1"
    frames.add(.nfcA, .toCard, "26") { frame in
      frame.lastBits = 7
      frame.duration = 75_000
      frame.bitRate = 106_000
    }
    frames.add(.nfcA, .unknown, "52") { frame in
      frame.source = 1
      frame.duration = 75_000
    }
    frames.add(.nfcA, .fromCard, "0A") { frame in
      frame.flags = .parityBad
      frame.time = -1
    }
    frames.add(.nfcA, .none, "") { $0.event = .readerOpened }
    let written = try frames.written(with: PcapWriter())
    #expect(
      written.losses == [
        "pcap leaves out the duration of 2 frames",
        "pcap leaves out the bit rate of 1 frame",
        "pcap writes the partial bytes of 1 frame as whole ones",
        "pcap leaves out that 1 frame had wrong parity, ciphertext or a time stamped at the end",
        "pcap writes 1 frame of unknown direction as sent to the card",
        "pcap cannot hold the time of 1 frame as it is",
        "pcap leaves out 1 frame of other events than the field's; pcapng holds them",
        "pcap leaves out which source saw a frame; pcapng holds it",
        "pcap leaves out that block numbers mean nothing here; pcapng holds it",
      ])
    #expect(try Reading(written.bytes).frames.map(\.bytes) == [[0x26], [0x52], [0x0A]])
  }

  @Test func aFrameLongerThanTheHeaderCanSayIsLeftOut() throws {
    var frames = MadeFrames([(name: "", link: .iso14443)])
    frames.add(.iso14443, .toCard, String(repeating: "00", count: 65_535))
    frames.add(.iso14443, .toCard, String(repeating: "00", count: 65_536))
    let written = try frames.written(with: PcapWriter())
    #expect(
      written.losses == [
        "pcap leaves out 1 frame that its link type cannot tell; pcapng holds them"
      ])
    #expect(try Reading(written.bytes).frames.map(\.bytes.count) == [65_535])
    #expect(
      try Reading(frames.written(with: PcapngWriter()).bytes).frames.map(\.bytes.count)
        == [65_535, 65_536])
  }

  @Test func filesWithoutFrames() throws {
    let frames = MadeFrames([(name: "", link: .iso14443)])
    for written in [
      try frames.written(with: PcapWriter()), try frames.written(with: PcapngWriter()),
    ] {
      let reading = try Reading(written.bytes)
      #expect(reading.frames.isEmpty)
      #expect(reading.description.sources.map(\.linkType) == [264])
      #expect(reading.damage.isEmpty)
    }
  }
}
