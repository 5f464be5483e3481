import Bytes
import GrammarLanguage
import Testing
import TraceFormat

@testable import Analysis

/// What only a tag's memory shows to be secret, and what chips are sold with.
@Suite struct MemoryRedactionTests {
  /// A credential of Wi-Fi Simple Configuration (100E): SSID (1045) "Guest", key (1027) "correct horse
  /// battery", which are 21 bytes, 15h. The reads cut it behind "correct " and in the middle.
  private static let network = """
    >a 3000
    <a 041122BF3344556644480000E1101200
    >a 3004
    <a 0340D217266170706C69636174696F6E
    >a 3008
    <a 2F766E642E7766612E777363100E0022
    >a 300C
    <a 10450005477565737410270015636F72
    >a 3010
    <a 7265637420686F727365206261747465
    >a 3014
    <a 7279FE00000000000000000000000000
    >a 3012
    <a 73652062617474657279FE0000000000

    """

  /// The credential has 9 bytes of SSID and 25 of key, 22h; its record 4 more, 26h; the message 3 + 23 +
  /// 38 = 64, 40h. The last read begins where no earlier one did.
  @Test func theKeyOfANetworkInPieces() throws {
    let redacted = try Script(
      Script.tag + Self.network + "# Correct-Horse Battery\noff\n"
    ).redacted()
    #expect(redacted.frame(18) == "10450005477565737410270015454545")
    #expect(redacted.frame(20) == "45454545454545454545454545454545")
    #expect(redacted.frame(22) == "4545FE00000000000000000000000000")
    #expect(redacted.frame(24) == "45454545454545454545FE0000000000")
    #expect(redacted.text(25) == "XXXXXXX-XXXXX XXXXXXX")
    for part in ["636F72", "72656374", "686F727365", "62617474657279"] {
      #expect(traces(of: part, in: redacted.bytes) == [], "\(part)")
    }
    #expect(redacted.report.rows == [.init(kind: .key, values: 1, places: 5)])
    #expect(redacted.exchanges.before == redacted.exchanges.after)
    #expect(redacted.findings.before == redacted.findings.after)
  }

  /// All ones are what NTAG21x is sold with, and a finding says that nobody changed it.
  @Test func aFactorysPasswordStays() throws {
    let redacted = try Script(
      Script.tag + """
        >a 1BFFFFFFFF
        <a 0000
        >a 1B12345678
        <a 9ABC
        off

        """
    ).redacted()
    #expect(redacted.frame(11) == "1BFFFFFFFF")
    #expect(redacted.frame(12) == "0000")
    #expect(redacted.frame(13) == "1BEEEEEEEE")
    #expect(redacted.frame(14) == "EEEE")
  }

  /// A sector trailer written in clear: key A, access bits, key B.
  @Test func keysOfASectorTrailer() throws {
    let redacted = try Script(
      Script.classic + """
        >a A007
        < 0A
        >a 112233445566FF078069AABBCCDDEE01
        < 0A
        >a 3005
        <a 00112233445566000000000000000000
        off

        """
    ).redacted()
    #expect(redacted.frame(9) == "EEEEEEEEEEEEFF078069EEEEEEEEEE02")
    #expect(redacted.frame(12) == "00EEEEEEEEEEEE000000000000000000")
    for key in ["112233445566", "AABBCCDDEE01"] {
      #expect(traces(of: key, in: redacted.bytes) == [], "\(key)")
    }
  }

  /// READ of page 2 begins with BCC1: 33 ^ 44 ^ 55 ^ 66 = 44. That of 00 00 00 01 is 01.
  @Test func theCheckByteApartFromItsUID() throws {
    let redacted = try Script(
      Script.tag + ">a 3002\n<a 44480000E1101200AABBCCDD00000000\noff\n"
    ).redacted(ids: true)
    #expect(redacted.frame(12) == "01480000E1101200AABBCCDD00000000")
  }

  /// PMm stands behind the IDm.
  @Test func theManufactureParametersStay() throws {
    let felica = try Script(
      """
      >f 0600FFFF0000
      <f 12010123456789ABCDEF0120220427674EFF
      # IDm 01:23:45:67:89:AB:CD:EF, PMm 01:20:22:04:27:67:4E:FF
      off

      """, link: .nfcF
    ).redacted(ids: true)
    #expect(felica.frame(2) == "120101230000000000010120220427674EFF")
    #expect(felica.text(3) == "IDm 01:23:00:00:00:00:00:01, PMm 01:20:22:04:27:67:4E:FF")
  }

  @Test(
    "What people write is searched letter by letter",
    arguments: [
      ("4761 7390 0101 0010, exp 29/12/31", "4761 7300 0000 0011, exp 49/12/31"),
      ("4761-7390-0101-0010", "4761-7300-0000-0011"),
      ("paid by Cardholder Test", "paid by XXXXXXXXXX XXXX"),
      ("PIN 1234 (1-2-3-4)", "PIN 0000 (1-2-3-4)"),
      ("5a0847617390010100100", "5a0847617300000000110"),
      ("nothing of it", "nothing of it"),
    ])
  func comments(old: String, new: String) throws {
    let redacted = try Script(
      Script.activated + """
        >a 0200B2010C00
        <a 0270225A0847617390010100105F200F43415244484F4C4445522F544553545F24032912319000
        >a 030020008008241234FFFFFFFFFF
        <a 039000
        # \(old)
        off

        """
    ).redacted()
    #expect(redacted.text(17) == new)
  }
}

extension Redacted {
  /// A comment.
  fileprivate func text(_ number: Int) -> String {
    String(decoding: batch.copy(of: batch.frames[number - 1].bytes), as: UTF8.self)
  }
}

extension Script {
  /// A Type 2 tag with the UID 04 11 22 33 44 55 66, selected in 10 frames. BCCs: 88 ^ 04 ^ 11 ^ 22 =
  /// BF, 33 ^ 44 ^ 55 ^ 66 = 44.
  fileprivate static let tag = """
    > 26
    < 4400
    > 9320
    < 88041122BF
    >a 937088041122BF
    <a 04
    > 9520
    < 3344556644
    >a 95703344556644
    <a 00

    """

  /// A MIFARE Classic 1K, UID 01 02 03 04, BCC 04.
  fileprivate static let classic = """
    > 26
    < 0400
    > 9320
    < 0102030404
    >a 93700102030404
    <a 08

    """
}
