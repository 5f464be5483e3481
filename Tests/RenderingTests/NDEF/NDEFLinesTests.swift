import Bytes
import Tags
import Testing

@testable import Rendering

/// Records in lines, by hand from their bytes.
@Suite struct NDEFLinesTests {
  @Test(
    "A record is a line, and what it says stands below",
    arguments: [
      ("D1 01 05 55 04 612E6465", ["1 URI https://a.de"]),
      ("D1 01 05 54 02 656E 4869", ["1 text \"Hi\" (en)"]),
      ("D1 01 09 54 82 656E FEFF 00480069", ["1 text \"Hi\" (en, UTF-16)"]),
      ("D0 00 00", ["1 empty record"]),
      (
        "D1 02 12 5370 910105540265 6E4869 51010555 04612E6465",
        ["1 smart poster, 18 bytes", "  title \"Hi\" (en)", "  URI https://a.de"]
      ),
      (
        "92 0A 02 746578742F706C61696E 4869 | 54 0F 05 616E64726F69642E636F6D3A706B67 636F6D2E61",
        ["1 text/plain, 2 bytes", "  \"Hi\"", "2 Android application com.a"]
      ),
      ("D4 03 02 613A62 00FF", ["1 external type a:b, 2 bytes", "  00FF"]),
      ("D5 00 01 41", ["1 record of TNF 5, 1 byte", "  \"A\""]),
      ("D1 01 05 54 02", ["1 text \"\", not whole"]),
    ]
  )
  func tellsRecords(hex: String, expected: [String]) throws {
    #expect(try lines(hex) == expected)
  }

  @Test func tellsWhatIsPaired() throws {
    // The record of a headset: id "0", 30 bytes, address 00:02:0E:00:08:8F, its whole name.
    let hex =
      "DA201E01 6170706C69636174696F6E2F766E642E626C7565746F6F74682E65702E6F6F62 30"
      + "1E00 8F08000E0200 15 09 426F7365205175696574436F6D666F7274203335"
    #expect(
      try lines(hex) == [
        "1 application/vnd.bluetooth.ep.oob, id \"0\", 30 bytes",
        "  Bluetooth 00:02:0E:00:08:8F, name \"Bose QuietComfort 35\"",
      ])
  }

  @Test func aNetworksKeyIsHiddenUnlessItIsAskedFor() throws {
    let hex =
      "D21723 6170706C69636174696F6E2F766E642E7766612E777363"
      + "100E001F 1045 0002 4142 1003 0002 0020 100F 0002 0008 1027 0009 313233343536373839"
    #expect(
      try lines(hex) == [
        "1 application/vnd.wfa.wsc, 35 bytes", "  Wi-Fi \"AB\", WPA2-PSK, AES, key ·········",
      ])
    #expect(
      try lines(hex, showsSecrets: true).last
        == "  Wi-Fi \"AB\", WPA2-PSK, AES, key \"123456789\"")
    #expect(try !json(hex).contains("313233343536373839"))
    #expect(try json(hex, showsSecrets: true).contains("313233343536373839"))
  }

  @Test func tellsAHandoverWithItsCarriers() throws {
    #expect(
      try lines("91 02 0A 4873 12 D102046163 01 01 30 00 | 5A 03 01 01 612F62 30 41") == [
        "1 handover select 1.2", "  carrier \"0\", active", "2 a/b, id \"0\", 1 byte", "  \"A\"",
      ])
  }

  @Test func recordsAreJSON() throws {
    #expect(
      try json("D9 01 05 01 55 61 04 612E6465") == """
        {"records":[{"tnf":1,"type":"U","id":"a","payload":"04612E6465","kind":"uri",\
        "value":"https://a.de"}]}
        """)
  }

  private func lines(_ hex: String, showsSecrets: Bool = false) throws -> [String] {
    let bytes = try #require(Hex.bytes(hex.filter { $0 != "|" }))
    var teller = NDEFLines(try Known.lexicon(), showsSecrets: showsSecrets)
    return teller.lines(of: NDEFContents(reading: bytes.span)).map { line in
      (line.number.map { "\($0) " } ?? "  ") + line.text
    }
  }

  private func json(_ hex: String, showsSecrets: Bool = false) throws -> String {
    let bytes = try #require(Hex.bytes(hex.filter { $0 != "|" }))
    var writer = NDEFJSON(try Known.lexicon(), showsSecrets: showsSecrets)
    var buffer = ByteBuffer(capacity: 64)
    buffer.append("{")
    writer.append(recordsOf: NDEFContents(reading: bytes.span), to: &buffer)
    buffer.append("}")
    var text: [UInt8] = []
    text.append(buffer.span)
    return String(decoding: text, as: UTF8.self)
  }
}
