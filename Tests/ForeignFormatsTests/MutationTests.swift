import Bytes
import ForeignFormats
import Testing
import TraceFormat

/// Captures broken at random, the same way in every run: nothing may trap, run on or grow, and what
/// is read comes the same from pieces of any size and is written again byte for byte.
@Suite struct MutationTests {
  /// The generator of D. Lehmer, as in MINSTD: good enough to break files, and the same everywhere.
  struct Lehmer: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      var value: UInt64 = 0
      for _ in 0..<3 {
        state = state * 48_271 % 0x7FFF_FFFF
        value = value << 31 ^ state
      }
      return value
    }
  }

  /// Files of every format, made by hand.
  private static let files: [[UInt8]] = {
    var pcap = PcapFile()
    var ng = PcapngFile()
    ng.section()
    let linkTypes: [UInt32] = [264, 252, 147, 148, 1, 220]
    for linkType in linkTypes { ng.interface(UInt16(linkType)) }
    let packets = [
      "00FE0001 26", "00FF0002 4400", "00FC0000", "060012FC0100", "060012FC0100DE2C",
      "000C0008 66656C6963610000 00000000 0012FC0100", "4E540105 02000104 0011",
      "000C0008 69736F3134343433 00000000 00FE000126",
    ]
    for (index, packet) in packets.enumerated() {
      pcap.add(UInt32(index), 5, packet)
      for interface in linkTypes.indices { ng.packet(UInt32(interface), 7, packet) }
    }
    var files = [ng.bytes, Packed.gzip, Packed.zstd]
    for linkType in linkTypes {
      pcap.linkType = linkType
      files.append(pcap.bytes)
    }
    return files
  }()

  @Test("Broken files are read as far as they go", arguments: files.indices)
  func survives(index: Int) throws {
    let original = Self.files[index]
    var random = Lehmer(state: UInt64(index) + 1)
    for round in 0..<300 {
      let bytes = broken(original, &random)
      let size = Int.random(in: 1...bytes.count + 1, using: &random)
      let whole = Result { try Reading(bytes) }
      let pieces = Result { try Reading(bytes, inPiecesOf: size) }
      // How much comes out of a packing before it is found broken depends on the pieces.
      if index == 1 || index == 2 {
        for case .failure(let error) in [whole, pieces] { #expect(error is TraceError) }
        continue
      }
      switch (whole, pieces) {
      case (.success(let whole), .success(let pieces)):
        #expect(whole == pieces, "round \(round)")
        if whole.description.format == "pcap" {
          let written = try convert(bytes, with: PcapWriter()).written
          #expect(Hex.text(written) == Hex.text(bytes), "round \(round)")
        }
        #expect(try convert(bytes, with: PcapngWriter()).written.count > 0)
      case (.failure(let whole as TraceError), .failure(let pieces as TraceError)):
        #expect(whole.description.contains("\n") == false && pieces.description.isEmpty == false)
      default: Issue.record("round \(round): pieces of \(size) are read otherwise")
      }
    }
  }

  /// Changes, removes, repeats or adds bytes at a few places.
  private func broken(_ bytes: [UInt8], _ random: inout Lehmer) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      let end = min(bytes.count, place + Int.random(in: 1...8, using: &random))
      switch Int.random(in: 0..<6, using: &random) {
      case 0: bytes[place] = .random(in: .min ... .max, using: &random)
      case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 2: bytes.replaceSubrange(place..<end, with: repeatElement(0xFF, count: end - place))
      case 3: if bytes.count > 16 { bytes.removeSubrange(place..<end) }
      case 4: bytes.insert(contentsOf: Array(bytes[place..<end]), at: place)
      default: if place > 4 { bytes.removeSubrange(place...) }
      }
    }
    return bytes
  }
}
