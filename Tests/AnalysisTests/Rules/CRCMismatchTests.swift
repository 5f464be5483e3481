import Bytes
import Testing
import TraceFormat

@testable import Analysis
@testable import Decoding

@Suite struct CRCMismatchTests {
  private func crc(
    _ found: UInt16, _ computed: UInt16, answered: Bool = false, hiddenHalt: Int = 0
  ) -> Defect.Kind {
    .crc(found: found, computed: computed, answered: answered, hiddenHalt: hiddenHalt)
  }

  @Test func aCommandAnsweredAllTheSameSaysSo() throws {
    var builder = StoryBuilder()
    try builder.exchange(
      "00A404000E325041592E5359532E4444463031", "9000",
      defects: [crc(0x0000, 0xE042, answered: true)], at: 21..<23)
    #expect(
      lines(builder.end()) == [
        """
        error crc-mismatch 1:21 command: CRC_A is 0000, computed E042; the card answered all the \
        same
        """
      ])
  }

  @Test func aHiddenHLTAIsShown() throws {
    var builder = StoryBuilder()
    let bytes = try builder.store("0A00500057CD")
    builder.step(
      .damaged(Damaged(direction: .toCard, count: 1, reason: .badCRC, bytes: bytes)),
      defects: [crc(0x57CD, 0x5959, hiddenHalt: 2)], at: 4..<6)
    #expect(
      lines(builder.end()) == [
        """
        error crc-mismatch 1:4 command: CRC_A is 57CD, computed 5959. Without its first two bytes \
        (PCB 0A, CID 00) the frame is a right HLTA, 50 00 57 CD
        """
      ])
  }

  @Test func aTagThatAnswersAllZerosToGETVERSIONIsAnEmulator() throws {
    var builder = StoryBuilder()
    try builder.exchange(
      "60", "0000000000000000", form: .type2, outcome: .badCRC,
      defects: [crc(0x0000, 0x3A55)], direction: .fromCard, at: 8..<10)
    #expect(
      lines(builder.end()) == [
        """
        error crc-mismatch 2:8 answer: CRC_A is 0000, computed 3A55; answer to COMMAND, ten bytes \
        of 00. A tag that lacks the command answers NAK: this looks like an emulator
        """
      ])
  }

  @Test func otherAnswersNameOnlyTheirCommand() throws {
    var builder = StoryBuilder()
    try builder.exchange(
      "60", "0004030101000B03", form: .type2, outcome: .badCRC,
      defects: [crc(0x0000, 0x26FD)], direction: .fromCard, at: 8..<10)
    #expect(
      lines(builder.end()) == [
        "error crc-mismatch 2:8 answer: CRC_A is 0000, computed 26FD; answer to COMMAND"
      ])
  }

  @Test(
    "The CRC has the name of its technology",
    arguments: [(.nfcA, "CRC_A"), (.nfcB, "CRC_B"), (.nfcF, "CRC_F")] as [(Technology, String)])
  func names(technology: Technology, name: String) throws {
    var builder = StoryBuilder(technology: technology)
    builder.step(
      .damaged(Damaged(direction: .fromCard, count: 1, reason: .badCRC, bytes: .none)),
      defects: [crc(1, 2)], direction: .fromCard)
    #expect(
      lines(builder.end()) == ["error crc-mismatch 1:0 answer: \(name) is 0001, computed 0002"])
  }
}
