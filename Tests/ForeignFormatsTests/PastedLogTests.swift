import Bytes
import ForeignFormats
import Testing
import TraceFormat

/// Logs in the shapes in which people paste them into reports, made anew: each line shows what is in it.
@Suite struct PastedLogTests {
  static let samples = [
    LogTests.Sample(
      label: "lines of hex, APDUs",
      text: """
        Using reader with a card: Reader A
        Sending: 00 A4 04 00 07 D2 76 00 00 85 01 01 00\u{20}
        Received (SW1=0x90, SW2=0x00)
        Sending: 00 B0 00 00 14\u{20}
        Received (SW1=0x90, SW2=0x00):
        00 0F 20 00 3B 00 34 04 06 E1 04 00 32 00 00 30 .. .;.4.....2..0
        41 42 43 44 ABCD
        Sending: 00 B0 00 00 02\u{20}
        Received (SW1=0x6A, SW2=0x82)

        """,
      // The rows' text is their bytes once more and no bytes.
      lines: [
        "1 0.000000000 apdu toCard 00A4040007D276000085010100", "2 0.000000000 apdu fromCard 9000",
        "3 0.000000000 apdu toCard 00B0000014",
        "4 0.000000000 apdu fromCard 000F20003B00340406E1040032000030414243449000",
        "5 0.000000000 apdu toCard 00B0000002", "6 0.000000000 apdu fromCard 6A82",
      ]),
    LogTests.Sample(
      label: "lines of hex, APDUs",
      text: """
        P:9018; T:0x1400 09:19:12.002 [opensc-tool] apdu.c:367:sc_single_transmit: CLA:0, INS:A4
        P:9018; T:0x1400 09:19:12.003 [opensc-tool] reader-pcsc.c:326:pcsc_transmit:\u{20}
        Outgoing APDU (4 bytes):
        00 A4 04 00 ....

        P:9018; T:0x1400 09:19:12.020 [opensc-tool] reader-pcsc.c:335:pcsc_transmit:\u{20}
        Incoming APDU data [   20 bytes] =====================================
        41 42 43 44 45 46 41 42 43 44 45 46 41 42 43 44 ABCDEFABCDEFABCD
        41 42 90 00 AB..
        ======================================================================

        """,
      lines: [
        "1 0.000000000 apdu toCard 00A40400",
        "2 0.000000000 apdu fromCard 4142434445464142434445464142434441429000",
      ]),
    LogTests.Sample(
      label: "lines of hex, APDUs",
      text: """
        * reader name Reader A 00 00
        select -AID a000000151000000
        Command --> 00A4040008A000000151000000
        Wrapped command --> 00A4040008A000000151000000
        Response <-- 9000
        Command --> 80F28000024F0000
        Wrapped command --> 84F280000A4F0011223344556677880000
        Response <-- 6A88
        Unwrapped response <-- 6A88

        """,
      lines: [
        "1 0.000000000 apdu toCard 00A4040008A000000151000000",
        "2 0.000000000 apdu fromCard 9000",
        "3 0.000000000 apdu toCard 84F280000A4F0011223344556677880000",
        "4 0.000000000 apdu fromCard 6A88",
      ]),
    LogTests.Sample(
      label: "lines of hex, APDUs",
      text: """
        SCardConnect("Reader A 00 00", T=*) -> T=1, 3B8180018080
        ATR: 3B8180018080
        A>> T=1 (4+0000) 00A40400 00\u{20}
        A<< (0018+2) (26ms) 6F108408A000000151000000A5049F6501FF 9000
        [TRACE] GlobalPlatform -      [84] A000000151000000
        A>> T=1 (4+0008) 80500000 08 0102030405060708 00
        A<< (0000+2) (6ms) 6A88

        """,
      lines: [
        "1 0.000000000 apdu toCard 00A4040000",
        "2 0.000000000 apdu fromCard 6F108408A000000151000000A5049F6501FF9000",
        "3 0.000000000 apdu toCard 8050000008010203040506070800",
        "4 0.000000000 apdu fromCard 6A88",
      ]),
    LogTests.Sample(
      label: "lines of hex, APDUs",
      text: """
        connecting to Reader A 00 00
        > 00 A4 04 00 07 D2 76 00 00 85 01 01 00
        < [] 90 00
        > 00 B0 00 00 02
        < 00 0F 90 00
        disconnecting from Reader A 00 00

        """,
      lines: [
        "1 0.000000000 apdu toCard 00A4040007D276000085010100", "2 0.000000000 apdu fromCard 9000",
        "3 0.000000000 apdu toCard 00B0000002", "4 0.000000000 apdu fromCard 000F9000",
      ]),
    LogTests.Sample(
      label: "lines of hex, APDUs",
      text: "# by turns\n00A4040007D276000085010100\n9000\n00 B0 00 00 02\n00 0F 90 00\n",
      lines: [
        "1 0.000000000 apdu toCard 00A4040007D276000085010100", "2 0.000000000 apdu fromCard 9000",
        "3 0.000000000 apdu toCard 00B0000002", "4 0.000000000 apdu fromCard 000F9000",
      ]),
    LogTests.Sample(
      label: "lines of hex, ISO 14443",
      // CRC_A of 50 00 is CD57h. The BCC of 08 A1 B2 C3 is D8h.
      text: "52\n26\n4400\n9320\n08A1B2C3D8\n500057CD\n",
      lines: [
        "1 0.000000000 iso14443 toCard 52", "2 0.000000000 iso14443 toCard 26",
        "3 0.000000000 iso14443 fromCard 4400", "4 0.000000000 iso14443 toCard 9320",
        "5 0.000000000 iso14443 fromCard 08A1B2C3D8", "6 0.000000000 iso14443 toCard 500057CD",
      ]),
    LogTests.Sample(
      label: "pcscd log, CCID",
      text: """
        00000029 [139889894521656] -> 000000 62 00 00 00 00 00 0C 01 00 00\u{20}
        00058189 [139889894521656] <- 000000 80 06 00 00 00 00 0C 00 00 00 3B 81 80 01 80 80\u{20}
        00000031 [139889894521656] Card ATR: 3B 81 80 01 80 80\u{20}
        00000012 [139889894521656] APDU: 00 A4 04 00 00\u{20}
        00000010 [139889894521656] -> 000000 6F 05 00 00 00 00 0D 00 00 00 00 A4 04 00 00\u{20}
        00012345 [139889894521656] <- 000000 80 02 00 00 00 00 0D 00 00 00 6A 82\u{20}
        00000010 SW: 6A 82\u{20}

        """,
      lines: [
        "1 0.000029000 ccid toCard 6200000000000C010000",
        "2 0.058218000 ccid fromCard 8006000000000C0000003B8180018080",
        "3 0.058271000 ccid toCard 6F05000000000D00000000A4040000",
        "4 0.070616000 ccid fromCard 8002000000000D0000006A82",
      ]),
    LogTests.Sample(
      label: "lines of hex, PN532",
      text: """
        625 ms [nfc.clf.pn532] running on Raspberry Pi
        626 ms [nfc.clf.transport] >>> 0000ff02fed4022a00
        626 ms [nfc.clf.pn532] wait 100 ms for data on /dev/ttyAMA0
        630 ms [nfc.clf.transport] <<< 0000ff00ff00

        """,
      lines: [
        "1 0.626000000 pn532 toCard 0000FF02FED4022A00",
        "2 0.630000000 pn532 fromCard 0000FF00FF00",
      ]),
    LogTests.Sample(
      label: "NCI log, NCI",
      text: """
        2012:01:01-00:08:25.603 NxpNciX:     len =   8 > 00000500A4040000
        2012:01:01-00:08:25.643 NxpNciR:     len =   5 > 0000026A82

        """,
      // 1325376000 is 2012-01-01T00:00:00Z, as `date -u -d @1325376000` prints it.
      lines: [
        "1 1325376505.603000000 nci toCard 00000500A4040000",
        "2 1325376505.643000000 nci fromCard 0000026A82",
      ]),
    LogTests.Sample(
      label: "lines of hex, APDUs",
      text: """
        71967 [D][Nfc] FWT Timeout
        72000 [I][MfDesfirePoller] Poller: 5A 00 00 01
        72003 [I][MfDesfirePoller] Tag: 00

        """,
      lines: ["1 72.000000000 apdu toCard 5A000001", "2 72.003000000 apdu fromCard 00"]),
    LogTests.Sample(
      label: "ChameleonMini log, ISO 14443",
      text: """
        00000 ms <    +0 ms>:BOOT                         (0   bytes) [                    ]
        12749 ms <+12749 ms>:CODEC RX SNI READER          (1   bytes) [26                  ]
        12750 ms <    +1 ms>:CODEC RX SNI CARD            (2   bytes) [0400                ]
        12779 ms <    +6 ms>:CODEC RX                     (4   bytes) [500057cd            ]

        """,
      lines: [
        "1 12.749000000 iso14443 toCard 26", "2 12.750000000 iso14443 fromCard 0400",
        "3 12.779000000 iso14443 toCard 500057CD",
      ]),
    LogTests.Sample(
      label: "scdaemon log, APDUs",
      text: """
        2018-02-05 19:24:23 scdaemon[28802] DBG: chan_5 -> D 2.2.4
        2018-02-05 19:24:23 scdaemon[28802] DBG: send apdu: c=00 i=CA p1=00 p2=4F lc=-1 le=256 em=0
        2018-02-05 19:24:23 scdaemon[28802] DBG:   PCSC_data: 00 CA 00 4F 00
        2018-02-05 19:24:23 scdaemon[28802] DBG:  response: sw=9000  datalen=4
        2018-02-05 19:24:23 scdaemon[28802] DBG:      dump: D2 76 00 01
        2018-02-05 19:24:24 scdaemon[28802] DBG:   PCSC_data: 00 A4 00 0C 02 3F 00
        2018-02-05 19:24:24 scdaemon[28802] DBG:  response: sw=6A82  datalen=0

        """,
      // 1517858663 is 2018-02-05T19:24:23Z, as `date -u -d @1517858663` prints it.
      lines: [
        "1 1517858663.000000000 apdu toCard 00CA004F00",
        "2 1517858663.000000000 apdu fromCard D27600019000",
        "3 1517858664.000000000 apdu toCard 00A4000C023F00",
        "4 1517858664.000000000 apdu fromCard 6A82",
      ]),
    LogTests.Sample(
      label: "NCI log, NCI",
      text: """
        NFCSnooper version: 01
        Time offset, received?, Data
        8112, false, 20000101
        7109, true, 400003001001

        """,
      lines: ["1 0.008112000 nci toCard 20000101", "2 0.015221000 nci fromCard 400003001001"]),
    LogTests.Sample(
      label: "lines of hex, APDUs",
      text: """
        2018-06-21 01:29:25,Reset
        2018-06-21 01:29:25,00 A4 04 00 00\u{20}
        2018-06-21 01:29:25,6A 82\u{20}
        2018-06-21 01:29:26,00 CA 7F 68 00\u{20}
        2018-06-21 01:29:26,6A 88\u{20}

        """,
      // 1529544565 is 2018-06-21T01:29:25Z.
      lines: [
        "1 1529544565.000000000 apdu toCard 00A4040000",
        "2 1529544565.000000000 apdu fromCard 6A82",
        "3 1529544566.000000000 apdu toCard 00CA7F6800",
        "4 1529544566.000000000 apdu fromCard 6A88",
      ]),
    LogTests.Sample(
      label: "lines of hex, PN532",
      text: """
        debug: [pn532] Sending buffer: <Buffer 00 00 ff 02 fe d4 02 2a 00>
        debug: [frame-emitter] Data received <Buffer 00 00 ff 00 ff 00>
        debug: [frame-emitter] Processing buffer <Buffer 00 00 ff 00 ff 00>

        """,
      lines: [
        "1 0.000000000 pn532 toCard 0000FF02FED4022A00",
        "2 0.000000000 pn532 fromCard 0000FF00FF00",
      ]),
    LogTests.Sample(
      label: "lines of hex, PN532",
      text: """
        Sending : 0x0, 0x0, 0xFF, 0x2, 0xFE, 0xD4, 0x2, 0x2A, 0x0,\u{20}
        Reading:  0x0 0x0 0xFF 0x6 0xFA 0xD5 0x3 0x32 0x1 0x6 0x7 0xE8 0x0

        """,
      lines: [
        "1 0.000000000 pn532 toCard 0000FF02FED4022A00",
        "2 0.000000000 pn532 fromCard 0000FF06FAD50332010607E800",
      ]),
  ]

  @Test("A pasted log is told by its lines", arguments: samples)
  func reads(sample: LogTests.Sample) throws {
    for size in [Int.max, 1, 7] {
      let reading = try Reading(Array(sample.text.utf8), inPiecesOf: size)
      #expect(reading.lines == sample.lines)
      #expect(reading.description.label == sample.label)
    }
  }

  /// `R` is reader or received, `T` tag or transmitted: who speaks first is the reader. CRC_B of
  /// `36 01 00 00` is A16Ah, sent low byte first.
  @Test func lettersAreToldByWhoSpeaksFirst() throws {
    let lines = "7478244 R: 36 01 00 00 6a a1\n7478244 T: 00 01 ba 6c 60 3d 08 01 04 e0 5d 2b\n"
    let other = "1 T: 26\n2 R: 44 00\n3 T: 93 20\n"
    for (text, count) in [(lines, 2), (other, 3)] {
      let reading = try Reading(Array(text.utf8))
      #expect(reading.frames.count == count)
      #expect(reading.frames[0].frame.direction == .toCard)
      #expect(reading.frames[1].frame.direction == .fromCard)
    }
  }

  @Test("Cuts and flips are read alike in pieces", arguments: samples)
  func survives(sample: LogTests.Sample) throws {
    sample.readsAlikeInPieces(cutEvery: 13)
  }
}
