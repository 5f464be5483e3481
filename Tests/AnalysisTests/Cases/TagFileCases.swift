import Bytes
import GrammarLanguage
import Tags
import TraceFormat

@testable import Analysis
@testable import Decoding

/// Cases about tags of Types 1 and 4, as programs talk to them.
extension Case {
  static let tagFiles: [Case] = [
    Case(
      "C35", "CC length says 17 but 15 bytes exist",
      apdus: selection + [
        (.toCard, "00B000000F"), (.fromCard, "001120FFFFFFFF0406E104FFFE00FF9000"),
        (.toCard, "00A4000C02E104"), (.fromCard, "9000"), (.toCard, "00B0000002"),
        (.fromCard, "00169000"), (.toCard, "00B0000216"),
        (.fromCard, "D10112550068747470733A2F2F6170706C652E636F6D9000"),
      ],
      facts: [
        Fact("SELECT NDEF application D2760000850101, SELECT CC E103") { told in
          told.exchanges[2].file == 0xE103
            && told.exchanges[2].application.bytes == Hex.bytes("D2760000850101")
        },
        Fact(
          "CC: CCLEN 0011 = 17, mapping 2.0, MLe FFFF, MLc FFFF, TLV 04 06: file E104, max FFFE, read 00, write FF (none)"
        ) { told in
          guard let container = told.container, let file = container.ndef else { return false }
          return container.length == 17 && container.version == 0x20 && container.mle == 0xFFFF
            && container.mlc == 0xFFFF && file.identifier == 0xE104 && file.size == 0xFFFE
            && file.read == 0 && file.write == 0xFF && told.contents.first?.isWritable == false
        },
        Fact("CC has 15 bytes: CCLEN must be 000F") { told in
          told.messages(.memoryContainer) == [
            "CCLEN is 17, 15 bytes are described: a strict reader that asks for 17 fails"
          ]
        },
        Fact("NLEN 0016 = 22; record D1 01 12 55: prefix 00 + \"https://apple.com\"") { told in
          told.message?.length == 22
            && told.record?.payload == [0] + Array("https://apple.com".utf8)
        },
      ]),
    Case(
      "C37", "Working emulated tag: overlapping reads to reassemble",
      apdus: selection + [
        (.toCard, "00B000000F"), (.fromCard, "000F20005400FF0406E104FFFE00009000"),
        (.toCard, "00A4000C02E104"), (.fromCard, "9000"), (.toCard, "00B0000002"),
        (.fromCard, "000B9000"), (.toCard, "00A4000C02E104"), (.fromCard, "9000"),
        (.toCard, "00B000000B"), (.fromCard, "000BD101075402656E41429000"),
        (.toCard, "00B0000B02"), (.fromCard, "43449000"),
      ],
      facts: [
        Fact("CC: 15 bytes, mapping 2.0, MLe 0054, MLc 00FF, file E104, max FFFE") { told in
          guard let container = told.container, let file = container.ndef else { return false }
          return container.length == 15 && container.version == 0x20 && container.mle == 0x54
            && container.mlc == 0xFF && file.identifier == 0xE104 && file.size == 0xFFFE
            && container.faults.isEmpty
        },
        Fact(
          "NLEN 000B; reader reads offset 0 len 11 (includes NLEN) and offset 11 len 2"
        ) { told in
          told.message?.length == 11 && told.apdu(6).expected == 11 && told.apdu(7).expected == 2
            && told.apdu(7).p2 == 11
        },
        Fact("file bytes 0..12 = 000B D1 01 07 54 02 65 6E 41 42 43 44") { told in
          told.contents.first?.image[0..<13] == Hex.bytes("000BD101075402656E41424344")
        },
        Fact("text \"ABCD\" (en)") { $0.record?.payload == Array("\u{2}enABCD".utf8) },
      ]),
    Case(
      "C55", "Topaz: WRITE-NE works, WRITE-E times out",
      apdus: [
        (.toCard, "FF0000000CD440011A7F4211223344BF0E"), (.fromCard, "D54100429000"),
        (.toCard, "FF0000000CD44001537F42112233448088"), (.fromCard, "D541019000"),
      ],
      facts: [
        Fact(
          "1A: WRITE-NE, address 7F = block F byte 7, data 42, UID echo 4 bytes, CRC (B-type, LSB first)"
        ) { told in
          told.exchanges.first?.form == .type1 && told.command(0) == "1A7F4211223344"
            && 0x7F >> 3 == 0xF && 0x7F & 7 == 7
        },
        Fact("answer status 00, echo 42") { $0.answer(0) == "42" },
        Fact("53: WRITE-E same address; status 01 = PN532 timeout") { told in
          told.command(1) == "537F4211223344" && told.exchanges.last?.answer.isEmpty == true
        },
        Fact("CRCs valid") { told in
          // Only a right CRC_B makes these frames Type 1 commands.
          told.exchanges.map(\.form) == [.type1, .type1]
        },
      ]),
  ]

  /// SELECT of the NDEF application and of its capability container.
  private static let selection: [(Direction, String)] = [
    (.toCard, "00A4040007D276000085010100"), (.fromCard, "9000"), (.toCard, "00A4000C02E103"),
    (.fromCard, "9000"),
  ]
}
