import Bytes
import Testing
import TraceFormat

@testable import Decoding

/// ISO/IEC 15693-3: inventories, slots, cards, commands to them.
@Suite struct VicinityTests {
  private func story(_ text: String, link: Link = .nfcV) -> Story { Talk(text, link: link).story() }
  private func uid(_ visit: Visit) -> String { Hex.text(visit.identifier.bytes) }

  @Test(
    "A card is known by its UID, whose bytes are sent last first",
    arguments: [Link.nfcV, .iso14443])
  func isKnownByItsUID(link: Link) {
    let story = story(
      """
      >b 260100
      <b 00008877665544 0104E0
      >b 222B8877665544 0104E0
      <b 000F8877665544 0104E000001B0301
      """, link: link)
    #expect(story.visits.map(\.technology) == [.nfcV])
    #expect(story.visits.map(uid) == ["E004014455667788"])
    #expect(story.exchanges.map(\.form) == [.iso15693])
    #expect(story.exchanges.map(\.outcome) == [.answered])
    #expect(story.defects.isEmpty)
  }

  @Test func sixteenSlotsAreOneRowForEachCard() {
    let story = story(
      """
      >b 060100
      >
      >
      <b 00008877665544 0104E0
      >
      >
      <b 0000 1122334455 0702E0
      >
      """)
    // The first row goes from the inventory over four slots, the second to the last slot.
    let rows = story.steps.map(\.frames)
    #expect(rows == [1...6, 7...8])
    #expect(story.visits.map(uid) == ["E004014455667788", "E002075544332211"])
    #expect(story.defects.isEmpty)
  }

  @Test func aCollisionThatALongerMaskResolvesIsNoDamage() {
    let story = story(
      """
      >b 060100
      < 00008877665544FFFF04E01234
      >
      >b 06010408
      <b 00008877665544 0104E0
      """)
    #expect(story.defects.isEmpty)
    #expect(story.steps.map(\.frames) == [1...5])
    #expect(story.visits.map(uid) == ["E004014455667788"])
  }

  @Test func aDamagedAnswerInASlotThatNobodyAsksForAgainIsToldAtTheEnd() {
    let one = story(
      """
      >b 260100
      < 00008877665544FFFF04E01234
      """)
    #expect(one.defects.count == 1)
    let sixteen = story(
      """
      >b 060100
      < 00008877665544FFFF04E01234
      >b 060100
      """)
    #expect(sixteen.defects.count == 1)
  }

  @Test func aCommandNamesTheCardThatItIsFor() {
    let story = story(
      """
      >b 060100
      <b 00008877665544 0104E0
      <b 00001122334455 0702E0
      >b 22208877665544 0104E000
      <b 0011111111
      >b 22201122334455 0702E000
      <b 0022222222
      """)
    let visits = story.steps.compactMap { step -> Int? in
      guard case .exchange = step.content else { return nil }
      return step.visit
    }
    #expect(visits.count == 2)
    #expect(Set(visits).count == 2)
    #expect(Set(story.visits.map(uid)) == ["E004014455667788", "E002075544332211"])
  }

  @Test func anAddressedCommandTellsTheCardWhoseInventoryIsMissing() {
    let story = story(
      """
      >b 22208877665544 0104E000
      <b 0011111111
      """)
    #expect(story.visits.map(uid) == ["E004014455667788"])
    #expect(story.visits.map(\.activationMissing) == [true])
  }

  @Test func stayQuietIsAnsweredBySilence() {
    let story = story(
      """
      >b 260100
      <b 00008877665544 0104E0
      >b 22028877665544 0104E0
      >b 260100
      """)
    #expect(story.exchanges.map(\.outcome) == [.answered])
    #expect(story.exchanges.map(\.answer.isEmpty) == [true])
  }

  @Test func aWriteWithTheOptionFlagIsAnsweredBehindEOF() {
    let story = story(
      """
      >b 62218877665544 0104E003AABBCCDD
      +15
      >
      <b 00
      """)
    #expect(story.exchanges.map(\.outcome) == [.answered])
    #expect(story.steps.map(\.frames) == [1...3])
    #expect(story.defects.isEmpty)
  }

  @Test func aWriteMayTakeTwentyMilliseconds() {
    let story = story(
      """
      +15
      >b 22218877665544 0104E003AABBCCDD
      <b 00
      >b 22208877665544 0104E003
      <b 00AABBCCDD
      """)
    #expect(story.steps.map(\.budget) == [20_000_000, nil])
  }

  @Test func aLoneAnswerSaysThatItsCommandIsMissing() {
    let story = story("<b 0011223344")
    #expect(story.exchanges.map(\.outcome) == [.commandMissing])
    #expect(story.exchanges.map(\.form) == [.iso15693])
  }

  @Test func aWrongCRCIsADefect() {
    let story = story(
      """
      >b 260100
      <b 00008877665544 0104E0
      >b 022000
      < 00112233440000
      """)
    #expect(story.exchanges.map(\.outcome) == [.badCRC])
    #expect(story.defects.count == 1)
  }

  @Test(
    "Frames of other technologies are none of these",
    arguments: [
      "26", "52", "9320", "30 04 26EE", "60 00 F57B", "E050BCA5", "02 00A40400",
    ])
  func otherFramesAreNone(hex: String) {
    let story = story("> \(hex)", link: .iso14443)
    #expect(!story.visits.contains { $0.technology == .nfcV })
    #expect(!story.exchanges.contains { [.iso15693, .iclass, .sri].contains($0.form) })
  }
}

/// What the head of a request says.
@Suite struct VicinityRequestTests {
  @Test(
    "Flags and code say what follows",
    arguments: [
      // ISO/IEC 15693-3: flags, code, then the UID if addressed and no inventory.
      ("2220887766554401 04E005", nil, "E004014455667788", 10),
      ("022005", nil, "", 2),
      ("122005", nil, "", 2),
      ("260100", nil, "", 2),
      // A maker's command: its code comes before the UID.
      ("22B2048877665544 0104E0", 0x04, "E004014455667788", 11),
      ("02A104", 0x04, "", 3),
    ] as [(String, UInt8?, String, Int)])
  func saysWhatFollows(hex: String, maker: UInt8?, uid: String, parameters: Int) throws {
    let bytes = try #require(Hex.bytes(hex.filter { $0 != " " }))
    let read = VicinityRequest(bytes.span)
    let request = try #require(read)
    #expect(request.maker == maker)
    #expect(Hex.text(request.uid.bytes) == uid)
    #expect(request.parameters == parameters)
    #expect(request.isWhole)
  }

  @Test func bytesThatAreMissingAreSaid() throws {
    let cut = VicinityRequest([0x22, 0x20, 1, 2, 3].span)
    #expect(try #require(cut).isWhole == false)
    let lone = VicinityRequest([0x22].span)
    #expect(lone == nil)
  }
}
