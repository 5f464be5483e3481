import Bytes
import Testing

@testable import Analysis
@testable import Decoding

@Suite struct VisitOutcomeTests {
  private func outcome(
    ended reason: VisitEnd.Reason = .fieldOff, _ build: (inout StoryBuilder) throws -> Void
  ) throws -> VisitOutcome {
    var builder = StoryBuilder()
    try build(&builder)
    var analyzer = Analyzer(lexicon: lexicon, secrets: secrets)
    analyzer.examine(builder.end(reason))
    return try #require(analyzer.outcomes.first)
  }

  private func words(_ exchanges: [(String, String?)]) throws -> [String] {
    let outcome = try outcome { builder in
      for (command, answer) in exchanges { try builder.exchange(command, answer) }
    }
    return outcome.long == outcome.short ? [outcome.long] : [outcome.long, outcome.short]
  }

  private static let visa = "00A4040007A0000000031010"

  @Test(
    "A visit is told by what was asked for and how it ended",
    arguments: [
      ([(visa, "9000")], ["Visa asked for and selected", "Visa"]),
      (
        [(visa, "9000"), ("00A4040007A0000000041010", "9000")],
        ["Visa and Mastercard asked for and selected", "Visa and Mastercard"]
      ),
      (
        [(visa, "6A82")],
        [
          "Visa asked for, not selected, refused at SELECT: 6A82 file or application not found",
          "Visa asked for, not selected, refused at SELECT: 6A82 not found",
        ]
      ),
      ([(visa, nil)], ["Visa asked for; silent from frame 1 on"]),
      (
        [(visa, "6A82"), ("00A4040007A0000000041010", "6A82"), ("00A40000023F00", "9000")],
        ["2 applications asked for, none selected"]
      ),
      (
        [("00A404000E325041592E5359532E4444463031", "9000")], ["payment directory read"]
      ),
      (
        [("00A4040007D2760000850101", "9000"), ("00B0000002", "01029000")], ["NDEF"]
      ),
      ([("00B0000002", "01029000")], ["1 command, answered"]),
      (
        [("00B0000002", "01029000"), ("00B0000202", "6982")],
        [
          "refused at READ BINARY: 6982 security status not satisfied",
          "refused at READ BINARY: 6982 security status",
        ]
      ),
      ([("00B0000002", "01029000"), ("00B0000202", nil)], ["silent from frame 3 on"]),
      ([("00B0000002", nil), ("00B0000002", "01029000")], ["1 of 2 commands answered"]),
      ([("905A000003010203", "9100")], ["DESFire"]),
      // Records and files end.
      (
        [(visa, "9000"), ("00B2010C00", "70009000"), ("00B2020C00", "6A83")],
        ["Visa asked for and selected", "Visa"]
      ),
      ([("00B0000002", "01029000"), ("00B0000202", "6B00")], ["2 commands, answered"]),
    ] as [([(String, String?)], [String])]
  )
  func tells(exchanges: [(String, String?)], expected: [String]) throws {
    #expect(try words(exchanges) == expected)
  }

  private func activation(
    whole: Bool = true, sak: UInt8? = 0x20, uid: [UInt8] = [0x04, 1, 2, 3, 4, 5, 6],
    atqa: UInt16? = nil
  ) -> Step.Content {
    .activation(
      Activation(
        technology: .nfcA, identifier: Identifier(uid.span), isWhole: whole, isRandom: false,
        atqa: atqa, sak: sak))
  }

  @Test func silenceEndsWhereTheCardIsHeardAgain() throws {
    let outcome = try outcome { builder in
      try builder.exchange("00B0000002", nil)
      try builder.exchange("00B0000002", nil)
      builder.step(activation(), frames: 4, answered: true)
    }
    #expect(outcome.long == "silent from frame 1 to 3")
  }

  @Test func aVisitMayNotGetFar() throws {
    #expect(try outcome { $0.step(activation(), frames: 4) }.long == "activated, nothing asked")
    #expect(
      try outcome { $0.step(.polling(Polling(polls: 1, answered: 1)), frames: 2) }.long
        == "polled, not activated")
    #expect(
      try outcome(ended: .endOfInput) { $0.step(activation(whole: false), frames: 4) }.long
        == "not activated as the standard asks; the capture ends")
  }

  @Test func productsAreToldByWhatTheCardSaid() throws {
    let tag = try outcome { builder in
      builder.step(activation(sak: 0x00, atqa: 0x0044), frames: 4, answered: true)
      try builder.exchange("60", "0004040201000F03", form: .type2)
    }
    #expect(tag.products == ["NTAG 213"])
    let nothing = try outcome { try $0.exchange("00B0000002", "01029000") }
    #expect(nothing.products == [])
  }
}
