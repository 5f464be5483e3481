import Testing

@testable import Playback

@Suite struct RecordedTalkTests {
  private func exchange(_ command: String, _ answer: String?) -> RecordedExchange {
    RecordedExchange(command: hex(command), answer: answer.map { hex($0) })
  }

  @Test func theSameCommandAnswersInRecordedOrder() {
    var talk = RecordedTalk([
      exchange("0084000008", "01"), exchange("00B0000002", "02"), exchange("0084000008", "03"),
    ])
    #expect(talk.play(hex("0084000008"))?.answer == [1])
    #expect(talk.play(hex("0084000008"))?.answer == [3])
    #expect(talk.play(hex("0084000008"))?.answer == [1])
  }

  /// The two files are read with the same command: each answers behind its own SELECT.
  @Test func aCommandAnswersAsInItsPlace() {
    let first = exchange("00A4000C02E103", "9000")
    let second = exchange("00A4000C02E104", "9000")
    var talk = RecordedTalk([
      first, exchange("00B0000002", "AA9000"), second, exchange("00B0000002", "BB9000"),
    ])
    for (select, answer) in [(second, "BB9000"), (first, "AA9000"), (second, "BB9000")] {
      #expect(talk.play(select.command) == select)
      #expect(talk.play(hex("00B0000002"))?.answer == hex(answer))
    }
  }

  @Test func whatVariesMatchesAnything() {
    var talk = RecordedTalk([
      RecordedExchange(command: hex("80AE800004 01020304 00"), varying: [6..<8], answer: [9])
    ])
    #expect(talk.play(hex("80AE800004 01FFFF04 00"))?.answer == [9])
    #expect(talk.play(hex("80AE800004 02020304 00")) == nil)
    #expect(talk.play(hex("80AE800004 01020305 00")) == nil)
    #expect(talk.play(hex("80AE800004 010203")) == nil)
  }

  @Test func isAtItsEndBehindTheLastExchange() {
    var talk = RecordedTalk([exchange("01", "02"), exchange("03", nil)])
    #expect(!talk.isAtEnd)
    _ = talk.play([0x01])
    #expect(!talk.isAtEnd)
    #expect(talk.play([0x03])?.answer == nil)
    #expect(talk.isAtEnd)
    #expect(RecordedTalk([]).isAtEnd)
    #expect(talk.play([]) == nil)
  }
}
