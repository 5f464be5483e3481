import Bytes
import GrammarLanguage
import TraceFormat

@testable import Analysis
@testable import Decoding

/// Cases about APDUs, as logs have them.
extension Case {
  private static let pin = "0020008008240000FFFFFFFFFF"

  static let commands: [Case] = [
    Case(
      "C81", "PIN tries counted down to blocked",
      apdus: [
        (.toCard, pin), (.fromCard, "63C2"), (.toCard, pin), (.fromCard, "63C1"),
        (.toCard, pin), (.fromCard, "63C0"), (.toCard, pin), (.fromCard, "6983"),
        (.toCard, "002C0300"), (.fromCard, "6D00"),
      ],
      facts: [
        Fact("VERIFY P2=80, 8 bytes: format-2 PIN block 2|4 digits|F filler") { told in
          told.messages(.personalData).first
            == "a PIN in clear: reference 80, 8 bytes (a format 2 block of 4 digits)"
        },
        Fact("63C2/63C1/63C0: tries left 2, 1, 0; 6983: blocked") { told in
          told.exchanges.prefix(4).map(\.status) == [0x63C2, 0x63C1, 0x63C0, 0x6983]
            && told.messages(.retryCounter) == [
              "reference 80: 1 try left, 2 before", "reference 80: 0 tries left, 1 before",
            ]
            && told.messages(.referenceBlocked).last == "reference 80 is blocked: 6983"
        },
        Fact(
          """
          00 2C 03 00: case 1, no data; 6D00 as INS/P1 variant not supported: unblock code must \
          be sent (P1 00 or 01)
          """
        ) { told in
          told.apdu(4).shape == .case1 && told.exchanges[4].status == 0x6D00
            && told.messages(.commandUnsupported) == [
              "COMMAND: INS 2C with P1 03 is not supported by this card, 6D00"
            ]
        },
      ]),
    Case(
      "C83", "Lc does not match the data",
      apdus: [
        (.toCard, "002000830812345678"), (.toCard, "00A404000873"),
        // What the second was meant to be.
        (.toCard, "00A40400084C656C616E746F73"),
      ],
      facts: [
        Fact("VERIFY: Lc 08, only 4 data bytes") {
          $0.messages(.malformedAPDU).first == "Lc says 8 bytes, 4 follow"
        },
        Fact(
          """
          SELECT: Lc 08, only 1 data byte (array built from one wide constant); intended AID \
          4C656C616E746F73
          """
        ) { $0.messages(.malformedAPDU).last == "Lc says 8 bytes, 1 follows" },
        // The bytes that were sent begin with 7; the AID that was meant begins with 4.
        Fact("AID first nibble 4 is outside A (international), D (national), F (proprietary)") {
          $0.messages(.aidUnassigned) == [
            "73 begins with 7, a category that is not assigned (A, D, E and F are)",
            "4C656C616E746F73 begins with 4, a category that is not assigned (A, D, E and F are)",
          ]
        },
      ]),
    Case(
      "C85", "61 xx followed by GET RESPONSE, FCP decoded",
      apdus: [
        (.toCard, "00A40904043F00D003"), (.fromCard, "6127"), (.toCard, "00C0000027"),
        (
          .fromCard,
          "62258002000C8201018302D0038801E0A1128C077BFFFFFFFFFF009C077BFFFFFFFFFF008A01059000"
        ), (.toCard, "00B000000C"), (.fromCard, "5A0A802500000000000000009000"),
      ],
      facts: [
        Fact("SELECT by path 3F00/D003: 61 27 = 39 bytes waiting") { told in
          told.exchanges[0].joins == .getResponse && told.exchanges[0].parts == 2
            && told.command(0) == "00A40904043F00D003"
        },
        Fact(
          """
          62 25: 80=000C size 12, 82=01 transparent, 83=D003, 88=E0 (SFI 28), A1: access rules 8C \
          07, 9C 07; 8A=05 operational
          """
        ) { told in
          told.elements(0) == [
            "62", "80=000C", "82=01", "83=D003", "88=E0", "A1", "8C=7BFFFFFFFFFF00",
            "9C=7BFFFFFFFFFF00", "8A=05",
          ] && 0xE0 >> 3 == 28
        },
        Fact("39 = 2 + 37") { told in
          told.exchanges[0].answer.count == 39 + 2 && told.answer(0).hasPrefix("6225")
        },
        Fact("READ 12 bytes: 5A 0A ...") { told in
          told.apdu(1).expected == 12 && told.answer(1).hasPrefix("5A0A")
            && told.messages(.personalData) == ["a card number"]
        },
      ]),
    Case(
      "C87", "SELECT of an emulated-only AID on a real card, answer as signed bytes",
      apdus: [
        (.toCard, "00A4040005F22222222200"), (.fromCard, "6A82"),
        (.toCard, "00A4040007A000000658101000"),
      ],
      facts: [
        Fact("106, -126 = 6A 82: application not found") { told in
          [106, -126].map { UInt8(bitPattern: $0) } == [0x6A, 0x82]
            && told.messages(.applicationNotFound) == ["F222222222 is not on this card"]
        },
        Fact("F222222222: proprietary range F, a phone sample AID") { told in
          told.messages(.aidProprietary) == [
            "F222222222 is a proprietary identifier, which nobody registers"
          ] && FindingID.aidProprietary.manual.contains("Android's own sample code")
        },
        Fact("the card carries A0000006581010: third APDU is the right SELECT") { told in
          told.command(1) == "00A4040007A000000658101000"
            && told.messages(.paymentSelected) == ["the reader selects A0000006581010 (Mir)"]
        },
      ]),
  ]
}
