import Foundation
import Testing
import TraceFormat

/// Captures that are made to take time or memory.
@Suite struct BombTests {
  @Test(
    "It takes no more memory, and says in a finding or a line what is wrong",
    .enabled(if: Faults.library != nil, "needs a C compiler"), arguments: Bomb.all)
  func staysSmall(bomb: Bomb) throws {
    let scratch = Scratch()
    try scratch.write(bomb.bytes, to: bomb.name)
    for options in bomb.options {
      let run = try Child.nfctrace(
        options + [bomb.name], environment: Faults.environment(report: "report"), in: scratch)
      #expect(run.code == bomb.code, "\(run.error)")
      let peak = try #require(Faults.peak("report", in: scratch), "it did not end by itself")
      // The bar of a release build is 48 MB; one for debugging begins with some more.
      #expect(peak < bomb.memory, "\(bomb.name) \(options): \(peak) MB")
      if let words = bomb.words {
        #expect((run.text + run.error).contains(words), "\(run.text.prefix(2000))\(run.error)")
      }
    }
  }
}

/// A file that is made to hurt.
struct Bomb: CustomTestStringConvertible, Sendable {
  let name: String
  let bytes: Data
  /// What the output or the errors must say.
  let words: String?
  let code: Int32
  let options: [[String]]
  /// In MB. Lists of records of 2 MiB hold some of them, as bytes and as digits.
  var memory: Double { name == "records-of-2-MiB.pcap" ? 128 : 64 }

  private init(
    _ name: String, _ bytes: Data, _ words: String?, _ options: [[String]] = [["analyze"]],
    code: Int32 = 0
  ) {
    self.name = name
    self.bytes = bytes
    self.words = words
    self.options = options
    self.code = code
  }

  var testDescription: String { name }

  static var all: [Bomb] {
    let two = [UInt32(1) << 31, 1 << 31]
    var record = pcap([reqa])
    record += words32([1, 0] + two)
    var stray = described
    stray += packet(1 << 31)
    var interfaces = section
    for _ in 0..<66_000 { interfaces += interface() }
    var names = section
    let long = interface(name: Data(repeating: 0x41, count: 60_000))
    for _ in 0..<1_500 { names += long }
    names += packet(0)
    var block = described
    block += words32([6, 1 << 31])
    block += Data(count: 64)
    var line = Data("> 26\n> ".utf8)
    line += Data(repeating: 0x30, count: 3 << 20)
    let lines = [["analyze", "--format", "lines"]]
    return [
      Bomb("record-of-2-GiB.pcap", record, "record 2 says that it has 2147483648 bytes"),
      Bomb("interface-2-31.pcapng", stray, "a packet is of interface 2147483648, which is not"),
      Bomb("interfaces.pcapng", interfaces, "there are more than 65536 interfaces"),
      Bomb("names.pcapng", names, "names of interfaces from here on are left out"),
      Bomb("packet-of-2-GiB.pcapng", block, "a packet of 2147483648 bytes is left out"),
      Bomb(
        "records-of-2-MiB.pcap", pcap([Data](repeating: Data(count: 1 << 21), count: 12)),
        "00000000",
        [["analyze", "--detail", "frames"]]),
      Bomb("tlv.pcap", pcap(nestedAnswer), "capability-exceeded"),
      Bomb("chain.pcap", pcap(endlessChain), "bytes-left-out", lines),
      Bomb("one-byte-frames.pcap", pcap(oneByteFrames), nil, lines),
      Bomb("line.text", line, "line 2 is longer than 1 MiB", code: 2),
      Bomb("block-of-4-GiB.trace", forgedTrace, "bytes that are no block"),
    ]
  }

  private static var described: Data { section + interface() + packet(0) }

  private static var nestedAnswer: [Data] {
    let select = card(false, "0200A4040007A000000003101000", crc: true)
    let answer = [2] + nested(10_000) + [0x90, 0]
    return activation + [select, card(true, bytes: answer, crc: true)]
  }

  private static var endlessChain: [Data] {
    var packets = activation
    packets.append(card(false, "0200B0000000", crc: true))
    for number in 0..<8_000 as Range<UInt16> {
      let bit = UInt8(number & 1)
      let data = [UInt8](repeating: 0x55, count: 60)
      packets.append(card(true, bytes: [0x12 | bit] + data, crc: true))
      packets.append(card(false, bytes: [0xA2 | (bit ^ 1)], crc: true))
    }
    return packets
  }

  private static var oneByteFrames: [Data] {
    (0..<100_000).map { card($0 % 3 == 0, bytes: [UInt8(truncatingIfNeeded: $0 * 7)]) }
  }
}

extension Bomb {
  private static func words32(_ numbers: [UInt32]) -> Data {
    numbers.reduce(into: Data()) { data, number in
      for shift in [0, 8, 16, 24] { data.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }
  }

  // MARK: pcap

  private static func pcap(_ packets: [Data]) -> Data {
    let header = words32([0xA1B2_C3D4, 0x0004_0002, 0, 0, 65_535, 264])
    return packets.enumerated().reduce(into: header) { file, packet in
      let count = UInt32(packet.element.count)
      file += words32([
        UInt32(packet.offset / 1000), UInt32(packet.offset % 1000 * 1000), count, count,
      ])
      file += packet.element
    }
  }

  /// A packet of link type 264: version 0, FE to the card or FF from it, length.
  private static func card(_ isAnswer: Bool, bytes: [UInt8], crc: Bool = false) -> Data {
    var all = bytes
    if crc { all += crcA(bytes) }
    return Data(
      [0, isAnswer ? 0xFF : 0xFE, UInt8(all.count >> 8 & 0xFF), UInt8(all.count & 0xFF)] + all)
  }

  private static func card(_ isAnswer: Bool, _ hex: String, crc: Bool = false) -> Data {
    let digits = Array(hex.utf8)
    let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
    }
    return card(isAnswer, bytes: bytes, crc: crc)
  }

  /// CRC_A as ISO/IEC 14443-3 has it, bit by bit.
  private static func crcA(_ bytes: [UInt8]) -> [UInt8] {
    var crc: UInt16 = 0x6363
    for byte in bytes {
      crc ^= UInt16(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0x8408 : crc >> 1 }
    }
    return [UInt8(crc & 0xFF), UInt8(crc >> 8)]
  }

  private static let reqa = card(false, bytes: [0x26])

  private static let activation = [
    reqa, card(true, "4400"), card(false, "9320"), card(true, "8804A1B29F"),
    card(false, "93708804A1B29F", crc: true), card(true, "04", crc: true), card(false, "9520"),
    card(true, "C3D4E5F604"), card(false, "9570C3D4E5F604", crc: true),
    card(true, "20", crc: true), card(false, "E080", crc: true),
    card(true, "0578807002", crc: true),
  ]

  /// Templates in one another, each with a length of three bytes.
  private static func nested(_ depth: Int) -> [UInt8] {
    (0..<depth).flatMap { level -> [UInt8] in
      let length = (depth - level - 1) * 5
      return [0xE1, 0x83, UInt8(length >> 16), UInt8(length >> 8 & 0xFF), UInt8(length & 0xFF)]
    }
  }

  // MARK: pcapng

  private static func block(_ type: UInt32, _ body: Data) -> Data {
    let filled = body + Data(count: -body.count & 3)
    let total = UInt32(12 + filled.count)
    return words32([type, total]) + filled + words32([total])
  }

  private static let section = block(0x0A0D_0D0A, words32([0x1A2B_3C4D, 1, .max, .max]))

  private static func interface(name: Data = Data()) -> Data {
    let option = name.isEmpty ? Data() : words32([UInt32(name.count) << 16 | 2]) + name
    return block(1, words32([264, 0]) + option)
  }

  private static func packet(_ interface: UInt32) -> Data {
    let count = UInt32(reqa.count)
    return block(6, words32([interface, 0, 1, count, count]) + reqa)
  }

  // MARK: trace

  /// A good trace in front of a block whose header, with a right checksum, claims 4 GiB.
  private static var forgedTrace: Data {
    guard let trace = try? Twin.data("type-b.trace") else { return Data() }
    var header = Array(trace.prefix(72))
    header.replaceSubrange(56..<64, with: [UInt8](repeating: 0xFF, count: 8))
    var crc: UInt32 = .max
    for byte in header[..<68] {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0x82F6_3B78 : crc >> 1 }
    }
    crc = ~crc
    header.replaceSubrange(
      68..<72, with: [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: crc >> $0) })
    return trace + header + Data(count: 100)
  }
}
