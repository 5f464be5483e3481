import Testing

@testable import Analysis
@testable import Decoding

@Suite struct FelicaAnswerTests {
  private static let idm = "0123456789ABCDEF"
  private static let block = String(repeating: "10", count: 16)

  /// A Read of two blocks, and its answer behind LEN and code.
  private func found(_ answer: String, _ form: Exchange.Form = .felica) throws -> [String] {
    var builder = StoryBuilder(technology: .nfcF)
    try builder.exchange("1206" + Self.idm + "010B00028000" + "8001", answer, form: form)
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
    #expect(try found("0B0D" + Self.idm + "01") == [])
    #expect(try found("2B07" + Self.idm + "000002" + Self.block, .unknown) == [])
  }

  @Test func anErrorThatEndsAVisitIsNamed() throws {
    #expect(
      try found("0C07" + Self.idm + "01A8") == [
        "warning visit-failed 2:11 answer: the visit ends on error 01 A8 to COMMAND"
      ])
    #expect(try found("0C09" + Self.idm + "0000") == [])
  }
}
