import Bytes
import GrammarLanguage
import Testing
import TraceFormat

@testable import Decoding

/// Host frames are those of libnfc's programs with a simulated PN532, or built by the tables of NXP's
/// UM0701-02; frames on air are what nfc-anticol exchanged with the same card.
@Suite struct PN532Tests {
  /// What nfc-anticol sent itself to the card that nfc-list found, byte for byte: its own REQA,
  /// anticollision, SELECTs and RATS, and the answers.
  private static let anticollision = [
    "26", "4403", "9320", "88041122BF", "937088041122BFB3F9", "04DA17", "9520", "3344556644",
    "95703344556644ECA3", "20FC70", "E050BCA5", "06757781028002F0",
  ]

  @Test("What follows from nfc-list's select is what nfc-anticol exchanged with the same card")
  func equalsAnticollision() {
    let derived = Derived(
      """
      > D44A0100
      < D54B01010344200704112233445566067577810280
      """)
    #expect(derived.bytes == Self.anticollision)
    #expect(derived.lines.first == "1.1 > 26 (7 bits)")
    #expect(derived.lines.last == "2.11 < 06757781028002F0")
  }

  @Test("nfc-anticol's own frames are the same ones")
  func rawFrames() {
    let derived = Derived(
      """
      > D408630200630300630540633C10
      < D509
      > D408633D07
      < D509
      > D44226
      < D543004403
      > D408633D00
      < D509
      > D4429320
      < D5430088041122BF
      > D442937088041122BFB3F9
      < D5430004DA17
      > D4429520
      < D543003344556644
      > D44295703344556644ECA3
      < D5430020FC70
      > D442E050BCA5
      < D5430006757781028002F0
      """)
    #expect(derived.bytes == Self.anticollision)
    #expect(derived.story.frames.filter { $0.crc == .good }.count == 6)
  }

  @Test("The same card has the same identity and parameters by either way")
  func sameVisit() throws {
    let story = Derived(
      """
      > D44A0100
      < D54B01010344200704112233445566067577810280
      > D4400100A4040007D276000085010100
      < D541009000
      """
    ).story
    let visit = try #require(story.visits.first)
    #expect(Hex.text(visit.identifier.bytes) == "04112233445566")
    #expect(visit.technology == .nfcA)
    #expect(visit.atqa == 0x0344)
    let exchange = try #require(story.exchanges.first)
    #expect(story.hex(exchange.command) == "00A4040007D276000085010100")
    #expect(exchange.status == 0x9000)
    let step = try #require(story.steps.last)
    #expect(step.frames == 3...4)
    #expect(step.firstDerived == 1)
    #expect(step.wait == nil, "a host's times are not the card's")
  }

  @Test(
    "Polls and activations of each technology",
    arguments: [
      (
        "> D44A010100FFFF0100\n< D54B010114010123456789ABCDEF0120220427674EFF12FC",
        ["1.1 > 0600FFFF01003A10", "2.1 < 14010123456789ABCDEF0120220427674EFF12FCD68B"]
      ),
      ("> D44A0100\n< D54B00", ["1.1 > 26 (7 bits)"]),
      ("> D44A010004A1B2C3\n< D54B00", ["1.1 > 52 (7 bits)"]),
      (
        "> D44A010300\n< D54B010150820DE1742038192200218101",
        ["1.1 > 05000071FF"]
      ),
    ] as [(String, [String])])
  func polls(text: String, expected: [String]) {
    let lines = Derived(text).lines
    // The CRC_Fs are those of a bitwise computation with polynomial 1021 from 0 on.
    for line in expected { #expect(lines.contains(line)) }
  }

  @Test("A single UID and a double one take one level each more")
  func cascadeLevels() {
    let single = Derived("> D44A0100\n< D54B0101000408041D2C3B4A").bytes
    // BCC: 1D ^ 2C ^ 3B ^ 4A = 40.
    #expect(single.prefix(4) == ["26", "0400", "9320", "1D2C3B4A40"])
    #expect(single.count == 6)
    let triple = Derived("> D44A0100\n< D54B010100C4000A04112233445566778899").bytes
    // 88 ^ 04 ^ 11 ^ 22 = BF, 88 ^ 33 ^ 44 ^ 55 = AA, 66 ^ 77 ^ 88 ^ 99 = 00.
    #expect(triple.contains("88041122BF"))
    #expect(triple.contains("88334455AA"))
    #expect(triple.contains("6677889900"))
  }

  @Test("Fields, deselection and sleep are what the chip was told")
  func fieldAndDeselection() {
    let derived = Derived(
      """
      > D4320100
      < D533
      > D4320101
      < D533
      > D44A0100
      < D54B0101004400 07 04A1B2C3D4E5F6
      > D44400
      < D54500
      > D4320100
      < D533
      """)
    #expect(derived.lines.contains("3.1 fieldOn"))
    #expect(derived.lines.contains("7.1 > 500057CD"))
    #expect(derived.lines.contains("9.1 fieldOff"))
    #expect(!derived.lines.contains { $0.hasPrefix("1.") })
  }

  @Test("What comes in parts is one command and one answer")
  func moreInformation() throws {
    let story = Derived(
      """
      > D44A0100
      < D54B01010344200704112233445566067577810280
      > D4404100D6000004
      < D54100
      > D4400111223344
      < D541406F02
      > D44001
      < D54100A1009000
      """
    ).story
    let exchange = try #require(story.exchanges.first)
    #expect(story.exchanges.count == 1)
    #expect(story.hex(exchange.command) == "00D600000411223344")
    #expect(story.hex(exchange.answer) == "6F02A1009000")
  }

  @Test("Type 2 commands go without CRC, and success without data is an acknowledgement")
  func tagCommands() {
    let derived = Derived(
      """
      > D44A0100
      < D54B0101004400 07 04A1B2C3D4E5F6
      > D440013004
      < D541000310D1010C55046578616D706C652E63
      > D44001A20411223344
      < D54100
      """)
    #expect(derived.story.exchanges.map(\.form) == [.type2, .type2])
    #expect(derived.lines.suffix(2) == ["5.1 > A20411223344", "6.1 < 0A (4 bits)"])
  }

  @Test("Timed exchanges go through the registers")
  func registerTransceive() {
    let derived = Derived(
      """
      > D40863026300 630363 00
      > D408630200 630300
      < D509
      > D408 63310C 633A80 633930 633904 633926 6339EE 633D80
      < D509
      > D406 633A
      < D507 04
      > D406 6339 6339 6339 6339 633A
      < D507 DEADBEEF 00
      > D406 631E 631F
      < D507 1234
      """)
    #expect(derived.bytes == ["300426EE", "DEADBEEF"])
  }

  @Test("The chip plays a card: what the reader outside sends goes to it")
  func emulation() throws {
    let story = Derived(
      """
      > D48C 05 0400 010203 20 0000000000000000 0000000000000000 0000 00000000000000000000 00 00
      < D58D 08 E080
      > D486
      < D58700 00A4040007D276000085010100
      > D48E 9000
      < D58F00
      > D486
      < D58729
      """
    ).story
    let visit = try #require(story.visits.first)
    #expect(Hex.text(visit.identifier.bytes) == "08010203")
    #expect(visit.identifierIsRandom)
    let exchange = try #require(story.exchanges.first)
    #expect(story.hex(exchange.command) == "00A4040007D276000085010100")
    #expect(exchange.status == 0x9000)
    #expect(story.ends.first?.reason == .lost)
  }

  @Test(
    "Statuses that are neither success nor silence are told",
    arguments: [(0x13, true), (0x14, true), (0x01, false), (0x00, false)] as [(UInt8, Bool)])
  func statuses(status: UInt8, isTold: Bool) {
    let derived = Derived("> D440013000\n< D541\(Hex.text(status, digits: 2))")
    let told = derived.defects.contains(.chipStatus(status: status, command: 0x40))
    #expect(told == isTold)
  }

  @Test("The key that the chip is given is masked, and no frame on air has it")
  func keys() throws {
    let text = "> D44001 60 04 A0A1A2A3A4A5 04112233\n< D54100"
    let derived = Derived(text)
    #expect(derived.lines == ["1.1 > 6004", "2.1 < 0A (4 bits)"])
    let bytes = try #require(Hex.bytes("D440016004A0A1A2A3A4A504112233"))
    var secrets: [Secret] = []
    PN532.findKey(in: bytes.span, into: &secrets)
    #expect(secrets == [Secret(.key, .command, 5..<11)])
  }

  @Test("An ACK and the answer behind it may be one captured frame")
  func twoInOne() {
    let derived = Derived(
      """
      > 0000FF04FCD44A0100E100
      < 0000FF00FF000000FF03FDD54B00E000
      > 0000FF05FBD440013000BB00
      < 0000FF00FF000000FF03FDD54113D800
      """)
    #expect(derived.lines == ["1.1 > 26 (7 bits)", "3.1 > 3000"])
    #expect(derived.story.frames.map(\.name).contains(.chipAnswer))
    // The DCS of the last one is D7; it stands at byte 14 of the captured frame.
    let fault = derived.story.defects.first
    #expect(fault?.kind == .hostFrame(.dataCheck(found: 0xD8, computed: 0xD7)))
    #expect(fault?.place.bytes == 14..<15)
  }
}
