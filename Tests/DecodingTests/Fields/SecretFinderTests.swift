import Bytes
import GrammarLanguage
import Testing
import TraceFormat

@testable import Decoding

/// The card number is the networks' test number 4761 7390 0101 0010.
@Suite struct SecretFinderTests {
  /// 70 | 5A 08 …, 57 11 …D3112201…, 5F20 "CARD/TEST", 5F24 311231, with PCB and CRC around.
  private static let record =
    "70365A0847617390010100105711" + "4761739001010010D31122010000000000"
    + "5F2009434152442F54455354" + "5F2403311231"

  @Test func findsWhatTheDictionaryMarks() {
    // 70 36 | 5A 08 (value from 4) | 57 11 (from 14) | 5F20 09 (from 34) | 5F24 03 (from 47).
    #expect(
      secrets(answer: Self.record + "9000") == [
        Secret(.pan, .answer, 4..<12, digits: 16),
        Secret(.track, .answer, 14..<31),
        Secret(.name, .answer, 34..<43),
        Secret(.date, .answer, 46..<49),
      ])
  }

  @Test func findsTheSameInATemplateThatNobodyKnows() {
    // E1 0A 5A 08 …
    #expect(
      secrets(answer: "E10A5A0847617390010100109000") == [
        Secret(.pan, .answer, 4..<12, digits: 16)
      ])
  }

  @Test func findsANumberReadFromAFile() {
    // READ BINARY of twelve bytes: 5A 0A and ten bytes of digits.
    #expect(
      secrets("00B000000C", answer: "5A0A802500000000000000009000") == [
        Secret(.pan, .answer, 2..<12, digits: 20)
      ])
  }

  @Test func findsThemWhereTheStructureIsDamaged() {
    // The template ends inside the PAN; the PAN goes on.
    #expect(
      secrets(answer: "70055A0847617390010100109000") == [
        Secret(.pan, .answer, 4..<12, digits: 16)
      ])
    // Another element claims too much, and the track stands behind it.
    let track = secrets(
      answer: "70189F367F0001" + "57114761739001010010D31122010000000000" + "9000")
    #expect(track == [Secret(.track, .answer, 9..<26)])
  }

  @Test func findsWhatIsThereOfACutAnswer() {
    // The answer's second block never came: four of eight bytes.
    #expect(
      secrets(answer: "70365A0847617390", outcome: .brokenChain) == [
        Secret(.pan, .answer, 4..<8, digits: 16)
      ])
  }

  @Test func findsATrackWithoutATag() {
    #expect(
      secrets("00B0000014", answer: "01024761739001010010D3112201000000009000") == [
        Secret(.track, .answer, 2..<18)
      ])
    // "B4761739001010010^CARD/TEST" behind one byte.
    #expect(
      secrets(
        "00B0000014",
        answer: "0142343736313733393030313031303031305E434152442F544553549000")
        == [Secret(.track, .answer, 1..<28)])
  }

  @Test(
    "Nothing that only looks a little like a card is hidden",
    arguments: [
      // A UID behind 5A 08 whose digits fail the Luhn check, letters, a cryptogram, a DOL.
      "010203045A0847617390010100119000",
      "0102030457114761739001010010031122010000009000",
      "9F2608A1B2C3D4E5F607089000",
      "01025F2004AABBCCDD9000",
      "6F1A8407A0000000031010A50F9F380C9F66049F02069F03069F1A02" + "9000",
    ])
  func hidesNothingElse(answer: String) {
    #expect(secrets("00B0000014", answer: answer) == [])
  }

  @Test(
    "A PIN is found whatever Lc says",
    arguments: [
      ("0020008008241234FFFFFFFFFF", 5..<13),
      // Lc 8, four bytes; Le behind the data; an extended Lc; a channel and chaining in CLA.
      ("002000830812345678", 5..<9),
      ("00200080041234567800", 5..<9),
      ("0020008000000431323334", 7..<11),
      ("112000800431323334", 5..<9),
      // CHANGE REFERENCE DATA with old and new PIN.
      ("00240080083132333435363738", 5..<13),
    ])
  func findsPINs(command: String, bytes: Range<Int>) {
    #expect(secrets(command, answer: "9000") == [Secret(.pin, .command, bytes)])
  }

  @Test(
    "A verification without data, a wrapped command and a selection hold no PIN",
    arguments: ["00200080", "9020000004AABBCCDD00", "00A4040007A0000000031010"])
  func findsNoPIN(command: String) {
    #expect(secrets(command, answer: "9000") == [])
  }

  @Test(
    "A PIN is found inside an ENVELOPE",
    arguments: [
      // VERIFY from byte 5 on, its PIN from 10; in a data object 53, from 12; Lc 13 with 11 there.
      ("00C200000D0020008008241234FFFFFFFFFF", 10..<18),
      ("00C300000F530D0020008008241234FFFFFFFFFF", 12..<20),
      ("00C200000D0020008008241234FFFFFF", 10..<16),
    ])
  func findsPINsInEnvelopes(command: String, bytes: Range<Int>) {
    #expect(secrets(command, answer: "9000") == [Secret(.pin, .command, bytes)])
  }

  @Test func findsNoSecretInAnotherEnvelope() {
    // A SELECT, and a part of something that began in another ENVELOPE.
    #expect(secrets("00C200000C00A4040007A0000000031010", answer: "9000") == [])
    #expect(secrets("00C2000003AABBCC", answer: "9000") == [])
  }

  @Test func findsAPasswordThatNoActivationExplains() {
    #expect(
      secrets("1BDAE55796EF40", answer: "ABDA", form: .unknown) == [
        Secret(.password, .command, 1..<7), Secret(.password, .answer, 0..<2),
      ])
    #expect(secrets("3004", answer: "ABDA", form: .unknown) == [])
  }

  @Test func findsANewKey() {
    // CHANGE KEY of DESFire: the command, the key's number, the cryptogram; native and wrapped.
    #expect(secrets("C400AABBCCDD", answer: "00", form: .native) == [Secret(.key, .command, 1..<6)])
    #expect(
      secrets("90C400000500AABBCCDD00", answer: "9100") == [Secret(.key, .command, 5..<10)])
  }

  @Test func findsAPasswordAndItsAnswer() {
    // PWD_AUTH with its password, PACK; NAK 0 has nothing to hide.
    #expect(
      secrets("1BDAE55796", answer: "ABDA", form: .type2) == [
        Secret(.password, .command, 1..<5), Secret(.password, .answer, 0..<2),
      ])
    #expect(
      secrets("1BDAE55796", answer: "00", form: .type2) == [Secret(.password, .command, 1..<5)])
    #expect(secrets("3004", answer: "00112233445566778899AABBCCDDEEFF", form: .type2) == [])
  }

  @Test(
    "Damaged frames are searched with their block headers around",
    arguments: [
      // VERIFY behind PCB, behind PCB and CID; a record behind PCB; a cut PWD_AUTH.
      ("020020008008241234FFFFFFFFFF0000", Side.command, [Secret(.pin, .command, 6..<16)]),
      ("0A000020008008241234FF", .command, [Secret(.pin, .command, 7..<11)]),
      ("0270365A08476173900101", .answer, [Secret(.pan, .answer, 5..<11, digits: 16)]),
      ("1BDAE5", .command, [Secret(.password, .command, 1..<3)]),
      ("0200A40400", .command, []),
    ] as [(String, Side, [Secret])])
  func searchesDamagedFrames(frame: String, side: Side, expected: [Secret]) {
    var found: [Secret] = []
    let bytes = Hex.bytes(frame) ?? []
    Self.finder.find(inLoose: bytes.span, side: side, into: &found)
    #expect(found == expected)
  }

  @Test func showsTheFirstSixAndTheLastFourDigits() {
    let pan = Secret(.pan, .answer, 0..<10, digits: 19)
    let shown = (0..<20).map { pan.shows(nibble: $0) ? "1" : "0" }.joined()
    // 6 shown, 9 hidden, 4 shown, the filler.
    #expect(shown == "11111100000000011111")
    let short = Secret(.pan, .answer, 0..<5, digits: 10)
    #expect((0..<10).allSatisfy { !short.shows(nibble: $0) })
    #expect(!Secret(.pin, .command, 0..<4).shows(nibble: 0))
    #expect(Secret(.id, .answer, 0..<4).shows(nibble: 0))
  }

  @Test func trapsOnNothing() {
    var random = SystemRandomNumberGenerator()
    let meaningful: [UInt8] = [0x5A, 0x57, 0x5F, 0x20, 0x9F, 0x6B, 0x70, 0xD1, 0x1D, 0x5E, 0x08]
    for _ in 0..<3000 {
      let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        Bool.random(using: &random)
          ? meaningful[Int.random(in: 0..<meaningful.count, using: &random)]
          : UInt8.random(in: 0...255, using: &random)
      }
      var found: [Secret] = []
      Self.finder.find(inData: bytes.span, range: 0..<bytes.count, isPartial: true, into: &found)
      Self.finder.find(inLoose: bytes.span, side: .command, into: &found)
      Self.finder.find(inCommand: bytes.span, into: &found)
      for secret in found { #expect(secret.bytes.range.upperBound <= bytes.count) }
    }
  }

  private func secrets(
    _ command: String = "00B2010C00", answer: String, form: Exchange.Form = .iso7816,
    outcome: Exchange.Outcome = .answered
  ) -> [Secret] {
    let made = HandMadeExchange(
      form, command: [command + "FFFF"], answer: [answer + "FFFF"], header: 0, outcome: outcome)
    var found: [Secret] = []
    Self.finder.find(in: made.exchange, bytes: made.story.bytes.span, into: &found)
    return found
  }

  /// What EMV's dictionary, ISO/IEC 7816-4 and the Type 2 commands mark.
  static var finder: SecretFinder {
    var tags = TagTable()
    for tag in [0x6F, 0xA5, 0x70, 0x77] as [UInt32] {
      tags.enter(tag: tag, isTemplate: true, secret: nil)
    }
    for (tag, kind) in [
      (0x5A, .pan), (0x57, .track), (0x56, .track), (0x5F20, .name), (0x5F24, .date),
      (0x9F6B, .track),
    ] as [(UInt32, SecretKind)] {
      tags.enter(tag: tag, isTemplate: false, secret: kind)
    }
    return SecretFinder(
      tags: tags, instructions: [0x20: .pin, 0x24: .pin], type2: [0x1B: .password],
      desfire: [0xC4: .key])
  }
}
