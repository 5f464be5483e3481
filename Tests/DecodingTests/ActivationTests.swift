import Bytes
import Testing
import TraceFormat

@testable import Decoding

/// ISO/IEC 14443-3: who is there, and how it is told.
@Suite struct ActivationTests {
  @Test func cascadeLevelsAreOneUID() throws {
    let story = Talk(Talk.activated).story()
    let visit = try #require(story.visits.first)
    #expect(Hex.text(visit.identifier.bytes) == "04A1B2C3D4E5F6")
    #expect(visit.identifierIsWhole)
    #expect(!visit.identifierIsRandom)
    #expect(visit.atqa == 0x0044)
    #expect(visit.firstFrame == 1)
    #expect(story.defects.isEmpty)
    guard case .activation(let activation) = try #require(story.steps.dropFirst().first).content
    else {
      Issue.record("the second step is no activation")
      return
    }
    #expect(activation.levels == 2)
    #expect(activation.sak == 0x20)
  }

  /// A list of frames needs it, to put the end where it stands however the frames arrive.
  @Test func aVisitsEndSaysAfterWhichFrameItIsKnown() {
    // Frame 13 is the visit's last; 14 is of another source; 15 comes after 3 s of silence.
    var talk = Talk(Talk.activated.replacing("on\n", with: "> 26\n") + "+3000\n> 26\n> 26\n")
    talk.batch.frames[13].source = 1
    let ends = talk.story().entries.compactMap { entry in
      if case .end(let end) = entry { end } else { nil }
    }
    #expect(ends.map(\.lastFrame) == [13])
    #expect(ends.map(\.knownAfter) == [14])
  }

  @Test func aPollThatWasToldIsNotTakenBack() {
    let story = Talk(
      """
      > 26
      ? 9F6B
      < 0400
      >a 93700102030404
      <a 20
      """
    ).story()
    var told: [(frames: ClosedRange<Int>, polls: Int?)] = []
    for step in story.steps {
      if case .polling(let polling) = step.content {
        told.append((step.frames, polling.polls))
      } else {
        told.append((step.frames, nil))
      }
    }
    #expect(told.map(\.frames) == [1...1, 2...2, 3...5])
    #expect(told.map(\.polls) == [1, nil, nil])
  }

  @Test func aSingleSizeUIDThatBeginsWith08IsRandom() throws {
    let story = Talk(
      """
      > 52
      < 0400
      >a 937008DFBFF29A
      <a 20
      """
    ).story()
    let visit = try #require(story.visits.first)
    #expect(visit.identifierIsRandom)
    #expect(Hex.text(visit.identifier.bytes) == "08DFBFF2")
  }

  @Test func aTripleSizeUIDHasTenBytes() throws {
    let story = Talk(
      """
      > 26
      < 8400
      >a 93708804010203 8C
      <a 24
      >a 9570880506070884
      <a 24
      >a 9770090A0B0C04
      <a 20
      """
    ).story()
    // 88 ^ 04 ^ 01 ^ 02 … is not what counts here: SELECT carries the bytes that the card accepted.
    #expect(story.visits.first.map { Hex.text($0.identifier.bytes) } == "040102050607090A0B0C")
  }

  @Test func splitAnticollisionIsOnePart() throws {
    // The reader sends 2 whole UID bytes; the card answers the rest and the BCC
    // (11 ^ 22 ^ 33 ^ 44 = 44).
    let story = Talk(
      """
      > 26
      < 0400
      > 93401122
      < 334444
      >a 93701122334444
      <a 08
      """
    ).story()
    #expect(story.visits.first.map { Hex.text($0.identifier.bytes) } == "11223344")
    #expect(story.defects.isEmpty)
  }

  @Test func aWrongBCCIsFound() throws {
    let story = Talk(
      """
      > 26
      < 4400
      > 9320
      < 8804A1B200
      >a 93708804A1B200
      <a 04
      >a E080
      <a 0578807002
      """
    ).story()
    #expect(
      story.defects.map(\.kind) == [
        .bcc(
          found: 0x00, computed: 0x9F, over: 0x8804_A1B2, selectFrame: 5, agreed: true),
        .uidIncomplete(sak: 0x04, sakFrame: 6, level: 2),
      ])
    #expect(story.defects.first?.place == Place(frame: 4, bytes: 4..<5))
  }

  @Test func unansweredPollsMakeNoVisit() {
    let story = Talk("> 26\n> 52\n>b 050000").story()
    #expect(story.visits.isEmpty)
    #expect(story.steps.map(\.visit) == [0])
    #expect(story.steps.first?.frames == 1...3)
  }

  @Test func ecpAndPollsBeforeTheActivationAreOneStep() throws {
    let story = Talk(
      """
      >a 6A02C801000300027900000000
      > 52
      > 52
      < 0400
      > 9320
      < 08DFBFF29A
      > 26
      > 26
      < 0400
      >a 937008DFBFF29A
      <a 20
      """
    ).story()
    guard case .polling(let polling) = try #require(story.steps.first).content else {
      Issue.record("the first step is no polling")
      return
    }
    #expect(polling.ecp == 1)
    #expect(polling.polls == 3)
    #expect(polling.answered == 1)
    #expect(polling.uidReadFrame == 6)
    #expect(story.steps.first?.frames == 1...7)
    #expect(story.steps.dropFirst().first?.frames == 8...11)
  }

  @Test func shortNoiseIsNoCommand() {
    let story = Talk("> 06\n> 00\n> 26\n< 4400").story()
    #expect(story.exchanges.isEmpty)
  }

  @Test func timesThatContradictThemselvesAreNotBelieved() {
    // SELECT lasts (1 + 9 × 9) × 9.44 µs = 0.77 ms; its SAK comes 0 ms after it began.
    let story = Talk(
      """
      > 26
      < 0400
      +0
      >a 93701122334444
      <a 20
      >a E080
      <a 0578807002
      """
    ).story()
    #expect(story.steps.map(\.wait) == [nil, nil])
  }

  @Test func aCollisionHasNoBCC() {
    // What came to 9320 is two cards at once; the reader resolves it, and SELECT has the right BCC.
    let story = Talk(
      """
      > 26
      < 0400
      > 9320
      < 1122334400
      > 93401122
      < 334444
      >a 93701122334444
      <a 20
      """
    ).story()
    #expect(story.defects.isEmpty)
  }

  @Test func whatTheCaptureCutsOffIsNotWrong() {
    var talk = Talk(Talk.activated)
    for index in talk.batch.frames.indices where talk.batch.frames[index].bytes.length > 6 {
      talk.batch.frames[index].originalLength = talk.batch.frames[index].bytes.length
      talk.batch.frames[index].bytes.length = 6
      talk.batch.frames[index].flags.insert(.cut)
    }
    let kinds = talk.story().defects.map { defect -> Bool in
      if case .cutByCapture = defect.kind { true } else { false }
    }
    #expect(!kinds.isEmpty)
    #expect(kinds.allSatisfy { $0 })
  }

  @Test func anInventoryIsAPoll() {
    let story = Talk("> 260100F60A\n> 26\n>b 050000\n> 260100F60A").story()
    #expect(story.visits.isEmpty)
    #expect(story.steps.count == 1)
  }

  @Test func aLoneWaitingTimeExtensionIsUnderstood() {
    let story = Talk("<a F201\n>a F201").story()
    let kinds = story.steps.compactMap { step -> BlockStep.Kind? in
      if case .block(let block) = step.content { block.kind } else { nil }
    }
    #expect(kinds == [.waitingTimeExtension])
    #expect(story.defects.isEmpty)
  }
}
