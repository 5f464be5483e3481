import Bytes
import Tags
import TraceFormat

@testable import Analysis
@testable import Decoding

/// Cases about the TLV blocks of a data area, read from a tag of 144 bytes.
extension Case {
  static let areas: [Case] = [
    Case(
      "C03", "Plain ASCII stored in an NDEF TLV with no record header",
      activation + reads("E1101200" + "0306676F6F2E676CFE", from: 3),
      facts: [
        Fact("03 06: NDEF Message TLV, 6 bytes") { told in
          told.blocks.first?.kind == .ndef && told.message?.length == 6
        },
        Fact(
          "first byte 67h parsed as header: MB=0 ME=1 CF=1 SR=0 IL=0 TNF=7 (reserved)"
        ) { told in
          // 67h is 0110 0111.
          told.record?.layout.flags == 0x67 && told.record?.nameFormat == .reserved
        },
        Fact(
          "type length 6Fh = 111, payload length 6F2E676Ch = 1865312108 -> overruns"
        ) { told in
          // What the header claims behind itself is 111 and 1,865,312,108 bytes, and none is there.
          told.record?.layout.claimed == 1_865_312_108
            && told.messages(.ndefTruncated) == [
              "the record claims 1865312219 bytes behind its header, 0 are there"
            ]
        },
        Fact("FE: Terminator TLV; anything after it (00 or FF) is unused memory, not data") {
          told in
          told.blocks.map(\.kind) == [.ndef, .terminator]
        },
      ]),
    Case(
      "C20", "Android Application Record holding a URL instead of a package name",
      activation
        + reads(
          "E1101200" + """
            03569101155402656E49276D20612074657874206D65737361676511011055046769746875622E636F6D2F75\
            736572540F17616E64726F69642E636F6D3A706B6768747470733A2F2F6769746875622E636F6D2F75736572\
            FE000000
            """, from: 3),
      facts: [
        Fact("03 56: 86 bytes") { $0.message?.length == 86 },
        Fact("91 T: 02 \"en\" \"I'm a text message\"") { told in
          guard case .text(let text) = told.areaContent(0) else { return false }
          return told.records.first?.layout.flags == 0x91 && text.language == "en"
            && text.text == "I'm a text message"
        },
        Fact("11 U: 04 -> https://github.com/user") { told in
          told.records[1].layout.flags == 0x11
            && told.areaContent(1) == .uri(URIRecord("https://github.com/user"))
        },
        Fact(
          "54 0F 17: TNF 4 \"android.com:pkg\", 23 bytes \"https://github.com/user\""
        ) { told in
          told.records[2].nameFormat == .external && told.records[2].typeText == "android.com:pkg"
            && told.records[2].payload == Array("https://github.com/user".utf8)
        },
        Fact("an AAR payload must be a Java package name") { told in
          told.messages(.ndefType).contains { $0.contains("is no name of a package") }
        },
      ]),
  ]
}

extension Told {
  /// What a record of the message in the tag says.
  fileprivate func areaContent(_ index: Int) -> NDEFContent? { message?.contents?.records[index] }
}
