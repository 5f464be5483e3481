import Bytes
import Tags
import TraceFormat

@testable import Analysis
@testable import Decoding

/// Cases about the memory of MIFARE Classic cards.
///
/// C09 is blocks alone. Here a card that answers without its cipher, as changeable ones do, is read.
extension Case {
  static let classic: [Case] = [
    Case(
      "C09", "Long record behind a 3-byte TLV length, sector trailer in between",
      [
        (.toCard, "26", false), (.fromCard, "0400", false), (.toCard, "9320", false),
        // 11 ^ 22 ^ 33 ^ 44 = 44.
        (.fromCard, "1122334444", false), (.toCard, "93701122334444", true),
        (.fromCard, "08", true),
        (.toCard, "3004", true), (.fromCard, "03FF0108C1010000010155046163636F", true),
        (.toCard, "3005", true), (.fromCard, "756E74732E73706F746966792E636F6D", true),
        (.toCard, "3006", true), (.fromCard, "2F617574686F72697A653F636C69656E", true),
        (.toCard, "3007", true), (.fromCard, "0000000000007F078840000000000000", true),
        (.toCard, "3008", true), (.fromCard, "745F69643D3030303030303030303030", true),
      ],
      facts: [
        Fact("03 FF 0108: NDEF TLV with 3-byte length form, 264 bytes") { told in
          told.message?.length == 264 && told.message?.lengthField == 65..<68
        },
        Fact(
          "C1: MB ME SR=0 TNF=1; type length 1; payload length 00000101h = 257; type \"U\"; prefix 04 https://"
        ) { told in
          guard let record = told.record else { return false }
          return record.layout.flags == 0xC1 && record.nameFormat == .wellKnown
            && record.type == [0x55] && record.layout.claimed == 0x101
            && record.payload.first == 0x04
        },
        Fact("1+1+4+1+257 = 264 matches the TLV") { told in
          // The record is not whole for the capture's sake, and nothing is said against it.
          told.message?.length == 1 + 1 + 4 + 1 + 257
            && !told.findings.contains { $0.category == .malformed && $0.id != .memoryIncomplete }
        },
        Fact(
          "block 7 is the sector trailer (access bits 7F 07 88, GPB 40h) and must be dropped before TLV parsing"
        ) { told in
          let trailer = told.contents.first?.classic?.trailers.first
          return trailer?.sector == 1 && trailer?.bits == [0x7F, 0x07, 0x88]
            && trailer?.general == 0x40 && trailer?.agrees == true
            && told.message?.places.first == 68..<112 && told.message?.bytes.count == 60
        },
        Fact(
          "URI begins https://accounts.spotify.com/authorize?client_id=...; the app stored a URI record (TNF 1 \"U\"), not Absolute-URI (TNF 3)"
        ) { told in
          told.record.map {
            String(decoding: $0.payload.dropFirst(), as: UTF8.self)
              .hasPrefix("accounts.spotify.com/authorize?client_id=")
          } == true
        },
      ]),
    Case(
      "C64", "Finding where the text starts on a Classic card",
      apdus: [
        (.toCard, "FFB0000410"), (.fromCard, "0000030ED1010A5402656E6578616D709000"),
        (.toCard, "FFB0000510"), (.fromCard, "6C65FE000000000000000000000000009000"),
      ],
      facts: [
        Fact("00 00: two NULL TLVs (skip)") { told in
          told.contents.first?.remarks.contains { $0.kind == .nulls(2) } == true
        },
        Fact("03 0E: NDEF TLV, 14 bytes across blocks 4 and 5") { told in
          told.message?.length == 14
            && told.message.map { told.contents[0].image.units(of: $0.span) } == 4...5
        },
        Fact("D1 01 0A 54: text, 02 \"en\", 7 characters") { told in
          told.record?.payload == Array("\u{2}enexample".utf8)
        },
        Fact("FE terminator in block 5") { told in
          guard let contents = told.contents.first, let message = contents.messages.first else {
            return false
          }
          let end = message.span.upperBound
          return contents.image[end] == 0xFE && end / 16 == 5 && contents.needs.isEmpty
        },
      ]),
  ]
}
