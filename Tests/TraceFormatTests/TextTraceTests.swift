import Bytes
import Testing

@testable import TraceFormat

@Suite struct TextTraceTests {
  @Test func aLongLineThatArrivesByteByByteIsGoneThroughOnce() throws {
    // Were it searched anew with each byte, this would be twenty thousand million steps.
    let line = Array("> ".utf8) + [UInt8](repeating: UInt8(ascii: "0"), count: 200_000) + [10]
    var reader = TextTraceReader(Pieces(line.map { [$0] }))
    #expect(try reader.all().map(\.bytes.count) == [100_000])
  }

  @Test("How long a line may be does not depend on the pieces", arguments: [1 << 16, 1 << 20])
  func refusesTheSameLines(piece: Int) throws {
    let line = Array("> 26\n> ".utf8) + [UInt8](repeating: UInt8(ascii: "0"), count: 1 << 20) + [10]
    let pieces = stride(from: 0, to: line.count, by: piece).map {
      Array(line[$0..<min(line.count, $0 + piece)])
    }
    var reader = TextTraceReader(Pieces(pieces))
    #expect(throws: TraceError("pieces: line 2 is longer than 1 MiB")) { try reader.all() }
  }

  @Test func readsFramesEventsAndLinks() throws {
    let frames = try read(
      """
      # a card that answers
      * field-on
      0.5 > 26
      0.500424 < 44 00
      @ nfc-f

      ? 06FF
      = polling  FF
      -1.000000001 > 00
      """)
    var expected = Frames()
    expected.add([], time: 0, direction: .none) { $0.event = .fieldOn }
    expected.add([0x26], time: 500_000_000)
    expected.add([0x44, 0x00], time: 500_424_000, direction: .fromCard)
    expected.add([0x06, 0xFF], time: 500_424_000, link: .nfcF, direction: .unknown)
    expected.add([0x00], time: -1_000_000_001, link: .nfcF)
    #expect(frames == expected.batch.whole)
  }

  @Test func writesWhatItReads() throws {
    let text = """
      0.000000000 * field-on
      0.500000000 > 26
      0.500424000 < 4400
      @ apdu
      -1.000000001 ? 00A4

      """
    #expect(try write(read(text), times: true).text == text)
  }

  @Test func aCommentStaysBehindItsMark() throws {
    var frames = Frames()
    frames.add(Array("one\n> 26\u{7}".utf8), time: 0, direction: .none) { $0.event = .comment }
    frames.add([0x26], time: 3)
    let (text, dropped) = write(frames.batch.whole, times: false)
    #expect(text == "# one\n# > 26\n> 26\n")
    #expect(dropped.words == ["times"])
  }

  @Test func saysWhatItDrops() {
    var frames = Frames()
    frames.add([0x26], time: 0, parity: [0x80]) {
      $0.lastBits = 7
      $0.duration = 1
      $0.bitRate = 106_000
      $0.source = 1
      $0.flags = .parityBad
    }
    #expect(
      write(frames.batch.whole, times: true).dropped.words
        == ["durations", "bit rates", "sources", "counts of bits", "parity bits", "flags"])
  }

  @Test(
    "A line that cannot be read is named",
    arguments: [
      ("> 2", "line 2: not hex digits in pairs: \"2\""),
      ("> zz", "line 2: not hex digits in pairs: \"zz\""),
      ("26", "line 2: expected >, <, ?, @, *, = or #, found \"\""),
      ("hello", "line 2: expected >, <, ?, @, *, = or #, found \"hello\""),
      ("1.1234567890 > 26", "line 2: not a time in seconds: \"1.1234567890\""),
      ("99999999999 > 26", "line 2: not a time in seconds: \"99999999999\""),
      ("@ nfc-q", "line 2: no link is called \"nfc-q\""),
      ("* rain", "line 2: no event is called \"rain\""),
    ])
  func refuses(line: String, words: String) {
    #expect(throws: TraceError("pieces: " + words)) { try read("# first\n" + line + "\n") }
  }

  @Test("Frames before a bad line are given, however they arrive", arguments: [1, 9, 1000])
  func givesWhatStandsBeforeABadLine(piece: Int) throws {
    let bytes = Array("> 26\n< 4400\n> 9\n".utf8)
    let pieces = stride(from: 0, to: bytes.count, by: piece).map {
      Array(bytes[$0..<min($0 + piece, bytes.count)])
    }
    var reader = TextTraceReader(Pieces(pieces))
    var batch = FrameBatch()
    var frames: [[UInt8]] = []
    #expect(throws: TraceError.self) {
      while try reader.read(into: &batch) {
        frames += batch.frames.map { batch.copy(of: $0.bytes) }
      }
    }
    #expect(frames == [[0x26], [0x44, 0x00]])
  }

  @Test func linesArriveInAnyPieces() throws {
    let text = "> 2652\r\n< 44\n@ apdu\n> 00A40400"
    let whole = try read(text)
    #expect(whole.map(\.bytes) == [[0x26, 0x52], [0x44], [0x00, 0xA4, 0x04, 0x00]])
    #expect(try read(text, piece: 1) == whole)
  }

  @Test(
    "Told by its content",
    arguments: [
      ("> 26", true), ("> 2", true), ("# a\n@ apdu\n< 9000\n", true), ("0.1 > 26", true),
      ("<html>", false), ("# only words", false), ("{\"a\": 1}", false), ("> hello", false),
    ])
  func isRecognized(text: String, isOne: Bool) {
    #expect(TextTrace.recognizes(Array(text.utf8).span) == isOne)
  }

  private func read(_ text: String, piece: Int = 1000) throws -> [WholeFrame] {
    let bytes = Array(text.utf8)
    let pieces = stride(from: 0, to: bytes.count, by: piece).map {
      Array(bytes[$0..<min(bytes.count, $0 + piece)])
    }
    var reader = TextTraceReader(Pieces(pieces))
    return try reader.all()
  }

  private func write(
    _ frames: [WholeFrame], times: Bool
  ) -> (text: String, dropped: TextTraceWriter.Dropped) {
    var writer = TextTraceWriter(times: times)
    var buffer = ByteBuffer(capacity: 64)
    for var whole in frames {
      whole.frame.bytes = Extent(0..<whole.bytes.count)
      whole.frame.parity = Extent(0..<whole.parity.count)
      writer.write(whole.frame, in: whole.bytes.span, to: &buffer)
    }
    return (String(decoding: [UInt8](copying: buffer.span), as: UTF8.self), writer.dropped)
  }
}
