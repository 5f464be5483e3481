import Analysis
import Bytes
import Testing

@testable import Rendering

@Suite struct RowLayoutTests {
  /// The columns are OUTPUT.md's: frame 5, time 8, reader at 16, card at 46, ms ending at 80.
  @Test func fillsTheColumnsOfEighty() {
    let text = lay(.terminal(80)) { row in
      row.reader = "> RATS FSD 256"
      row.card = "< ATS FSC 256, FWT 38.7"
      row.latency = 500_000
    }
    #expect(
      text == ["    7    0.006  > RATS FSD 256                < ATS FSC 256, FWT 38.7        0.5"])
  }

  /// Frames 9 left, time 11, reader at 22, card at 64, ms ending at 110, wait at 120.
  @Test func fillsTheColumnsOfAHundredAndTwenty() {
    let text = lay(.terminal(120)) { row in
      row.reader = "> SELECT D2760000850100"
      row.card = "< 9000"
      row.latency = 2_600_000
      row.wait = .share(1_200_000, percent: 2)
    }
    #expect(
      text == [
        "7–8         0.005500  > SELECT D2760000850100                   < 9000"
          + "                                     2.6   1.2  2%"
      ])
  }

  @Test func dropsWordsInBracketsFirst() {
    let text = lay(.terminal(80)) { row in
      row.reader = "> SELECT A0000000031010\u{1} (Visa)\u{2}"
      row.card = "< 9000"
      row.tags = [Row.Tag(number: 2, severity: .note, half: .command)]
    }
    #expect(text == ["    7    0.006  > SELECT A0000000031010 [2]   < 9000"])
  }

  @Test func keepsWordsInBracketsThatFit() {
    let text = lay(.terminal(80)) { row in
      row.reader = "> SELECT A000000003\u{1} (Visa)\u{2}"
      row.card = "< 9000"
    }
    #expect(text == ["    7    0.006  > SELECT A000000003 (Visa)    < 9000"])
  }

  @Test func movesTheCardsHalfDownWhereTheReadersIsTooLong() {
    let text = lay(.terminal(80)) { row in
      row.reader = "> INTERNAL AUTHENTICATE, 16 bytes"
      row.card = "< 9000"
      row.latency = 1_000_000
    }
    #expect(
      text == [
        "    7    0.006  > INTERNAL AUTHENTICATE, 16 bytes",
        "                                              < 9000                         1.0",
      ])
  }

  @Test func movesTheCardsHalfDownWhereItIsTooLongItself() {
    let text = lay(.terminal(80)) { row in
      row.reader = "> SELECT E103"
      row.card = "< 6A82 file or application not found, nor anything of that name"
      row.latency = 1_000_000
    }
    #expect(
      text == [
        "    7    0.006  > SELECT E103                                                1.0",
        "                                              < 6A82 file or application not",
        "                                                found, nor anything of that name",
      ])
  }

  @Test func leavesEverythingOnOneLineWhereThereIsNoTerminal() {
    let text = lay(.unbounded()) { row in
      row.reader = "> SELECT 325041592E5359532E4444463031325041592E\u{1} (a name)\u{2}"
      row.card = "< 9000"
      row.latency = 1_000_000
      row.detail = String(repeating: "0123456789 ", count: 12) + "end"
    }
    #expect(
      text == [
        "7–8         0.005500  > SELECT 325041592E5359532E4444463031325041592E (a name) < 9000"
          // The card's half ends at column 85, the milliseconds at 110.
          + String(repeating: " ", count: 22) + "1.0",
        String(repeating: " ", count: 24) + String(repeating: "0123456789 ", count: 12) + "end",
      ])
  }

  @Test func aNumberTooWideMovesTheRestRight() {
    let text = lay(.terminal(120), frames: 100_001...100_002) { row in
      row.reader = "> RATS"
      row.card = "< no answer"
    }
    #expect(
      text == [
        "100001–100002   0.005500  > RATS                                    < no answer"
      ])
  }

  /// Frame numbers of seven digits move the row by two, its continuation lines too; the milliseconds
  /// stay at the edge. What has no room any more moves down.
  @Test func aWideFrameNumberMovesContinuationLinesToo() {
    let frames = 1_000_001...1_000_002
    let short = lay(.terminal(80), frames: frames) { row in
      row.reader = "> READ BINARY 0–14"
      row.card = "< 15 bytes"
      row.latency = 1_000_000
      row.detail = "one line below"
    }
    #expect(
      short == [
        "1000001    0.006  > READ BINARY 0–14            < 15 bytes                   1.0",
        "                    one line below",
      ])
    let long = lay(.terminal(80), frames: frames) { row in
      row.reader = "> SELECT E103"
      row.card = "< 26 columns are too much."
      row.latency = 1_000_000
    }
    #expect(
      long == [
        "1000001    0.006  > SELECT E103                                              1.0",
        "                                                < 26 columns are too much.",
      ])
    #expect((short + long).allSatisfy { TextWidth.columns($0.utf8.span) <= 80 })
  }

  @Test func breaksLinesBelowAtTheLastSpaceAndKeepsTheirIndent() {
    let text = lay(.terminal(80)) { row in
      row.reader = "> GET FILE SETTINGS 0F"
      row.detail =
        "standard data file, 56 bytes, MACed; read key 1, write key 2, read-write key 0\n"
        + "1  \u{5}A0000000031010 Visa, \"VISA DEBIT\", priority 1, and one word more"
    }
    #expect(
      text == [
        "    7    0.006  > GET FILE SETTINGS 0F",
        "                  standard data file, 56 bytes, MACed; read key 1, write key 2,",
        "                  read-write key 0",
        "                  1  A0000000031010 Visa, \"VISA DEBIT\", priority 1, and one word",
        "                     more",
      ])
  }

  @Test func aWordLongerThanTheLineStaysWhole() {
    let text = lay(.terminal(80)) { row in
      row.reader = "> X"
      row.detail = "data " + String(repeating: "0F", count: 40) + " end"
    }
    #expect(
      text == [
        "    7    0.006  > X",
        "                  data",
        "                  " + String(repeating: "0F", count: 40),
        "                  end",
      ])
  }

  @Test func foldedRowsShowTheirNumberAndLeaveOutWhatHoldsOfOne() {
    let text = lay(.terminal(120)) { row in
      row.reader = "> S(DESELECT)"
      row.card = "< no answer\u{3} in 98.1 ms\u{4}"
      row.count = 2
      row.tags = [Row.Tag(number: 1, severity: .warning, half: .noAnswer)]
    }
    #expect(
      text == [
        "7–8         0.005500  > S(DESELECT) ×2                          < no answer [1]"
      ])
  }

  @Test(
    "A finding's number stands behind the part that shows it, or what there is of it",
    arguments: [
      (Finding.Half.command, "> A [1]                       < B", "d"),
      (.answer, "> A                           < B [1]", "d"),
      (.noAnswer, "> A                           < B [1]", "d"),
      (.detail, "> A                           < B", "d [1]"),
    ] as [(Finding.Half, String, String)])
  func tagsStandWhereTheyBelong(half: Finding.Half, line: String, detail: String) {
    let text = lay(.terminal(80)) { row in
      row.reader = "> A"
      row.card = "< B"
      row.detail = "c\nd"
      row.tags = [Row.Tag(number: 1, severity: .note, half: half)]
    }
    #expect(
      text == ["    7    0.006  " + line, "                  c", "                  " + detail])
  }

  @Test func anASCIITerminalGetsNoOtherCharacters() {
    let text = lay(.terminal(120), typeface: Typeface(isUTF8: false, hasColour: false)) { row in
      row.reader = "> SELECT 04A1B2…, naïve"
      row.card = "< ×–·"
      row.count = 3
    }
    #expect(
      text == [
        "7-8         0.005500  > SELECT 04A1B2..., na\\u{EF}ve x3         < x--"
      ])
  }

  @Test func coloursTakeNoColumns() {
    let text = lay(.terminal(80), typeface: Typeface(isUTF8: true, hasColour: true)) { row in
      row.reader = "> A"
      row.card = "< B"
      row.tags = [Row.Tag(number: 1, severity: .error, half: .command)]
    }
    #expect(text == ["    7    0.006  > A \u{1B}[31m[1]\u{1B}[0m                       < B"])
  }

  // A row whose words are given as text, for frames 7 and 8, 5.5 ms after the start.

  private struct Draft {
    var reader = ""
    var card = ""
    var line = ""
    var detail = ""
    var latency: Int64?
    var wait = Row.Wait.none
    var count = 1
    var tags: [Row.Tag] = []
  }

  private func lay(
    _ columns: Columns, frames: ClosedRange<Int> = 7...8,
    typeface: Typeface = Typeface(isUTF8: true, hasColour: false), _ fill: (inout Draft) -> Void
  ) -> [String] {
    var draft = Draft()
    fill(&draft)
    var words: [UInt8] = []
    func store(_ text: String) -> Extent {
      let start = words.count
      words.append(contentsOf: text.utf8)
      return Extent(start..<words.count)
    }
    var row = Row(frames: frames, time: 5_500_000)
    row.showsRange = true
    row.reader = store(draft.reader)
    row.card = store(draft.card)
    row.line = store(draft.line)
    row.detail = store(draft.detail)
    row.latency = draft.latency
    row.wait = draft.wait
    row.count = draft.count
    row.tags = draft.tags
    var layout = RowLayout(columns: columns, typeface: typeface)
    var times = TimeColumn(.sinceStart, decimals: columns.timeDecimals)
    times.start(at: 0)
    var out = ByteBuffer(capacity: 16)
    layout.write(row, words: words.span, times: &times, into: &out)
    return lines(of: out)
  }
}

/// The lines in a buffer, without the line feed at the end of the last.
func lines(of out: borrowing ByteBuffer) -> [String] {
  var bytes: [UInt8] = []
  let span = out.span
  for index in span.indices { bytes.append(span[index]) }
  var lines = String(decoding: bytes, as: UTF8.self).split(
    separator: "\n", omittingEmptySubsequences: false
  ).map(String.init)
  if lines.last == "" { lines.removeLast() }
  return lines
}
