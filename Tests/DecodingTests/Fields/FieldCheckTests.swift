import Bytes
import GrammarLanguage
import Testing
import TraceFormat

@testable import Decoding

/// Frames stand here with their PCB and CRC; where the CRC does not matter it is FFFF.
@Suite struct FieldCheckTests {
  private static let selectVisa = "0200A4040007A000000003101000563F"

  @Test func namesTheByteWhereALengthIsMissing() {
    // 02 | 6F 0A | 84 07 A0000000031010 | 50 | 9000: the value of 6F is bytes 3 to 12.
    let made = HandMadeExchange(
      command: [Self.selectVisa], answer: ["026F0A8407A00000000310105090009840"], firstFrame: 18)
    #expect(
      defects(made) == [
        Defect(
          .tlv(
            .noLength(
              tag: 0x50, parent: 0x6F, parentLength: 10, parentFrame: 19, parentAt: 3, endsAt: 12)),
          at: Place(frame: 19, bytes: 12..<13), visit: 1, direction: .fromCard)
      ])
  }

  @Test func mapsATemplateThatSpansTwoBlocks() {
    // 6F 0D 84 07 A00000 | 00031010 A5 02 50 05 | 9000: 50 claims 5 bytes, A5 has none left.
    let tooLong = HandMadeExchange(
      command: [Self.selectVisa],
      answer: ["126F0D8407A00000FFFF", "0300031010A50250059000FFFF"], firstFrame: 18)
    #expect(
      defects(tooLong) == [
        Defect(
          .tlv(.tooLong(tag: 0x50, claimed: 5, present: 0, parent: 0xA5)),
          at: Place(frame: 20, bytes: 8..<9), visit: 1, direction: .fromCard)
      ])
    // 6F 0A 84 07 A00000 | 00031010 50 | 9000: 6F begins in the frame before.
    let noLength = HandMadeExchange(
      command: [Self.selectVisa], answer: ["126F0A8407A00000FFFF", "0300031010509000FFFF"],
      firstFrame: 18)
    #expect(
      defects(noLength) == [
        Defect(
          .tlv(
            .noLength(
              tag: 0x50, parent: 0x6F, parentLength: 10, parentFrame: 19, parentAt: 3, endsAt: 5)),
          at: Place(frame: 20, bytes: 5..<6), visit: 1, direction: .fromCard)
      ])
  }

  @Test(
    "A damaged structure is described",
    arguments: [
      // 84 claims 127 bytes, 6F has 3 left behind it.
      (
        "026F05847FA000009000FFFF", .tooLong(tag: 0x84, claimed: 127, present: 3, parent: 0x6F),
        4..<5
      ),
      // 6F itself claims more than there is.
      ("026F108402A0009000FFFF", .tooLong(tag: 0x6F, claimed: 16, present: 4, parent: 0), 2..<3),
      ("026F078402A0009F38809000FFFF", .badLength(tag: 0x9F38, byte: 0x80), 9..<10),
      ("026F078402A0009F38829000FFFF", .badLength(tag: 0x9F38, byte: 0x82), 9..<10),
      ("026F058402A0009F9000FFFF", .truncatedTag(parent: 0x6F), 7..<8),
      ("026F098402A0009F818283849000FFFF", .tagTooLong(tag: 0x9F81_8283), 7..<11),
    ] as [(String, Defect.TLVFault, Range<Int>)])
  func describesDamage(answer: String, fault: Defect.TLVFault, bytes: Range<Int>) {
    let made = HandMadeExchange(command: [Self.selectVisa], answer: [answer], firstFrame: 18)
    #expect(
      defects(made) == [
        Defect(
          .tlv(fault), at: Place(frame: 19, bytes: bytes), visit: 1, direction: .fromCard)
      ])
  }

  @Test(
    "An intact or excused answer is no defect",
    arguments: [
      // The PPSE answer of a phone, both whole frames as captured.
      (
        "0200A404000E325041592E5359532E444446303100E042",
        "026F2A840E325041592E5359532E4444463031A518BF0C1561134F07A0000000031010870101"
          + "9F0A040001010190001CF1"
      ),
      // Text that begins with the byte of an unknown tag ("U2F_V2").
      ("0200A4040008A0000006472F000100FFFF", "025532465F56329000FFFF"),
      // Le asks for the first nine bytes only.
      ("0200A4040007A000000003101009FFFF", "026F208407A0000000039000FFFF"),
      // More waits for GET RESPONSE.
      (selectVisa, "026F208407A000000003106120FFFF"),
      // A record that is no TLV but begins with 70.
      ("0200B2010C00FFFF", "027055AABBCC9000FFFF"),
      // A record padded with FF, and one with 00 between its elements.
      ("0200B2010C00FFFF", "0270045002AABBFFFFFF9000FFFF"),
      ("0200B2010C00FFFF", "027006000050020101009000FFFF"),
      // A file's bytes that happen to look like a template.
      ("0200B0000005FFFF", "026103AABBCC9000FFFF"),
      // An unknown constructed tag keeps what it likes in its value.
      (selectVisa, "026F0A8402A000E304AABBCCDD9000FFFF"),
    ])
  func staysSilent(command: String, answer: String) {
    #expect(defects(HandMadeExchange(command: [command], answer: [answer])) == [])
  }

  @Test(
    "A command's lengths are checked",
    arguments: [
      // Lc 7, 3 bytes follow; Lc is byte 5 of the frame.
      ("0300A4040007A00000398A", .lc(claimed: 7, present: 3), 5..<6),
      // VERIFY with Lc 8 and 4 bytes, SELECT with Lc 8 and 1 byte.
      ("02002000830812345678FFFF", .lc(claimed: 8, present: 4), 5..<6),
      ("0200A404000873FFFF", .lc(claimed: 8, present: 1), 5..<6),
      ("0200A4FFFF", .headerTooShort(present: 2), 3..<3),
      ("0200D60000000000AAFFFF", .lcZeroExtended, 5..<8),
      ("02FFCA000000FFFF", .invalidClass(0xFF), 1..<2),
    ] as [(String, Defect.APDUFault, Range<Int>)])
  func checksCommands(command: String, fault: Defect.APDUFault, bytes: Range<Int>) {
    let made = HandMadeExchange(command: [command], answer: ["026700FFFF"], firstFrame: 16)
    #expect(
      defects(made) == [
        Defect(.apdu(fault), at: Place(frame: 16, bytes: bytes), visit: 1, direction: .toCard)
      ])
  }

  @Test(
    "Whole commands of every case are no defect",
    arguments: [
      // Cases 1, 2, 2 extended (Le 256), 3, 3 extended, 4 extended; DESFire's wrapped ones.
      "0200A40400FFFF", "0200B0000000FFFF", "0200B00000000100FFFF", "0200A4040002E103FFFF",
      "0200D60000000002AABBFFFF", "0200D60000000002AABB0000FFFF", "02905A000003D3494F00FFFF",
      "0290AF000000FFFF",
    ])
  func acceptsEveryCase(command: String) {
    #expect(defects(HandMadeExchange(command: [command], answer: ["029000FFFF"])) == [])
  }

  @Test func letsADriverUseItsOwnClass() {
    let made = HandMadeExchange(command: ["02FFCA000000FFFF"], answer: ["0204A1B2C39000FFFF"])
    #expect(defects(made, onAir: false) == [])
  }

  @Test func saysWhatAnAnswerLacks() {
    let made = HandMadeExchange(command: [Self.selectVisa], answer: ["0290FFFF"], firstFrame: 18)
    #expect(
      defects(made) == [
        Defect(
          .apdu(.answerTooShort(present: 1)), at: Place(frame: 19, bytes: 2..<2), visit: 1,
          direction: .fromCard)
      ])
  }

  @Test func leavesADamagedCommandAlone() {
    var made = HandMadeExchange(command: ["0200A404FF07A00000FFFF"], answer: ["029000FFFF"])
    made.exchange.commandDamage = .badCRC
    made.step.content = .exchange(made.exchange)
    #expect(defects(made) == [])
  }

  @Test func keepsEveryPlaceInsideItsFrame() {
    var random = SystemRandomNumberGenerator()
    let meaningful: [UInt8] = [0x6F, 0x84, 0x81, 0xA5, 0xBF, 0x0C, 0x61, 0x50, 0xFF, 0x00, 0x03]
    var found = 0
    for _ in 0..<3000 {
      var answer: [UInt8] = [0x02, 0x6F]
      for _ in 0..<Int.random(in: 0...20, using: &random) {
        answer.append(
          Int.random(in: 0..<4, using: &random) > 0
            ? meaningful[Int.random(in: 0..<meaningful.count, using: &random)]
            : UInt8.random(in: 0...255, using: &random))
      }
      answer += [0x90, 0x00, 0xFF, 0xFF]
      let made = HandMadeExchange(command: [Self.selectVisa], answer: [Hex.text(answer)])
      for defect in defects(made) {
        found += 1
        #expect(defect.place.frame == 2)
        #expect(defect.place.bytes.upperBound <= answer.count - 2)
      }
    }
    #expect(found > 100)
  }

  /// The templates of the frames above, as EMV and ISO/IEC 7816-4 have them.
  private static var tags: TagTable {
    var tags = TagTable()
    for tag in [0x6F, 0xA5, 0xBF0C, 0x61, 0x70, 0x77, 0x62] as [UInt32] {
      tags.enter(tag: tag, isTemplate: true, secret: nil)
    }
    for tag in [0x84, 0x50, 0x4F, 0x87, 0x9F38, 0x5F20, 0x9F0A] as [UInt32] {
      tags.enter(tag: tag, isTemplate: false, secret: nil)
    }
    return tags
  }

  private func defects(_ made: HandMadeExchange, onAir: Bool = true) -> [Defect] {
    let check = FieldCheck(tags: Self.tags, answersTLV: [0xA4, 0xB2, 0xA8])
    var defects: [Defect] = []
    let bytes = made.story.bytes.span
    check.check(
      made.exchange, CommandAPDU(bytes.extracting(made.exchange.command.range)), visit: 1,
      bytes: bytes, segments: made.story.segments.span, onAir: onAir, into: &defects)
    return defects
  }

  @Test(
    "Data that need not be BER-TLV is left alone",
    arguments: [
      // READ RECORD of an application of its own: 70 with a length byte that says none.
      ("0200B2010C00FFFF", "0270FF010203049000FFFF"),
      // GET DATA 0100: P1-P2 of the application's own.
      ("0200CA010000FFFF", "027005849000FFFF"),
    ])
  func leavesOwnDataAlone(command: String, answer: String) {
    #expect(defects(HandMadeExchange(command: [command], answer: [answer], firstFrame: 1)).isEmpty)
  }

  @Test(
    "What answers SELECT and begins like a template is one",
    arguments: [
      // Padding in front of the element that is too long; a tag that does not end; a lone tag.
      "026F0A00008407A000000003109000FFFF", "026F03BF8F8F9000FFFF", "026F025F849000FFFF",
      "026F9000FFFF",
    ])
  func checksEveryFCI(answer: String) {
    let found = defects(
      HandMadeExchange(command: [Self.selectVisa], answer: [answer], firstFrame: 1))
    #expect(found.count == 1)
    for defect in found {
      guard case .tlv = defect.kind else {
        Issue.record("\(defect) is no fault of the structure")
        continue
      }
    }
  }
}
