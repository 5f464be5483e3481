import Bytes
import Foundation
import Testing
import TraceFormat

@testable import ForeignFormats

@Suite struct ConversionTests {
  /// Two frames of ISO 14443 whose second has a time of 1,000,001 microseconds, and a bad record.
  private static var odd: [UInt8] {
    var file = PcapFile(order: .big)
    file.add(1_700_000_000, 5, "00FE0001 26")
    file.add(1_700_000_000, 1_000_001, "00FF0002 4400")
    file.add(1_700_000_001, 1_000_001, "01FF0002 4400")
    return file.bytes + hex("65")
  }

  @Test(
    "Through a trace, a pcap is the same byte for byte",
    .enabled(if: Captures.arePresent, Captures.absence),
    arguments: Captures.all.filter { $0.hasSuffix(".pcap") })
  func capture(path: String) throws {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    try staysTheSame(Captures.bytes(name))
  }

  @Test func alsoAnOddOne() throws { try staysTheSame(Self.odd) }

  private func staysTheSame(_ original: [UInt8]) throws {
    try inFolder { folder in
      let trace = folder + "/visit.trace"
      let pcap = folder + "/visit.pcap"
      var reader = try openFrames(InputFile(Pieces(original)))
      let count = try Conversion.run(from: &reader, to: trace, as: .trace).frames
      reader = try openFrames(path: trace)
      #expect(
        try Conversion.run(from: &reader, to: pcap, as: .pcap)
          == Conversion.Outcome(frames: count, losses: []))
      let written = Array(try Data(contentsOf: URL(filePath: pcap)))
      #expect(Hex.text(written) == Hex.text(original))
    }
  }

  @Test(
    "A trace keeps what is known of a file of NFCGate",
    .enabled(if: Captures.arePresent, Captures.absence))
  func nfcGate() throws {
    let original = try Captures.bytes("i1_nfcgate.pcapng")
    try inFolder { folder in
      let trace = folder + "/visit.trace"
      let pcapng = folder + "/visit.pcapng"
      var reader = try openFrames(InputFile(Pieces(original)))
      _ = try Conversion.run(from: &reader, to: trace, as: .trace)
      reader = try openFrames(path: trace)
      #expect(reader.description.notes["constantBlockNumber"] == "1")
      #expect(reader.description.recorder == "NFCGate")
      #expect(try Conversion.run(from: &reader, to: pcapng, as: .pcapng).losses.isEmpty)
      let again = try Reading(openFrames(path: pcapng))
      #expect(try again.frames == Reading(original).frames)
      #expect(again.description.notes["constantBlockNumber"] == "1")
    }
  }

  @Test("A trace in a packing is a trace", arguments: ["gzip", "zstd"])
  func packedTrace(program: String) throws {
    try #require(Program.isInstalled(program))
    try inFolder { folder in
      let trace = folder + "/visit.trace"
      var reader = try openFrames(InputFile(Pieces(Self.odd)))
      _ = try Conversion.run(from: &reader, to: trace, as: .trace)
      let bytes = Array(try Data(contentsOf: URL(filePath: trace)))
      let packed = try Program.bytes(program, ["-c", "FILE"], on: bytes)
      let reading = try Reading(packed, inPiecesOf: 100)
      #expect(reading.description.format == "trace")
      #expect(try reading.frames == Reading(Self.odd).frames)
      #expect(reading.damage.isEmpty)
    }
  }

  @Test func onAnErrorNothingIsLeft() throws {
    try inFolder { folder in
      var file = PcapngFile()
      file.section()
      file.interface(264)
      file.interface(220)
      file.packet(0, 1, "00FE0001 26")
      file.packet(1, 2, "AA")
      var reader = try openFrames(InputFile(Pieces(file.bytes)))
      #expect(throws: TraceError.self) {
        try Conversion.run(from: &reader, to: folder + "/visit.pcap", as: .pcap)
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    }
  }

  @Test func anExistingFileIsReplacedByForceAlone() throws {
    try inFolder { folder in
      let path = folder + "/visit.pcap"
      try Data("mine".utf8).write(to: URL(filePath: path))
      var reader = try openFrames(InputFile(Pieces(Self.odd)))
      #expect(throws: TraceError.self) {
        try Conversion.run(from: &reader, to: path, as: .pcap)
      }
      #expect(try Data(contentsOf: URL(filePath: path)) == Data("mine".utf8))
      reader = try openFrames(InputFile(Pieces(Self.odd)))
      _ = try Conversion.run(from: &reader, to: path, as: .pcap, force: true)
      #expect(try Array(Data(contentsOf: URL(filePath: path))) == Self.odd)
    }
  }

  @Test(
    "The ending of a name asks for a format",
    arguments: [
      ("a.pcap", .pcap), ("/tmp/x.y/b.PCAPNG", .pcapng), ("visit.trace", .trace), ("pcap", nil),
      ("x.pcap/visit", nil), ("-", nil), ("a.json", nil), ("", nil), ("a.txt", .text),
      ("a.text", .text),
    ] as [(String, Conversion.Format?)])
  func ending(path: String, format: Conversion.Format?) {
    #expect(Conversion.Format(endingOf: path) == format)
  }

  @Test func textIsReadAgain() throws {
    try inFolder { folder in
      let path = folder + "/visit.txt"
      var file = PcapFile()
      file.add(1, 5, "00FC0000")
      file.add(1, 6, "00FE0001 26")
      file.add(1, 7, "00FB0002 9000")
      var reader = try openFrames(InputFile(Pieces(file.bytes)))
      let outcome = try Conversion.run(from: &reader, to: path, as: .text)
      #expect(outcome.losses == ["text leaves out flags"])
      #expect(
        try Reading(openFrames(path: path)).lines == [
          "1 1.000005000 iso14443 fieldOn", "2 1.000006000 iso14443 toCard 26",
          "3 1.000007000 iso14443 fromCard 9000",
        ])
    }
  }

  /// From pcap to a trace to JSON to a trace to JSON: the last two are the same, header included.
  @Test func theHeaderStaysTheSameThroughATrace() throws {
    var file = PcapFile()
    file.add(1_700_000_000, 5, "00FE0001 26")
    file.add(1_700_000_000, 9, "00FF0002 4400")
    let first = try convert(file.bytes, with: JSONLinesWriter()).written
    let text = String(decoding: first, as: UTF8.self)
    #expect(
      text.hasPrefix(#"{"type":"trace","format":"nfctrace/1","source":"pcap","link":"iso14443","#))
    #expect(try convert(first, with: JSONLinesWriter()).written == first)
    try inFolder { folder in
      let trace = folder + "/a.trace"
      var reader = try openFrames(InputFile(Pieces(first)))
      _ = try Conversion.run(from: &reader, to: trace, as: .trace)
      let bytes = Array(try Data(contentsOf: URL(filePath: trace)))
      #expect(try convert(bytes, with: JSONLinesWriter()).written == first)
    }
  }

  /// Calls `body` with an empty folder that is gone afterwards.
  private func inFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.path)
  }
}
