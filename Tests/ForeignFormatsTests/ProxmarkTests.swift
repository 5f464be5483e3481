import Bytes
import ForeignFormats
import Foundation
import Testing
import TraceFormat

/// Proxmark3 traces: what each field of a record becomes, and that it is written again.
@Suite struct ProxmarkTests {
  /// Makes a record; the parity bits are those given.
  private static func record(
    _ start: UInt32, _ duration: UInt16, _ mark: Character, _ bytes: String, _ parity: String
  ) -> [UInt8] {
    let bytes = hex(bytes)
    let word = UInt16(bytes.count) | (mark == "<" ? 0x8000 : 0)
    return ByteOrder.little.bytes(start) + ByteOrder.little.bytes(duration)
      + ByteOrder.little.bytes(word) + bytes + hex(parity)
  }

  /// An activation with frames that are damaged, empty and long: 0x26 has three bits set, so its
  /// odd parity bit is 0.
  private static let file: [UInt8] =
    record(10_000, 1056, ">", "26", "00") + record(12_260, 2368, "<", "4400", "C0")
    + record(30_000, 2464, ">", "9320", "80") + record(40_000, 5824, "<", "08A1B2C3D8", "38")
    + record(52_000, 0, ">", "", "00") + record(50_000, 640, "<", "0A", "80")
    + record(60_000, 4768, ">", "500057CD", "C0")

  @Test func aRecordIsAFrameWithItsTimes() throws {
    let reading = try Reading(Self.file)
    // 10,000 periods of 1/13.56 MHz are 737,463.13 ns, 12,260 are 904,129.79.
    #expect(
      reading.lines == [
        "1 0.000737463 iso14443 toCard 26",
        "2 0.000904130 iso14443 fromCard 4400",
        "3 0.002212389 iso14443 toCard 9320",
        "4 0.002949853 iso14443 fromCard 08A1B2C3D8",
        "5 0.003834808 iso14443 toCard odd extra:20CB000000000000",
        "6 0.003687316 iso14443 fromCard 0A",
        "7 0.004424779 iso14443 toCard 500057CD",
      ])
    // 1,056 and 2,368 periods; what is 0 nobody measured.
    #expect(reading.frames.map(\.frame.duration).prefix(2) == [77_876, 174_631])
    #expect(reading.frames[4].frame.duration == nil)
    #expect(reading.frames.map(\.frame.lastBits) == [7, 0, 0, 0, 0, 4, 0])
    #expect(reading.description.label == "Proxmark3 trace, ISO 14443")
    #expect(!reading.description.timesAreWallClock && reading.damage.isEmpty)
    #expect(reading.description.reason.hasPrefix("it has no magic number; 7 records follow"))
  }

  @Test(
    "How long a frame of one byte was tells its bits",
    arguments: [
      (1056, 7), (992, 7), (640, 4), (512, 3), (0, 0), (1088, 0), (65_535, 0), (100, 0),
    ] as [(UInt16, UInt8)])
  func bits(duration: UInt16, bits: UInt8) throws {
    let reading = try Reading(Self.record(0, duration, ">", "52", "00") + Self.file)
    #expect(reading.frames[0].frame.lastBits == bits)
  }

  @Test func theClockBeginsAgain() throws {
    // 512 periods later, of which 256 are behind the 32 bits' end: 37,758 ns.
    let file =
      Self.record(0xFFFF_FF00, 1056, ">", "26", "00")
      + Self.record(0x100, 2368, "<", "4400", "C0")
      + Self.record(0xFFFF_FF80, 1056, ">", "26", "00")
    let times = try Reading(file).frames.map(\.frame.time)
    #expect(times[1] - times[0] == 37_758)
    // 128 periods are 9,439.5 ns.
    #expect([9439, 9440].contains(times[2] - times[0]))
    #expect(try written(file) == file)
  }

  @Test func parityIsKeptAndJudged() throws {
    // 44h and 00h have an even number of ones, so both bits ought to be 1.
    let frames = try Reading(
      Self.file + Self.record(70_000, 2368, "<", "4400", "40")
    ).frames.map(\.frame)
    #expect(frames.map { $0.flags.contains(.parityBad) }.filter { $0 }.count == 1)
    #expect(frames[7].flags.contains(.parityBad) && frames[7].parity.count == 1)
  }

  @Test func vicinityDurationsAreIn32Periods() throws {
    // INVENTORY and an answer whose CRCs are right; 1,408 units of 32 periods are 3,322,714 ns, as
    // long as ten bytes, SOF and EOF take: (10 × 8 × 512 + 4,096) periods.
    let file =
      Self.record(0, 690, ">", "260100F60A", "00")
      + Self.record(30_000, 1664, "<", "00018360793E988007E0D433", "0000")
      + Self.record(100_000, 65_000, "<", "00018360793E988007E0D433", "0000")
    let reading = try Reading(file)
    #expect(reading.frames.map(\.frame.link) == [.nfcV, .nfcV, .nfcV])
    // 690 × 32 and 1,664 × 32 periods. The third cannot be right, and nobody measured it then.
    #expect(reading.frames.map(\.frame.duration) == [1_628_319, 3_926_844, nil])
    #expect(reading.description.label == "Proxmark3 trace, ISO 15693")
    #expect(try written(file) == file)
  }

  @Test func felicaLosesItsSyncCode() throws {
    let file = Self.record(0, 7000, ">", "B24D0600FFFF00000921", "0000") + Self.file
    let frame = try Reading(file).frames[0]
    #expect(frame.frame.link == .nfcF && frame.bytes == hex("0600FFFF00000921"))
    #expect(try written(file) == file)
  }

  @Test func aCutFileIsReadAsFarAsItGoes() throws {
    let reading = try Reading(Array(Self.file.dropLast(3)))
    #expect(reading.frames.count == 6)
    #expect(reading.damage.map(\.reason) == ["the file ends 10 bytes into record 7"])
  }

  @Test func whatHasNoRightFrameIsNone() {
    for bytes in [[UInt8](repeating: 0, count: 90), Array(1...200), hex("0011223344556677889900")] {
      #expect(throws: TraceError.self) { try Reading(bytes) }
    }
  }

  @Test func cutsAndFlipsAreReadAlikeInPieces() throws {
    for place in Self.file.indices {
      var flipped = Self.file
      flipped[place] ^= 0x81
      for bytes in [flipped, Array(Self.file[..<place])] {
        let whole = Result { try Reading(bytes) }
        let pieces = Result { try Reading(bytes, inPiecesOf: 1 + place % 13) }
        guard case .success(let whole) = whole, case .success(let pieces) = pieces else {
          #expect((try? whole.get()) == nil && (try? pieces.get()) == nil)
          continue
        }
        #expect(whole == pieces)
        if whole.description.format == "Proxmark3 trace", whole.damage.isEmpty {
          #expect(try written(bytes) == bytes, "byte \(place)")
        }
      }
    }
  }

  @Test func framesOfOtherCapturesAreWrittenWithCRCAndParity() throws {
    var pcap = PcapFile()
    pcap.add(1_700_000_000, 0, "00FE0001 26")
    pcap.add(1_700_000_000, 1000, "00FA0002 5000")
    pcap.add(1_700_000_001, 0, "00FD0000")
    let (bytes, losses) = try convert(pcap.bytes, with: ProxmarkWriter())
    // 8 × 128 periods for seven bits; 1 ms is 13,560 of them; 50h 00h 57h CDh takes 37 × 128.
    #expect(
      bytes == Self.record(0, 1024, ">", "26", "00")
        + Self.record(13_560, 4736, ">", "500057CD", "C0"))
    #expect(
      losses == [
        "proxmark leaves out 1 event",
        "proxmark leaves out the date; its times count from the first frame",
        "proxmark writes 1 frame with the CRC that the capture had taken off",
      ])
  }

  @Test(
    "Real traces are read and written again",
    .enabled(if: Captures.arePresent, Captures.absence),
    arguments: [
      ("hf_14a_mfu", 11, 11, Link.iso14443), ("hf_14a_mfuc", 16, 16, .iso14443),
      ("hf_14a_mfu-sim", 164, 142, .iso14443), ("hf_14a_reader_4b_rats", 4, 4, .iso14443),
      ("hf_14a_reader_7b_rats", 10, 6, .iso14443), ("hf_mfdes_sniff", 31, 22, .iso14443),
      ("hf_mfp_mad_sl3", 12, 12, .iso14443), ("hf_visa_apple_ecp", 21, 13, .iso14443),
      ("hf_14b_reader", 1, 1, .iso14443), ("hf_15_reader", 1, 1, .nfcV),
      ("hf_iclass_sniff", 16, 15, .nfcV),
    ])
  func real(name: String, toCard: Int, fromCard: Int, link: Link) throws {
    let bytes = try Captures.bytes("\(name).trace", in: "proxmark3")
    let reading = try Reading(bytes)
    #expect(reading.frames.count { $0.frame.direction == .toCard } == toCard)
    #expect(reading.frames.count { $0.frame.direction == .fromCard } == fromCard)
    #expect(Set(reading.frames.map(\.frame.link)) == [link])
    #expect(reading.damage.isEmpty)
    let edited = reading.frames.filter { $0.frame.flags.contains(.parityBad) }.map(\.frame.number)
    #expect(edited == (name == "hf_14a_reader_4b_rats" ? [2] : []))
    #expect(try written(bytes) == bytes)
  }

  /// A file that was read and written.
  private func written(_ bytes: [UInt8]) throws -> [UInt8] {
    try convert(bytes, with: ProxmarkWriter()).written
  }
}
