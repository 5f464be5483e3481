import Bytes
import Foundation
import TraceFormat

/// Recordings that mutations start from: all of `Traces/`, and two short ones of links that no file
/// there has.
extension Recording {
  /// Their names.
  static let names: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: "\(Capture.root)/Traces")) ?? [])
    .filter { $0.hasSuffix(".trace") }.map { String($0.dropLast(6)) }.sorted()
    + ["(FeliCa)", "(ISO 15693)"]

  /// The recording of a name.
  init(named name: String) throws {
    switch name {
    case "(FeliCa)": self.init(.nfcF, Self.felica) { Checksum.crcF($0).byteSwapped }
    case "(ISO 15693)": self.init(.nfcV, Self.vicinity) { Checksum.crcB($0) }
    default: try self.init(own: "\(name).trace")
    }
  }

  /// Frames as lines of hex, `>` to the card and `<` from it, a millisecond apart. The checksum is sent
  /// low byte first.
  private init(_ link: Link, _ lines: String, crc: (Span<UInt8>) -> UInt16) {
    description = TraceDescription(format: "made")
    for (index, line) in lines.split(separator: "\n").enumerated() {
      var bytes: [UInt8] = []
      let digits = Array(line.dropFirst().filter { $0 != " " })
      for start in stride(from: 0, to: digits.count - 1, by: 2) {
        bytes.append(UInt8(String(digits[start...start + 1]), radix: 16) ?? 0)
      }
      let sum = crc(bytes.span)
      frames.append(
        Item(
          frame: Frame(
            number: 0, time: Int64(index) * 1_000_000, link: link,
            direction: line.first == ">" ? .toCard : .fromCard),
          bytes: bytes + [UInt8(sum & 0xFF), UInt8(sum >> 8)]))
    }
  }

  /// A tag of Type 3 (JIS X 6319-4): polled for NDEF, read, asked what it has, and written.
  private static let felica = """
    > 06 00 12FC 01 00
    < 14 01 012E4CE1B2A39486 0120220427674EFF 12FC
    > 10 06 012E4CE1B2A39486 01 0B00 01 8000
    < 1D 07 012E4CE1B2A39486 00 00 01 10040100 0D000000 00000100 00130036
    > 10 06 012E4CE1B2A39486 01 0B00 01 8001
    < 1D 07 012E4CE1B2A39486 00 00 01 D1010F55 046E6663 2E657861 6D706C65
    > 0D 02 012E4CE1B2A39486 01 0B00
    < 0D 03 012E4CE1B2A39486 01 0000
    > 0A 0C 012E4CE1B2A39486
    < 0D 0D 012E4CE1B2A39486 01 12FC
    > 20 08 012E4CE1B2A39486 01 0900 01 8001 D1010F55 046E6663 2E657861 6D706C66
    < 0C 09 012E4CE1B2A39486 00 00
    """

  /// A tag of Type 5 (ISO/IEC 15693-3): inventoried, read, asked what it is, and written.
  private static let vicinity = """
    > 26 01 00
    < 00 00 F6E5D4C3B2A104E0
    > 22 20 F6E5D4C3B2A104E0 00
    < 00 E1400401
    > 22 20 F6E5D4C3B2A104E0 01
    < 00 0313D101
    > 22 2B F6E5D4C3B2A104E0
    < 00 0F F6E5D4C3B2A104E0 00 00 1B 03 01
    > 22 21 F6E5D4C3B2A104E0 05 11223344
    < 00
    """
}
