import Bytes
import Testing
import TraceFormat

@testable import Analysis
@testable import Decoding

@Suite struct UnansweredCommandTests {
  @Test func aCommandSaysHowLongAndWhetherItWasAskedAgain() throws {
    var builder = StoryBuilder()
    try builder.exchange("90BD0000070F00000033000000", nil, budget: 77, silence: 98) { exchange in
      exchange.unansweredRequests = 1
    }
    try builder.exchange("00B0000002", "01029000")
    #expect(
      lines(builder.end()) == [
        "warning unanswered-command 1 noAnswer: COMMAND; waited 98.0 ms (FWT 77.0), R(NAK) once"
      ])
  }

  @Test func theSameCommandTwiceIsOneFinding() throws {
    var builder = StoryBuilder()
    try builder.exchange("1A00", nil, form: .type2, silence: 301)
    try builder.exchange("3004", "0343DA20", form: .type2)
    try builder.exchange("1A00", nil, form: .type2, silence: 302)
    try builder.exchange("3004", "0343DA20", form: .type2)
    let found = analyzed(builder.end())
    #expect(
      found.map(line) == [
        "warning unanswered-command 1 noAnswer: COMMAND; waited 301.0 ms: so no Ultralight C",
        "warning unanswered-command 4 noAnswer: COMMAND; waited 302.0 ms: so no Ultralight C",
      ])
    let merged = try #require(Finding.merged(found))
    #expect(
      line(merged) == """
        warning unanswered-command 1 4 noAnswer: COMMAND, waited 301 to 302 ms both times: so no \
        Ultralight C
        """)
  }

  @Test func anotherCommandIsAnotherFinding() throws {
    var builder = StoryBuilder()
    try builder.exchange("3004", nil, form: .type2, silence: 5)
    try builder.exchange("3008", nil, form: .type2, silence: 5)
    try builder.exchange("3004", "0343DA20", form: .type2)
    let found = analyzed(builder.end())
    #expect(found.count == 2)
    #expect(found.first?.merge != found.last?.merge)
  }

  @Test func silenceAcknowledgesSectorSelect() {
    var conversation = Conversation()
    conversation.add(.toCard, "C2FF", crc: true)
    conversation.add(.fromCard, "0A")
    conversation.add(.toCard, "01000000", crc: true)
    conversation.add(.toCard, "3004", crc: true)
    conversation.add(.fromCard, "00112233445566778899AABBCCDDEEFF", crc: true)
    let told = conversation.told()
    #expect(told.findings.map(line) == [])
    #expect(told.exchanges.map(\.parts) == [2, 1])
  }

  @Test func silenceAcknowledgesNothingElse() throws {
    var builder = StoryBuilder()
    try builder.exchange("C2FF", nil, form: .type2, silence: 1)
    try builder.exchange("01000000", nil, form: .type2, silence: 1)
    try builder.exchange("3004", "0343DA20", form: .type2)
    #expect(analyzed(builder.end()).map(\.id) == [.unansweredCommand, .unansweredCommand])
  }

  @Test(
    "Silence is right, or may lie outside",
    arguments: [
      (.iso15693, "0202", .unanswered),
      (.classic, "3F1A2B3C", .unanswered),
      (.iso7816, "00B0000002", .endOfCapture),
    ] as [(Exchange.Form, String, Exchange.Outcome)]
  )
  func rightSilence(form: Exchange.Form, command: String, outcome: Exchange.Outcome) throws {
    var builder = StoryBuilder()
    try builder.exchange(command, nil, form: form, outcome: outcome)
    try builder.exchange("3004", "0343DA20", form: .type2)
    #expect(lines(builder.end()) == [])
  }

  private func rats(answer: Extent = .none, attempts: Int) -> Step.Content {
    .protocolActivation(
      ProtocolActivation(
        request: .none, answer: answer, fsd: 256, cid: 0, attempts: attempts, parameters: nil))
  }

  private func activation(sak: UInt8) -> Step.Content {
    .activation(
      Activation(
        technology: .nfcA, identifier: Identifier(), isWhole: true, isRandom: false, atqa: nil,
        sak: sak))
  }

  @Test func aCardThatPromisesISODEPMustAnswerRATS() {
    var builder = StoryBuilder()
    builder.step(activation(sak: 0x20), frames: 2, answered: true)
    builder.step(rats(attempts: 2), frames: 2, silence: 12)
    #expect(
      lines(builder.end()) == [
        "warning unanswered-command 3 noAnswer: RATS; waited 12.0 ms, sent twice"
      ])
  }

  @Test func aCardThatDoesNotNeedNot() {
    var builder = StoryBuilder()
    builder.step(activation(sak: 0x08), frames: 2, answered: true)
    builder.step(rats(attempts: 1), silence: 12)
    #expect(lines(builder.end()) == [])
  }

  @Test func theCapturesEndIsNoSilence() {
    var builder = StoryBuilder()
    builder.step(activation(sak: 0x20), frames: 2, answered: true)
    builder.step(rats(attempts: 1))
    #expect(lines(builder.end(.endOfInput)) == [])
  }
}
