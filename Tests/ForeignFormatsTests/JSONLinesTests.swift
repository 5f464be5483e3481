import Bytes
import ForeignFormats
import Testing
import TraceFormat

/// Frames as JSON: what is written is read again.
@Suite struct JSONLinesTests {
  @Test func frameObjectsOfTheStoryAreRead() throws {
    let text = #"""
      {"type":"trace","format":"nfctrace/1","file":"a.pcap","source":"pcap","link":"iso14443","start":"2023-11-14T22:13:20.000001Z"}
      {"type":"visit","visit":1,"time":0.000000,"link":"nfc-a"}
      {"type":"frame","frame":1,"visit":1,"time":0.000000,"name":"field on"}
      {"type":"frame","frame":2,"visit":1,"time":0.000500,"duration":0.000078,"direction":"to-card","link":"iso14443","bytes":"52","bits":7,"crc":"none","name":"WUPA"}
      {"type":"frame","frame":2,"derived":1,"time":0.000500,"direction":"to-card","link":"nfc-a","bytes":"26"}
      {"type":"frame","frame":3,"time":0.001000,"direction":"from-card","link":"nfc-f","bytes":"0600","crc":"absent","parity":"bad","fields":[{"path":"a","children":[{"x":"}"}]}]}
      {"type":"frame","frame":4,"time":0.002000,"direction":"to-card","link":"nfc-a","bytes":"XX00","masked":["pin"]}
      {"type":"summary","frames":4}

      """#
    let reading = try Reading(Array(text.utf8))
    // 1,700,000,000 s after 1970 it was 2023-11-14T22:13:20Z.
    #expect(
      reading.lines == [
        "1 1700000000.000001000 other fieldOn",
        "2 1700000000.000501000 iso14443 toCard 52",
        "3 1700000000.001001000 nfcF fromCard 0600 crcStripped",
      ])
    #expect(reading.frames[1].frame.lastBits == 7 && reading.frames[1].frame.duration == 78_000)
    #expect(reading.frames[2].frame.flags == [.crcStripped, .parityBad])
    #expect(reading.damage.map(\.reason) == ["a frame whose bytes are masked or no hex"])
    #expect(reading.description.label == "jsonl, ISO 14443")
  }

  @Test func everythingOfAFrameComesBack() throws {
    var file = PcapngFile()
    file.section()
    file.interface(264, options: file.option(2, Array("left".utf8)))
    file.interface(252, options: file.option(2, Array("right".utf8)))
    file.interface(148, options: file.option(2, Array("more".utf8)))
    file.packet(0, 1_700_000_000_000_000, "00FC0000")
    file.packet(0, 1_700_000_000_000_100, "00FE0001 26")
    file.packet(0, 1_700_000_000_000_050, "00FB0002 4400")
    file.packet(1, 1_700_000_001_000_000, "000C0008 66656C6963610000 00000000 0012FC0100")
    file.packet(2, 1_700_000_002_000_000, "4E540105 02003307 0A")
    file.packet(2, 1_700_000_003_000_000, "4E540106 00060000 48C3A9")
    let before = try Reading(file.bytes)
    let (written, losses) = try convert(file.bytes, with: JSONLinesWriter())
    let after = try Reading(written)
    #expect(after.lines == before.lines && losses.isEmpty)
    #expect(after.frames.map(\.frame) == before.frames.map(\.frame))
    #expect(after.description.sources.map(\.name) == ["left", "right", "more"])
    #expect(after.description.timesAreWallClock && after.damage.isEmpty)
  }

  @Test(
    "Dates are what calendars say",
    arguments: [
      // Unix times of these moments, as `date -u -d @SECONDS` prints them.
      ("2000-02-29T12:00:00Z", 951_825_600), ("2100-03-01T00:00:00Z", 4_107_542_400),
      ("1970-01-01T00:00:00Z", 0), ("1999-12-31T23:59:59Z", 946_684_799),
      ("2024-12-31T00:00:00Z", 1_735_603_200),
    ] as [(String, Int64)])
  func dates(text: String, seconds: Int64) throws {
    let objects =
      #"{"type":"trace","format":"nfctrace/1","start":"\#(text)"}"# + "\n"
      + #"{"type":"frame","frame":1,"time":0,"direction":"to-card","link":"apdu","bytes":"00"}"#
    let reading = try Reading(Array(objects.utf8))
    #expect(reading.frames.map(\.frame.time) == [seconds * 1_000_000_000])
    let again = try Reading(try convert(Array(objects.utf8), with: JSONLinesWriter()).written)
    #expect(again.frames.map(\.frame.time) == [seconds * 1_000_000_000])
  }

  @Test(
    "A real capture comes back whole", .enabled(if: Captures.arePresent, Captures.absence),
    arguments: ["hf_14a_mfu-sim.trace", "hf_visa_apple_ecp.trace"])
  func real(name: String) throws {
    let bytes = try Captures.bytes(name, in: "proxmark3")
    let before = try Reading(bytes)
    let after = try Reading(try convert(bytes, with: JSONLinesWriter()).written)
    let first = before.frames[0].frame.time
    #expect(before.frames.count == after.frames.count)
    for (one, other) in zip(before.frames, after.frames) {
      var (one, other) = (one, other)
      one.frame.time -= first
      one.becomeRegular()
      // Both lie in batches of their own.
      one.frame.parity = .none
      other.frame.parity = .none
      #expect(one == other)
    }
  }
}
