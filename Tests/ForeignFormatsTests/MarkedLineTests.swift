import Bytes
import ForeignFormats
import Testing
import TraceFormat

/// Hex in the shapes in which people paste it.
@Suite struct MarkedLineTests {
  @Test(
    "Arrows and words say which way bytes went",
    arguments: [
      ("=> 00 84 00 00 08\n<= 01 02 03 04 05 06 07 08 90 00", "apdu"),
      ("--> 0084000008\n<-- 01020304050607089000", "apdu"),
      (">> 00:84:00:00:08\n<< 01:02:03:04:05:06:07:08:90:00", "apdu"),
      ("C-APDU: 0084000008\nR-APDU: 01020304050607089000", "apdu"),
      ("c-apdu 00-84-00-00-08\nr-apdu 01-02-03-04-05-06-07-08-90-00", "apdu"),
      (
        "[12:00:01] Tx (5 bytes): 0x00 0x84 0x00 0x00 0x08\n[12:00:02] Rx (10): 01020304050607089000",
        "apdu"
      ),
      ("Sending APDU: 00 84 00 00 08\nReceived: 01 02 03 04 05 06 07 08 90 00  ........", "apdu"),
      ("Reader: 00 84 00 00 08\nReader: 0084000008\nCard: 01 02 03 04 05 06 07 08 90 00", "apdu"),
      (
        "Outgoing APDU (5 bytes):\n00 84 00 00 08 .....\nIncoming APDU (10 bytes):\n01 02 03 04 05 06 07 08 90 00 ..........",
        "apdu"
      ),
      ("Command: 0084000008\nResponse: 0102030405060708\nSW: 9000", "apdu"),
      (
        "[2024-01-02T10:11:12.123] apdu out len=5 hex=0084000008\n[2024-01-02T10:11:12.153] apdu in, length: 10, data=01020304050607089000",
        "apdu"
      ),
      ("Reader -> Card: 0084000008\nCard -> Reader: 01020304050607089000", "apdu"),
    ])
  func shapes(text: String, link: String) throws {
    let reading = try Reading(Array(text.utf8))
    #expect(reading.frames.first?.bytes == hex("0084000008"))
    #expect(reading.frames.last?.bytes == hex("01020304050607089000"))
    #expect(reading.frames.first?.frame.direction == .toCard)
    #expect(reading.frames.last?.frame.direction == .fromCard)
    #expect(Set(reading.frames.map { "\($0.frame.link)" }) == [link])
  }

  @Test(
    "What the bytes are is told by them",
    arguments: [
      // ACK and answer of a PN532: LEN 3, LCS FD; D5 41 13 and DCS D7 are 200h together.
      (
        "Tx: 0000FF05FBD440013000BB00\nRx: 0000FF00FF00\nRx: 0000FF03FDD54113D700", Link.pn532,
        false
      ),
      ("Tx: D44A0100\nRx: D54B00", .pn532, false),
      // What an ACR122 passes on to its chip is an APDU of the reader.
      ("C-APDU: FF00000004D44A0100\nR-APDU: D54B009000", .apdu, false),
      // NCI: the third byte is how many follow.
      ("x 0000023004\nr 600603010001\nr 000011031DD1011955016E78702E636F6D2F6400", .nci, false),
      // CRC_A of 50 00 is CD57h.
      ("Tx: 26\nRx: 4400\nTx: 9320\nTx: 500057CD", .iso14443, false),
      // LEN counts itself; there is no CRC behind.
      (
        "Tx: 0600FFFF0003\nRx: 12010102030405060708112233445566778888B4".replacing(
          "8888B4", with: "88"), .nfcF, true
      ),
      ("Tx: 0200A4040000\nRx: 029000\nTx: 0300B0000002\nRx: 0312349000", .iso14443, true),
    ] as [(String, Link, Bool)])
  func links(text: String, link: Link, isStripped: Bool) throws {
    let frames = try Reading(Array(text.utf8)).frames.map(\.frame)
    #expect(Set(frames.map(\.link)) == [link])
    #expect(frames.allSatisfy { $0.flags.contains(.crcStripped) == isStripped })
  }

  @Test(
    "Times stand before the lines in many shapes",
    arguments: [
      ("10:00:01.250", "10:00:01.300", 50_000_000),
      ("[2026-01-02 23:59:59.999]", "[2026-01-03 00:00:00.001]", 2_000_000),
      ("23:59:59", "00:00:01", 2_000_000_000),
      ("[   12.000100]", "[   12.000350]", 250_000),
      ("1700000000.5", "1700000001.25", 750_000_000),
      ("2026-01-02T03:04:05,100Z", "2026-01-02T03:04:05,350Z", 250_000_000),
      ("", "", 0),
    ] as [(String, String, Int64)])
  func times(first: String, second: String, difference: Int64) throws {
    let text = "\(first) Tx: 0084000008\n\(second) Rx: 9000\n"
    let times = try Reading(Array(text.utf8)).frames.map(\.frame.time)
    #expect(times[1] - times[0] == difference)
  }

  @Test func aTextThatSaysNoLinkIsTakenForWhatItsFirstFrameIs() throws {
    let apdus = try Reading(Array("> 00A4000C02E103\n< 9000\n".utf8))
    #expect(Set(apdus.frames.map(\.frame.link)) == [.apdu])
    let air = try Reading(Array("> 26\n< 4400\n> 00A4000C02E103\n".utf8))
    #expect(Set(air.frames.map(\.frame.link)) == [.iso14443])
    let said = try Reading(Array("@ iso14443\n> 00A4000C02E103\n".utf8))
    #expect(Set(said.frames.map(\.frame.link)) == [.iso14443])
    let again = try convert(
      Array("@ iso14443\n> 00A4000C02E103\n".utf8), with: TextTraceWriter(times: false))
    #expect(String(decoding: again.written, as: UTF8.self) == "@ iso14443\n> 00A4000C02E103\n")
  }
}
