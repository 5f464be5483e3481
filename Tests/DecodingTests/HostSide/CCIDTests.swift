import Bytes
import Testing
import TraceFormat

@testable import Decoding

/// Messages built by the CCID specification's tables; pseudo-APDUs by PC/SC Part 3.
@Suite struct CCIDTests {
  @Test("Power, APDUs and what is asked of the reader make a visit")
  func visit() throws {
    let story = Derived(
      """
      > 6200000000 00 00 000000
      < 8006000000 00 00 000000 3B8180018080
      > 6F05000000 00 01 000000 FFCA000000
      < 8009000000 00 01 000000 04A1B2C3D4E5F6 9000
      > 6F07000000 00 02 000000 00A40000023F00
      < 8002000000 00 02 000000 6A82
      < 5002
      """, link: .ccid
    ).story
    #expect(story.visits.count == 1)
    #expect(story.visits.first?.activationMissing == false)
    #expect(story.steps.first?.content == .answerToReset(Extent(0..<6)))
    #expect(story.exchanges.map(\.status) == [0x9000, 0x6A82])
    #expect(story.ends.first?.reason == .lost)
  }

  @Test("An APDU that comes in several messages is one")
  func levels() throws {
    let story = Derived(
      """
      > 6F04000000 00 01 000100 00D60000
      < 8000000000 00 01 000010
      > 6F03000000 00 02 000200 021122
      < 8001000000 00 02 000001 AA
      > 6F00000000 00 03 001000
      < 8002000000 00 03 000002 9000
      """, link: .ccid
    ).story
    let exchange = try #require(story.exchanges.first)
    #expect(story.hex(exchange.command) == "00D60000021122")
    #expect(story.hex(exchange.answer) == "AA9000")
  }

  @Test("Blocks of T=1 hold APDUs, chained or not")
  func blocks() throws {
    // NAD 00, PCB 00 or with b6 for more, LEN, INF, exclusive or.
    let story = Derived(
      """
      > 6F0B000000 00 01 000000 00 00 07 00A40000023F00 9E
      < 8006000000 00 01 000000 00 00 02 9000 92
      > 6F06000000 00 02 000000 00 60 02 00B0 D2
      < 8004000000 00 02 000000 00 90 00 90
      > 6F07000000 00 03 000000 00 00 03 000002 01
      < 8006000000 00 03 000000 00 40 02 6A82 AA
      """, link: .ccid
    ).story
    #expect(
      story.exchanges.map { story.hex($0.command) } == ["00A40000023F00", "00B0000002"])
    #expect(story.exchanges.map(\.status) == [0x9000, 0x6A82])
  }

  @Test("A length that does not fit is said, with its place")
  func badLength() {
    let derived = Derived("> 6F09000000 00 01 000000 00A4", link: .ccid)
    #expect(derived.defects == [.hostFrame(.length(claimed: 9, present: 2))])
    #expect(derived.lines.isEmpty)
  }

  @Test("A reader that asks for more time has not answered")
  func timeExtension() {
    let derived = Derived(
      """
      > 6F04000000 00 01 000000 00840000
      < 8000000000 00 01 800100
      < 8002000000 00 01 000000 9000
      """, link: .ccid)
    #expect(derived.lines == ["1.1 > 00840000", "3.1 < 9000"])
  }

  @Test("Direct commands of an ACR122 are the chip's, also where the answer is asked for")
  func direct() {
    let text = """
      > FF00000004D44A0100
      < 610F
      > FFC000000F
      < D54B010100440007 04A1B2C3D4E5F6 9000
      > FFCA000000
      < 04A1B2C3D4E5F69000
      """
    let derived = Derived(text, link: .apdu)
    #expect(derived.lines.first == "1.1 > 26 (7 bits)")
    #expect(derived.story.visits.first.map { Hex.text($0.identifier.bytes) } == "04A1B2C3D4E5F6")
    #expect(derived.story.exchanges.count == 1)
  }

  @Test("An ATR begins a visit, and the same one again does not")
  func answersToReset() {
    func visits(_ atrs: [String]) -> Int {
      Derived(atrs.map { "< \($0)" }.joined(separator: "\n"), link: .atr).story.visits.count
    }
    #expect(visits(["3B8180018080"]) == 1)
    #expect(visits(["3B8180018080", "3B8180018080"]) == 1)
    #expect(visits(["3B8180018080", "3B8A80010031C173C84000009000 90"]) == 2)
  }
}
