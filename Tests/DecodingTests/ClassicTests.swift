import Bytes
import Tags
import Testing
import TraceFormat

@testable import Decoding

/// The cipher, by conversations whose keys are published.
@Suite struct Crypto1Tests {
  /// UID, nT, nR and aR, aT and the key, as the usage notes of mfkey64 give them; the last is C67.
  @Test(
    "A key proves itself",
    arguments: [
      (0x9C59_9B32, 0x82A4_166C, 0xA1E4_58CE_6EEA_41E0, 0x5CAD_F439, 0xFFFF_FFFF_FFFF),
      (0x1457_9F69, 0xCE84_4261, 0xF804_9CCB_0525_C84F, 0x9431_CC40, 0x091E_639C_B715),
      (0xDEAD_BEEF, 0x0076_91A8, 0xF775_145F_D171_510B, 0xCD78_CF1A, 0xFFFF_FFFF_FFFF),
    ] as [(UInt32, UInt32, UInt64, UInt32, UInt64)])
  func keyProvesItself(uid: UInt32, nonce: UInt32, proof: UInt64, answer: UInt32, key: UInt64) {
    let found = ClassicState.cipher(
      key, nonce: nonce, proof: proof, answer: answer, uid: uid, isNested: false)
    #expect(found != nil)
    let wrong = ClassicState.cipher(
      key ^ 1, nonce: nonce, proof: proof, answer: answer, uid: uid, isNested: false)
    #expect(wrong == nil)
  }

  @Test func whatFollowsIsPlain() throws {
    var cipher = try #require(
      ClassicState.cipher(
        0x091E_639C_B715, nonce: 0xCE84_4261, proof: 0xF804_9CCB_0525_C84F, answer: 0x9431_CC40,
        uid: 0x1457_9F69, isNested: false))
    // READ of block 14h with its CRC_A, 30 14 A7 FE.
    let plain = [0x70, 0x93, 0xDF, 0x99].map { cipher.decipher($0) }
    #expect(plain == [0x30, 0x14, 0xA7, 0xFE])
  }
}

/// Authentication in three passes, ciphertext, and what keys make of it.
@Suite struct ClassicTests {
  private func story(_ text: String, keys: [UInt64] = []) -> Story {
    var options = Decoder.Options()
    options.classicKeys = keys
    return Talk(text).story(options)
  }

  private func commands(_ story: Story) -> [String] {
    story.exchanges.map { story.hex($0.command) }
  }

  private static let selected = """
    > 26
    < 0400
    > 9320
    < 1122334444

    """

  /// What Tests/Twins/classic.py prints: keys A0A1A2A3A4A5 (A, sector 1) and B0B1B2B3B4B5 (B,
  /// sector 2).
  private static let session =
    selected + """
      > 93701122334444519C
      < 08B6DD
      > 6004D13D
      < 01200145
      > 996F261437B67772
      < 025A63F8
      > D7119E24
      < A1FC5686486954218CAF3E8BD34D4984776A
      > AFCD4319
      < 0F
      > 137D933022EF473868EB866CE0770F31683D
      < 03
      > 8F1C687F
      < 0A
      > AD4C72610ECD
      > E5FA2D6F
      < 05
      > DF3B7F9D
      < 387A101872D396395C0DB96A39159D4B3C5C
      > 8D86C634
      < 0F
      > 22C48126
      < 83060075
      > AAC80BCFD74AE196
      < 570FA454
      > A28657D4
      < A46D1EFCC8DE5AFF4ED5EE3DE9FF49A297CB
      > B12D7608
      """

  @Test func withoutKeysAnAuthenticationIsOneExchangeAndTheRestCiphertext() {
    let story = story(Self.session)
    #expect(story.exchanges.first?.authentication == .first)
    #expect(commands(story).first == "6004996F261437B67772")
    #expect(story.hex(story.exchanges[0].answer) == "01200145025A63F8")
    #expect(story.exchanges.dropFirst().allSatisfy { $0.isEncrypted })
    #expect(story.exchanges.filter { $0.authentication == .nested }.count == 1)
    // Ciphertext has neither CRC nor parity to be wrong.
    #expect(story.defects.isEmpty)
  }

  @Test func withKeysEverythingIsPlain() {
    let story = story(Self.session, keys: [0xFFFF_FFFF_FFFF, 0xB0B1_B2B3_B4B5, 0xA0A1_A2A3_A4A5])
    let block = "00112233445566778899AABBCCDDEEFF"
    #expect(
      commands(story) == [
        "6004996F261437B67772", "3004", "A005" + block, "C1062C010000", "B006", "3007", "C008",
        "6108AAC80BCFD74AE196", "3008", "5000",
      ])
    #expect(story.hex(story.exchanges[1].answer) == block)
    #expect(story.hex(story.exchanges[2].answer) == "0A0A")
    #expect(story.hex(story.exchanges[6].answer) == "04")
    #expect(story.exchanges.allSatisfy { $0.isDecrypted && !$0.isEncrypted })
    #expect(story.exchanges.allSatisfy { $0.outcome == .answered })
    #expect(story.defects.isEmpty)
  }

  @Test func aNestedKeyAloneOpensItsOwnSector() {
    let story = story(Self.session, keys: [0xB0B1_B2B3_B4B5])
    #expect(
      story.exchanges.filter(\.isDecrypted).map { story.hex($0.command) } == ["3008", "5000"])
    #expect(story.exchanges.first { $0.authentication == .nested }?.hasKey == true)
  }

  @Test func aDecipheredFrameWithAWrongCRCIsDamage() {
    // One bit of the answer to READ 4 is another.
    let story = story(
      Self.session.replacing("A1FC56", with: "A1FC57"), keys: [0xA0A1_A2A3_A4A5])
    #expect(story.exchanges[1].outcome == .badCRC)
    #expect(story.defects.count == 1)
  }

  @Test func aCardThatDoesNotAnswerTheProofRefusesTheKey() {
    let story = story(
      Self.selected + """
        > 93701122334444519C
        < 08B6DD
        > 6004D13D
        < 01200145
        > 996F261437B67772
        > 52
        < 0400
        """)
    #expect(story.exchanges.map(\.authentication) == [.first])
    #expect(story.exchanges.map(\.outcome) == [.unanswered])
  }

  @Test func theBackDoorOfAChangeableCardNeedsNoKey() {
    let story = story(
      """
      > 40
      < 0A
      > 43
      < 0A
      >a 3000
      <a DEADBEEF220804006263646566676869
      >a A001
      < 0A
      >a 000102030405060708090A0B0C0D0E0F
      < 0A
      """)
    #expect(
      commands(story) == ["40", "43", "3000", "A001000102030405060708090A0B0C0D0E0F"])
    #expect(story.exchanges.allSatisfy { $0.form == .classic && $0.outcome == .answered })
    #expect(story.defects.isEmpty)
  }

  @Test func selectionInTheMiddleOfCiphertextIsSelection() {
    let story = story(Self.session + "\n> 9320\n< 1122334444\n> 93701122334444519C\n< 08B6DD\n")
    #expect(story.ends.map(\.activations) == [2])
  }

  @Test(
    "Access bits stand in three bytes, each twice",
    arguments: [
      // NXP MF1S50yyX: FF 07 80 as delivered; 78 77 88 is a MAD sector; one bit wrong locks.
      (0xFF, 0x07, 0x80, true), (0x78, 0x77, 0x88, true), (0x7F, 0x07, 0x88, true),
      (0xFF, 0x07, 0x81, false), (0x00, 0x00, 0x00, false),
    ] as [(UInt8, UInt8, UInt8, Bool)])
  func accessBits(first: UInt8, second: UInt8, third: UInt8, agree: Bool) {
    #expect(SectorTrailer.agree(first, second, third) == agree)
  }

  @Test(
    "Blocks lie in sectors of 4, and from 128 on of 16",
    arguments: [
      (0, 0, false), (3, 0, true), (4, 1, false), (127, 31, true), (128, 32, false),
      (143, 32, true),
      (255, 39, true), (131, 32, false),
    ] as [(UInt8, Int, Bool)])
  func sectors(block: UInt8, sector: Int, isTrailer: Bool) {
    #expect(ClassicBlock.sector(of: block) == sector)
    #expect(ClassicBlock.isTrailer(block) == isTrailer)
  }
}
