import Bytes
import ForeignFormats
import Testing
import TraceFormat

/// Logs of other programs, each told by its lines.
@Suite struct LogTests {
  /// A log, what it is taken for, and the frames in it.
  struct Sample: Sendable, CustomTestStringConvertible {
    let label: String
    let text: String
    let lines: [String]
    var testDescription: String { label }
  }

  @Test(
    "Times beyond what nanoseconds hold are no times", arguments: ["176722560052", "9223372037"])
  func boundsTimes(seconds: String) throws {
    let reading = try Reading(Array("\(seconds).5 > 0084000008\n1.5 < 9000\n".utf8))
    #expect(reading.frames.map(\.frame.time).allSatisfy { $0 <= 1_500_000_000 })
  }

  /// One log of each program that is known. The frames are what their lines say.
  static let samples = [
    Sample(
      label: "libnfc log, PN532",
      text: """
        debug\tlibnfc.bus.uart\tSerial port speed requested to be set to 115200 baud.
        debug\tlibnfc.bus.uart\tTX: 55 55 00 00 00 00 00 00 00 00 00 00 00 00 00 00\u{20}
        debug\tlibnfc.bus.uart\tTX: 00 00 ff 02 fe d4 02 2a 00\u{20}
        debug\tlibnfc.bus.uart\tRX: 00 00 ff 00 ff 00\u{20}
        debug\tlibnfc.chip.pn53x\tPN53x ACKed
        debug\tlibnfc.bus.uart\tRX: 00 00 ff 06 fa\u{20}
        debug\tlibnfc.bus.uart\tRX: d5 03\u{20}
        debug\tlibnfc.bus.uart\tRX: 32 01 06 07\u{20}
        debug\tlibnfc.bus.uart\tRX: e8 00\u{20}
        debug\tlibnfc.bus.uart\tTX: 00 00 ff 04 fc d4 32 01 00 f9 00\u{20}
        debug\tlibnfc.bus.uart\tRX: 00 00 ff 02 fe\u{20}
        debug\tlibnfc.bus.uart\tRX: d5\u{20}
        debug\tlibnfc.bus.i2c\tTX: 00 00 FF 02 FE D4 02 2A 00
        debug\tlibnfc.bus.i2c\tRX: 01 00 00 FF 00 FF 00
        debug\tlibnfc.bus.spi\tRX: 01
        debug\tlibnfc.driver.pn53x_usb\tRX: 00 00 ff 02 fe d5 33 f8 00
        debug\tlibnfc.driver.acr122_usb\tTX: 6f 07 00 00 00 00 01 00 00 00 ff 00 00 00 02 d4 02

        """,
      lines: [
        "1 0.000000000 pn532 toCard 0000FF02FED4022A00",
        "2 0.000000000 pn532 fromCard 0000FF00FF00",
        "3 0.000000000 pn532 fromCard 0000FF06FAD50332010607E800",
        "4 0.000000000 pn532 toCard 0000FF04FCD4320100F900",
        "5 0.000000000 pn532 fromCard 0000FF02FED5",
        "6 0.000000000 pn532 toCard 0000FF02FED4022A00",
        "7 0.000000000 pn532 fromCard 0000FF00FF00",
        "8 0.000000000 pn532 fromCard 0000FF02FED533F800",
        "9 0.000000000 ccid toCard 6F070000000001000000FF00000002D402",
      ]),
    Sample(
      label: "pcscd log, APDUs",
      text: """
        00000000 [140215] winscard.c:363:SCardConnect() Card ATR: 3B 81 80 01 80 80
        00000012 \u{1B}[01;34mAPDU: 00 A4 04 00 02 3F 00\u{1B}[0m
        00043450 SW: 61 1C
        00000100 [140215] APDU: 00 C0 00 00 1C

        """,
      lines: [
        "1 0.000000000 atr fromCard 3B8180018080", "2 0.000012000 apdu toCard 00A40400023F00",
        "3 0.043462000 apdu fromCard 611C", "4 0.043562000 apdu toCard 00C000001C",
      ]),
    Sample(
      label: "pcsc-spy log, APDUs",
      text: """
        7F00A0B0C0D0@>|1700000000|1|SCardGetStatusChange
        7F00A0B0C0D0@0x00000001
        7F00A0B0C0D0@Reader A
        7F00A0B0C0D0@3B 81 80 01 80 80\u{20}
        7F00A0B0C0D0@<|1700000000|2|SCardGetStatusChange|Command successful.|0x00000000
        7F00A0B0C0D0@>|1700000000|10|SCardConnect
        7F00A0B0C0D0@0x55AF456E
        7F00A0B0C0D0@Reader A
        7F00A0B0C0D0@0x00000002
        7F00A0B0C0D0@0x00000003
        7F00A0B0C0D0@0x00000000
        7F00A0B0C0D0@0x00000000
        7F00A0B0C0D0@0x6F471B9F
        7F00A0B0C0D0@0x00000002
        7F00A0B0C0D0@<|1700000000|20|SCardConnect|Command successful.|0x00000000
        7F00A0B0C0D0@>|1700000000|30|SCardTransmit
        7F00A0B0C0D0@0x6F471B9F
        7F11A0B0C0D0@>|1700000000|35|SCardTransmit
        7F11A0B0C0D0@0x6F471B9F
        7F11A0B0C0D0@00 84 00 00 08\u{20}
        7F00A0B0C0D0@FF CA 00 00 00\u{20}
        7F00A0B0C0D0@08 A1 B2 C3 90 00\u{20}
        7F00A0B0C0D0@<|1700000000|40|SCardTransmit|Command successful.|0x00000000
        7F11A0B0C0D0@<|1700000000|45|SCardTransmit|Transaction failed.|0x80100016

        """,
      lines: [
        "1 1700000000.000010000 apdu readerOpened 5265616465722041",
        "2 1700000000.000010000 atr fromCard 3B8180018080",
        "3 1700000000.000030000 apdu toCard FFCA000000",
        "4 1700000000.000040000 apdu fromCard 08A1B2C39000",
        "5 1700000000.000035000 apdu toCard 0084000008",
      ]),
    Sample(
      label: "Proxmark3 listing, ISO 14443",
      text: """
        [=] ISO14443A - all times are in carrier periods (1/13.56MHz)
              Start |        End | Src | Data (! denotes parity error)                     | CRC | Annotation
        ------------+------------+-----+---------------------------------------------------+-----+-----------
                  0 |       1056 | Rdr |26(7)                                              |     | REQA
               2228 |       4596 | Tag |04! 00                                             |     |
              24000 |      34464 | Rdr |93  70  08  A1  B2  C3  D8 [C7  B8]                |  ok | SELECT_UID
              40000 |      43000 | Tag |20  fc                                             |  !! |
                    |            |     |70                                                 |  ok |
                    |            |  *  |AA BB                                              |     | plain

        """,
      // 2,228 periods of 1/13.56 MHz are 164,306.8 ns, 24,000 are 1,769,911.5, 40,000 2,949,852.5.
      lines: [
        "1 0.000000000 iso14443 toCard 26", "2 0.000164307 iso14443 fromCard 0400",
        "3 0.001769912 iso14443 toCard 937008A1B2C3D8C7B8",
        "4 0.002949853 iso14443 fromCard 20FC70",
      ]),
    Sample(
      label: "NCI log, NCI",
      text: """
        --------- beginning of main
        05-12 10:20:30.100  1234  5678 I NfcService: Enabling NFC
        05-12 10:20:30.123  1234  5678 D NxpNciX : len =   4 > 20000101
        05-12 10:20:30.125  1234  5680 D NxpNciR : len =   6 > 400003001001
        05-12 10:20:30.130  1234  5680 D NxpTml  : PN54X - Read successful.....
        05-12 10:20:31.000  1234  5680 D NxpNciR : len =   6 > 600603010001

        """,
      // In 1972, a leap year, 12 May is 862 days after 1970.
      lines: [
        "1 74514030.123000000 nci toCard 20000101",
        "2 74514030.125000000 nci fromCard 400003001001",
        "3 74514031.000000000 nci fromCard 600603010001",
      ]),
  ]

  @Test("Each log is told by its lines", arguments: samples)
  func reads(sample: Sample) throws {
    for size in [Int.max, 1, 7] {
      let reading = try Reading(Array(sample.text.utf8), inPiecesOf: size)
      #expect(reading.lines == sample.lines)
      #expect(reading.description.label == sample.label)
      #expect(reading.damage.isEmpty && !reading.description.reason.isEmpty)
    }
  }

  @Test func aListingSaysParityAndBits() throws {
    let frames = try Reading(Array(Self.samples[3].text.utf8)).frames.map(\.frame)
    #expect(frames[0].lastBits == 7 && frames[0].duration == 77_876)
    #expect(frames.map { $0.flags.contains(.parityBad) } == [false, true, false, false])
  }

  @Test("Cuts and flips are read alike in pieces", arguments: samples)
  func survives(sample: Sample) throws {
    sample.readsAlikeInPieces(cutEvery: 23)
  }

  @Test func aLongLineIsSteppedOver() throws {
    let text =
      Array("> 00B0000004\n".utf8) + [UInt8](repeating: 0x41, count: 3 << 20) + Array("\n".utf8)
      + Array("C-APDU: 00B0000005\n".utf8)
    let reading = try Reading(Array("C-APDU: 00B0000003\n".utf8) + text)
    #expect(
      reading.lines == [
        "1 0.000000000 apdu toCard 00B0000003", "2 0.000000000 apdu toCard 00B0000004",
        "3 0.000000000 apdu toCard 00B0000005",
      ])
    #expect(
      reading.damage.map(\.reason) == ["a line is longer than 1 MiB; it is stepped over"])
  }

  @Test func textWithoutFramesIsNone() {
    for text in [
      "Dear reader,\nthe card was 04 cm too wide.\nIn 2026 it will fit.\n",
      "a => b\nb <= c\n", "0 | 1 | 2 | 3\n", "tag: v1\n",
    ] {
      #expect(throws: TraceError.self) { try Reading(Array(text.utf8)) }
    }
  }
}

extension LogTests.Sample {
  /// Reads the text cut and flipped at every so many bytes, whole and in pieces.
  func readsAlikeInPieces(cutEvery step: Int) {
    let text = Array(text.utf8)
    for place in stride(from: 0, to: text.count, by: step) {
      var flipped = text
      flipped[place] ^= 0x11
      for bytes in [flipped, Array(text[..<place])] {
        let whole = Result { try Reading(bytes) }
        let pieces = Result { try Reading(bytes, inPiecesOf: 1 + place % 89) }
        switch (whole, pieces) {
        case (.success(let whole), .success(let pieces)): #expect(whole == pieces)
        case (.failure, .failure): break
        default: Issue.record("byte \(place) is read otherwise in pieces")
        }
      }
    }
  }
}
