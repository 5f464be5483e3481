import Bytes
import GrammarLanguage
import Tags
import TraceFormat

@testable import Analysis
@testable import Decoding

/// Cases about tags of Types 1, 2 and 4 and what is in their memory.
extension Case {
  /// A Type 2 tag with the UID 04112233445566, as it is activated.
  static let activation: [(Direction, String, crc: Bool)] = [
    (.toCard, "26", false), (.fromCard, "4400", false), (.toCard, "9320", false),
    (.fromCard, "88041122BF", false), (.toCard, "937088041122BF", true), (.fromCard, "04", true),
    (.toCard, "9520", false), (.fromCard, "3344556644", false), (.toCard, "95703344556644", true),
    (.fromCard, "00", true),
  ]

  /// READs of four pages each, from a page on, that bring a memory; zeros behind its end.
  static func reads(_ memory: String, from page: Int)
    -> [(Direction, String, crc: Bool)]
  {
    let digits = Array(memory)
    return stride(from: 0, to: digits.count, by: 32).flatMap { start in
      let part = String(digits[start..<min(start + 32, digits.count)])
      let filled = part + String(repeating: "0", count: 32 - part.count)
      return [
        (.toCard, "30" + Hex.text(page + start / 8, digits: 2), true), (.fromCard, filled, true),
      ] as [(Direction, String, crc: Bool)]
    }
  }

  static let tags: [Case] = [
    Case(
      "C01", "Lock Control TLV copied from another chip onto an NTAG213",
      activation + [(.toCard, "60", true), (.fromCard, "0004040201000F03", true)]
        + reads("E11012000103A00C340300FE", from: 3) + [
          (.toCard, "A2040103A010", true), (.fromCard, "0A", false),
          (.toCard, "A205440300FE", true), (.fromCard, "0A", false),
        ],
      facts: [
        Fact("T=01 Lock Control TLV, L=03") { told in
          told.blocks.first?.kind == .lockControl && told.blocks.first?.length == 3
        },
        Fact("Position A0: PageAddr=10, ByteOffset=0") { told in
          told.control?.address == 10 * 16 + 0
        },
        Fact("Size 10h = 16 lock bits (factory: 0Ch = 12)") { told in
          told.control?.count == 16 && Case.factory?.count == 12
        },
        Fact(
          "Page control 44h: low nibble 4 -> 2^4 = 16 bytes/page; high nibble 4 -> 2^4 = 16 bytes locked per bit (factory 34h: 2^3 = 8)"
        ) { told in
          told.control?.bytesPerPage == 16 && told.control?.bytesPerBit == 16
            && Case.factory?.bytesPerBit == 8
        },
        Fact("Lock byte address = 10*16+0 = 160 = page 28h in both") { told in
          told.control?.address == 0x28 * 4 && Case.factory?.address == 0x28 * 4
        },
        Fact(
          "coverage: written 16*16 = 256 bytes; factory 12*8 = 96 = 144 (MLEN 12h) - 48 static"
        ) { told in
          told.control?.coverage == 256 && Case.factory?.coverage == 96
            && told.messages(.memoryLockControl).first?.hasPrefix(
              "the Lock Control TLV's bits lock 256 bytes; 96 of the data area") == true
        },
      ]),
    Case(
      "C02", "16-byte read cuts an NDEF TLV: partial capture, not a bad tag",
      activation + [
        (.toCard, "3004", true), (.fromCard, "0103A00C440315D101115402656E3334", true),
      ],
      facts: [
        Fact("01 03 A0 0C 44: Lock Control, address 160, 12 bits, 16 B/page, 16 B per bit") {
          told in
          told.control?.address == 160 && told.control?.count == 12
            && told.control?.bytesPerPage == 16 && told.control?.bytesPerBit == 16
        },
        Fact("03 15: NDEF Message TLV, 21 bytes, 9 captured") { told in
          told.message?.length == 21 && told.message?.bytes.count == 9
        },
        Fact("D1 01 11 54: MB ME SR TNF=1, type \"T\", payload 17") { told in
          told.record?.nameFormat == .wellKnown && told.record?.typeText == "T"
            && told.record?.layout.claimed == 17
        },
        Fact("status 02: UTF-8, lang \"en\"; text is 14 chars, only \"34\" captured") { told in
          told.record?.payload == Array("\u{2}en34".utf8) && 17 - 3 == 14
        },
        Fact(
          "message occupies data-area offsets 7..27, i.e. pages 05h..0Ah; terminator would be page 0Bh byte 0"
        ) { told in
          told.message?.span == 16 + 7..<16 + 28 && (16 + 7) / 4 == 5 && (16 + 27) / 4 == 0x0A
            && told.contents.first?.needs.last == 0x0B * 4..<0x0B * 4 + 1
        },
      ]),
    Case(
      "C11", "Two kinds of blank: empty TLV versus one Empty record",
      activation + reads("E11012000303D00000FE0000", from: 3)
        + [
          (.toCard, "A2040300FE00", true), (.fromCard, "0A", false),
        ],
      facts: [
        Fact(
          "a: NDEF TLV length 3 = record D0 00 00 (MB ME SR TNF=0, no type, no payload), terminator FE"
        ) { _ in
          let contents = Case.blank("0303D00000FE0000")
          let message = contents.messages.first.map { NDEFMessage(reading: $0.bytes) }
          return message?.records.map(\.nameFormat) == [.empty] && message?.problems == []
            && !contents.remarks.contains { $0.kind == .empty }
        },
        Fact("b: NDEF TLV length 0 then FE") { told in
          told.message?.length == 0
            && told.contents.first?.remarks.contains { $0.kind == .empty } == true
        },
      ]),
    Case(
      "C12", "WRITE with three data bytes, then NAK on the right one",
      activation + [
        (.toCard, "A204000000", true), (.fromCard, "00", false), (.toCard, "A20400000000", true),
        (.fromCard, "00", false), (.toCard, "3004", true),
        (.fromCard, "0103A00C340300FE0000000000000000", true), (.toCard, "3005", true),
        (.fromCard, "340300FE000000000000000000000000", true),
      ],
      facts: [
        Fact("A2 04 + 3 bytes: WRITE needs page + exactly 4 data bytes") { told in
          told.messages(.malformedCommand) == [
            "COMMAND: the command needs 6 bytes, 5 are there"
          ]
        },
        Fact("second WRITE is well formed but still refused") { told in
          told.messages(.memoryWriteRefused) == ["COMMAND is refused with NAK 0"]
        },
        Fact(
          "READ 04 -> pages 4-7: Lock Control A0 0C 34, NDEF TLV length 0, FE (a valid blank NTAG213-style tag)"
        ) { told in
          told.control == Case.factory && told.message?.length == 0
        },
        Fact("READ 05 returns the same memory shifted by 4 bytes: consistent") { told in
          told.messages(.memoryConflict).isEmpty && told.contents.first?.image.seen == 20
        },
      ]),
    Case(
      "C14", "What are the five bytes before the NDEF TLV?",
      activation
        + reads(
          "041122BF3344556644480000E11012000103A00C34031B9101055402656E68691101055402656E68695101055402656E6869FE00000000000000000000000000",
          from: 0),
      facts: [
        Fact("UID + BCC0 + BCC1, internal 48, static lock 0000") { told in
          let image = told.contents.first?.image
          return image?[0..<12]
            == Hex.bytes("041122BF3344556644480000")
            && told.messages(.memoryChecksum).isEmpty && told.messages(.memoryLocked).isEmpty
        },
        Fact("CC E1 10 12 00: 144 bytes") { $0.contents.first?.capacity == 144 },
        Fact(
          "01 03 A0 0C 34: Lock Control TLV: address 10*16+0 = 160 (page 28h), 12 lock bits, 16 B/page, 8 B per bit"
        ) { told in
          told.control == Case.factory && told.control?.address == 160
        },
        Fact("03 1B: 27 bytes = 3 records of 9") { told in
          told.message?.length == 27
            && told.records.map(\.layout.record) == [0..<9, 9..<18, 18..<27]
        },
        Fact("three T records \"hi\" (en) with headers 91, 11, 51") { told in
          told.records.map(\.layout.flags) == [0x91, 0x11, 0x51]
            && told.records.allSatisfy { $0.payload == Array("\u{2}enhi".utf8) }
        },
        Fact("FE terminator") { $0.blocks.last?.kind == .terminator },
      ]),
    Case(
      "C16", "First NTAG memory read: UID, check bytes, CC, text",
      activation
        + reads(
          "041122BF3344556644480000E1101200030FD1010B5402656E656C657068616E74FE0000", from: 0),
      facts: [
        Fact("page 0: UID0-2 + BCC0 (= 88^UID0^UID1^UID2)") { _ in
          0x88 ^ 0x04 ^ 0x11 ^ 0x22 == 0xBF
        },
        Fact("page 1: UID3-6") { told in
          told.contents.first?.image[4..<8] == [0x33, 0x44, 0x55, 0x66]
        },
        Fact(
          "page 2: BCC1 (= xor of UID3-6), internal byte 48, static lock 00 00 - neither byte belongs to the UID"
        ) { told in
          0x33 ^ 0x44 ^ 0x55 ^ 0x66 == 0x44 && told.messages(.memoryChecksum).isEmpty
        },
        Fact("CC E1 10 12 00") { told in
          told.contents.first?.header.flatMap { told.contents.first?.image[$0] }
            == [0xE1, 0x10, 0x12, 0x00]
        },
        Fact("03 0F: D1 01 0B 54 02 \"en\" \"elephant\"; FE") { told in
          told.message?.length == 15 && told.record?.payload == Array("\u{2}enelephant".utf8)
            && told.blocks.last?.kind == .terminator
        },
      ]),
    Case(
      "C27", "Password authentication seen in clear",
      activation + [
        (.toCard, "1BFFFFFFFF", true), (.fromCard, "0123", true),
        (.toCard, "A20412345600", true), (.fromCard, "0A", false),
      ],
      facts: [
        Fact("REQA / ATQA 0044 (double size UID)") { $0.activation?.atqa == 0x0044 },
        Fact("cascade 1: CT 88 + 04 11 22, BCC BF; SAK 04 = UID not complete") { told in
          told.activation?.levels == 2 && 0x88 ^ 0x04 ^ 0x11 ^ 0x22 == 0xBF
        },
        Fact("cascade 2: 33 44 55 66, BCC 44; SAK 00 = complete, no ISO-DEP") { told in
          told.activation?.sak == 0x00
            && told.activation.map { Hex.text($0.identifier.bytes) } == "04112233445566"
        },
        Fact("1B: PWD_AUTH password FFFFFFFF, PACK 0123") { told in
          told.command(0) == "1BFFFFFFFF" && told.answer(0) == "0123"
        },
        Fact("A2 04: WRITE page 4; 0A ACK") { told in
          told.contents.first?.image[16..<20] == [0x12, 0x34, 0x56, 0x00]
            && told.contents.first?.image.written == 4
        },
      ]),
    Case(
      "C93", "Version and select frames of an emulated NTAG215",
      [
        (.toCard, "60F832", false), (.fromCard, "0004040201001103019E", false),
        (.toCard, "500057CD", false), (.toCard, "52", false), (.fromCard, "4400", false),
        (.toCard, "937088041122BFB3F9", false), (.fromCard, "04DA17", false),
        (.toCard, "95703344556644ECA3", false), (.fromCard, "00FE51", false),
      ],
      facts: [
        Fact(
          "60: GET_VERSION; 00 04 04 02 01 00 11 03: NXP, NTAG, 50 pF, v1.0, storage 11h -> NTAG215, ISO 14443-3"
        ) { told in
          told.command(0) == "60" && told.outcomes.first?.products == ["NTAG 215"]
            && Type2Chip(version: Hex.bytes("0004040201001103") ?? []) == .ntag215
        },
        Fact("50 00: HALT; 52: WUPA; ATQA 0044") { told in
          told.name(ofFrame: 3) == .hlta && told.name(ofFrame: 4) == .wupa
            && told.activation?.atqa == 0x0044
        },
        Fact("cascade 1 SAK 04, cascade 2 SAK 00") { told in
          told.activation?.levels == 2 && told.activation?.sak == 0
        },
      ]),
  ]

  /// The Lock Control TLV that an NTAG213 is sold with.
  private static let factory = ControlTLV([0xA0, 0x0C, 0x34], isLock: true)

  /// A formatted tag of 144 bytes with this data.
  private static func blank(_ hex: String) -> TagContents {
    var image = MemoryImage(unit: 4)
    let bytes = Hex.bytes("E1101200" + hex) ?? []
    image.lay(bytes.span, at: 12, from: MemoryOrigin(frame: 1, offset: 0), as: .read)
    return TagContents(type2: image)
  }
}
