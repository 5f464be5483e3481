import Testing

@testable import Analysis
@testable import Decoding

@Suite struct FelicaAnswerTests {
  private static let idm = "0123456789ABCDEF"
  private static let block = String(repeating: "10", count: 16)
  private static let twoBlocks = "1206" + idm + "010B00028000" + "8001"

  /// A command, a Read of two blocks unless it is another, and its answer behind LEN and code.
  private func found(
    _ answer: String, to command: String = twoBlocks, _ form: Exchange.Form = .felica
  ) throws -> [String] {
    var builder = StoryBuilder(technology: .nfcF)
    try builder.exchange(command, answer, form: form)
    return lines(builder.end())
  }

  @Test func blocksThatAreNotWholeAreCounted() throws {
    let answer = "2B07" + Self.idm + "000002" + Self.block + Self.block.dropLast(4)
    #expect(
      try found(answer) == [
        """
        error malformed-command 2:13 answer: 2 blocks need 32 bytes, LEN 2B leaves 30: block 1 \
        has 14 of its 16 bytes
        """
      ])
    #expect(
      try found("2D07" + Self.idm + "000001" + Self.block + Self.block) == [
        "error malformed-command 2:13 answer: 1 block needs 16 bytes, LEN 2D leaves 32"
      ])
  }

  @Test func wholeBlocksAndOtherAnswersAreFine() throws {
    #expect(try found("2D07" + Self.idm + "000002" + Self.block + Self.block) == [])
    #expect(try found("0D0D" + Self.idm + "0112FC", to: "0A0C" + Self.idm) == [])
    #expect(try found("2B07" + Self.idm + "000002" + Self.block, .unknown) == [])
  }

  @Test func anErrorThatEndsAVisitIsNamed() throws {
    #expect(
      try found("0C07" + Self.idm + "01A8") == [
        "warning visit-failed 2:11 answer: the visit ends on error 01 A8 to COMMAND"
      ])
    let write = "2008" + Self.idm + "010900018005" + Self.block
    #expect(try found("0C09" + Self.idm + "0000", to: write) == [])
  }

  @Test func anAnswerToAnotherCommandIsNone() throws {
    #expect(
      try found("0C09" + Self.idm + "0000") == [
        "error malformed-command 2:2 answer: COMMAND is answered by code 07, this is 09"
      ])
  }

  @Test func anAnswerOfAnotherCardIsSaid() throws {
    #expect(
      try found("0B05" + "0223456789ABCDEF" + "00", to: "0A04" + Self.idm) == [
        """
        error malformed-command 2:3 answer: COMMAND names IDm 0123456789ABCDEF, IDm \
        0223456789ABCDEF answers
        """
      ])
  }

  @Test func moreOrFewerBlocksThanAskedForAreSaid() throws {
    #expect(
      try found("1D07" + Self.idm + "000001" + Self.block) == [
        "error malformed-command 2:13 answer: 2 blocks were asked for, the answer brings 1"
      ])
  }

  @Test(
    "Lists that are not whole, and bytes too many, are found by the fields",
    arguments: [
      (
        "0E02\(idm)020B000F", "0F03\(idm)0200000000",
        "error malformed-command 1:15 command: COMMAND: nodes of the command needs 2 bytes, 1 is there"
      ),
      (
        "0A04\(idm)", "0C05\(idm)0055",
        "error malformed-command 2:12 answer: COMMAND: 1 byte left over at the end of the answer"
      ),
      (
        "0D02\(idm)010B00", "0B03\(idm)01",
        "error malformed-command 2:12 answer: COMMAND: key_versions of the answer needs 2 bytes, 0 are there"
      ),
    ] as [(String, String, String)])
  func fields(command: String, answer: String, expected: String) throws {
    #expect(try found(answer, to: command) == [expected])
  }

  @Test func aVisitInWhichEveryReadIsRefusedSaysThatNothingIsKnown() throws {
    var builder = StoryBuilder(technology: .nfcF)
    for block in ["00", "01"] {
      try builder.exchange(
        "1006" + Self.idm + "010B000180" + block, "0C07" + Self.idm + "01A6", form: .felica)
    }
    #expect(
      lines(builder.end()).filter { $0.contains("memory-unread") } == [
        """
        error memory-unread 2:11 answer: no block was read: all 2 reads were refused, the first \
        with 01 A6 (illegal service code list)
        """
      ])
  }

  @Test func tripsBelongToSomebody() throws {
    let entry = "160100020E8101020105E80300008000"
    #expect(
      try found(
        "1D07" + Self.idm + "000001" + entry, to: "1006" + Self.idm + "010F09018000") == [
          """
          note personal-data 2:14 answer: trips with their dates, places and balances
          """
        ])
    // Another service's block, and an empty one.
    #expect(
      try found("1D07" + Self.idm + "000001" + entry, to: "1006" + Self.idm + "010B00018000")
        == [])
  }
}
