import Bytes
import Testing
import TraceFormat

@testable import Decoding

/// ISO/IEC 14443-4 blocks on their way to exchanges.
@Suite struct ISODEPTests {
  private func story(_ text: String) -> Story { Talk(Talk.activated + text).story() }

  @Test func chainsOfBothSidesAreJoined() {
    let story = story(
      """
      >a 12 00D6000003AA
      <a A2
      >a 03 BBCC
      <a 13 11
      >a A2
      <a 02 229000
      """)
    #expect(story.exchanges.count == 1)
    #expect(story.exchanges.first.map { story.hex($0.command) } == "00D6000003AABBCC")
    #expect(story.exchanges.first.map { story.hex($0.answer) } == "11229000")
    #expect(story.exchanges.first?.commandBlocks == 2)
    #expect(story.exchanges.first?.answerBlocks == 2)
    #expect(story.defects.isEmpty)
  }

  @Test func aByteOfAChainIsFoundInItsFrame() throws {
    let story = story(
      """
      >a 02 00B0000003
      <a 12 1122
      >a A3
      <a 03 339000
      """)
    let exchange = try #require(story.exchanges.first)
    #expect(story.place(of: 2..<3, in: exchange.answerSegments) == Place(frame: 17, bytes: 1..<2))
  }

  @Test func aBlockRepeatedAfterRNAKCountsOnce() {
    let story = story(
      """
      >a 02 00B0000003
      <a 12 1122
      >a A3
      <a 13 33
      >a B3
      <a 13 33
      >a A2
      <a 02 449000
      """)
    #expect(
      story.exchanges.first.map { story.hex($0.answer) } == "1122334490 00".filter { $0 != " " })
    #expect(story.exchanges.first?.retries == 1)
    #expect(story.defects.isEmpty)
  }

  @Test func aDamagedCopyIsLeftOut() {
    let story = story(
      """
      >a 02 00B0000003
      <a 12 1122
      >a A3
      < 13 33 0000
      >a B3
      <a 13 33
      >a A2
      <a 02 449000
      """)
    #expect(story.exchanges.first.map { story.hex($0.answer) } == "11223344" + "9000")
    #expect(story.defects.count == 1)
  }

  @Test func everyCIDHasNumbersOfItsOwn() {
    #expect(
      story(
        """
        >a 02 00B0000002
        <a 02 01029000
        >a 0A01 00B0000002
        <a 0A01 01029000
        """
      ).defects.isEmpty)
    #expect(
      story(
        """
        >a 02 00B0000002
        <a 02 01029000
        >a 0A00 00B0000003
        <a 0A00 0102039000
        """
      ).defects.map(\.kind) == [.blockNumber(number: 0, previousFrame: 14)])
  }

  @Test func anAcknowledgeWithTheLastNumberAsksForTheSameBlock() {
    let story = story(
      """
      >a 03 00B0000003
      <a 13 1122
      >a A3
      <a 13 1122
      >a A2
      <a 02 339000
      """)
    #expect(story.exchanges.first.map { story.hex($0.answer) } == "1122339000")
    #expect(
      story.defects.map(\.kind) == [
        .acknowledgesTooEarly(number: 1), .repeatedBlock(number: 1, firstFrame: 15),
      ])
  }

  @Test func waitingTimeExtensionsBelongToTheExchange() {
    let story = story(
      """
      >a 02 80A8000000
      <a F201
      >a F201
      <a 02 9000
      """)
    #expect(story.exchanges.count == 1)
    #expect(story.exchanges.first?.waitingExtensions == 1)
    #expect(story.exchanges.first?.extensionAsked == 38_664_307)
    #expect(story.exchanges.first?.status == 0x9000)
    #expect(story.defects.isEmpty)
  }

  @Test(
    "A WTXM out of range, or answered with another, is a defect",
    arguments: [("F200", "F200", 2), ("F23C", "F23C", 1), ("F202", "F201", 1)])
  func wrongExtension(asked: String, granted: String, defects: Int) {
    let story = story(
      """
      >a 02 80A8000000
      <a \(asked)
      >a \(granted)
      <a 02 9000
      """)
    #expect(
      story.defects.filter { if case .waitingTime = $0.kind { true } else { false } }.count >= 1)
    #expect(story.exchanges.first?.status == 0x9000)
  }

  @Test func presenceChecksAreNoExchanges() {
    let story = story(
      """
      >a B2
      <a A3
      >a 02
      <a 02
      """)
    #expect(story.exchanges.isEmpty)
    let kinds = story.steps.compactMap { step -> BlockStep.Kind? in
      if case .block(let block) = step.content { block.kind } else { nil }
    }
    #expect(kinds == [.presenceCheck, .emptyInformation])
    #expect(story.defects.isEmpty)
  }

  @Test func aChainThatFieldOffCutsIsNotGluedToTheNextCard() {
    let story = story(
      """
      >a 02 00B0000003
      <a 12 1122
      off

      """ + Talk.activated + """
        >a 02 00A4040000
        <a 02 9000
        """)
    #expect(story.exchanges.map(\.outcome) == [.brokenChain, .answered])
    #expect(story.exchanges.last.map { story.hex($0.answer) } == "9000")
    #expect(story.visits.count == 2)
    #expect(story.visits.last?.again == 1)
  }

  @Test func aDeselectIsValidAndEndsTheSession() {
    let story = story(">a C2\n<a C2")
    #expect(story.defects.isEmpty)
    #expect(story.ends.map(\.reason) == [.deselected])
  }

  @Test func theSameNumberTwiceIsADefect() {
    let story = story(
      """
      >a 02 00A4040000
      <a 02 9000
      >a 02 00B0000000
      <a 02 9000
      """)
    #expect(story.exchanges.count == 2)
    #expect(story.defects.map(\.kind) == [.blockNumber(number: 0, previousFrame: 14)])
  }

  @Test func aConstantBlockNumberIsNoRepeat() {
    var options = Decoder.Options()
    options.constantBlockNumber = true
    let story = Talk(
      """
      >- 02 00B0000213
      <- 02 119000
      >- 02 00B0000213
      <- 02 119000
      """
    ).story(options)
    #expect(story.exchanges.count == 2)
    #expect(story.defects.isEmpty)
  }

  @Test func aDamagedFrameOfTheReaderIsNoExchangeUnlessItIsAnswered() {
    let story = story(
      """
      > 02 00A4040000 0000
      >a 02 00A4040000
      <a 02 9000
      > 03 00B0000000 0000
      <a 03 6A82
      """)
    #expect(story.exchanges.map(\.commandDamage) == [.none, .badCRC])
    #expect(story.exchanges.map(\.status) == [0x9000, 0x6A82])
  }

  @Test func type2WordsAreNotTakenForBlocks() {
    let story = Talk(
      """
      > 26
      < 4400
      >a 93708804A1B29F
      <a 04
      >a 9570C3D4E5F604
      <a 00
      >a 1BFFFFFFFF
      <a 8080
      >a A204AABBCCDD
      < 0A
      >a 3004
      <a 0313D1010F55046578616D706C652E63
      """
    ).story()
    #expect(story.exchanges.map(\.form) == [.type2, .type2, .type2])
    #expect(story.exchanges.last.map { story.hex($0.answer) } == "0313D1010F55046578616D706C652E63")
    #expect(story.defects.isEmpty)
  }

  @Test func ciphertextAfterAuthenticationIsNoCorruption() {
    let story = Talk(
      """
      > 26
      < 0400
      >a 93701122334444
      <a 08
      >a 6004
      < 01020304
      > 1122334455667788
      < AABBCCDD
      > 99887766
      """
    ).story()
    // AUTH, the nonce and both proofs are one exchange.
    #expect(story.exchanges.map(\.isEncrypted) == [false, true])
    #expect(story.defects.isEmpty)
  }

  @Test func aCardComesBackByItsCID() {
    let text =
      Talk.activated.replacing("E080", with: "E081") + """
        >a 0A01 00A4040000
        <a 0A01 9000
        > 26
        < 0400
        >a 93701122334444
        <a 20
        >a E082
        <a 0578807002
        >a 0A02 00B0000000
        <a 0A02 6A82
        >a 0B01 00B0000000
        <a 0B01 6A86
        """
    let story = Talk(text).story()
    #expect(
      story.visits.map { Hex.text($0.identifier.bytes) }
        == ["04A1B2C3D4E5F6", "11223344", "04A1B2C3D4E5F6"])
    #expect(story.visits.map(\.again) == [nil, nil, 1])
    #expect(story.defects.isEmpty)
  }
}
