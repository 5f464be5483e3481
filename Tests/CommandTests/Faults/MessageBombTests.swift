import Foundation
import Testing

/// Messages and memories that are made to take time or memory, as bytes that somebody pastes, as reads
/// of a tag, and as what `encode` is to make.
@Suite struct MessageBombTests {
  /// Bytes of a message, and what is said of them.
  struct Bomb: CustomTestStringConvertible, Sendable {
    let name: String
    let bytes: [UInt8]
    let words: String
    var testDescription: String { name }
  }

  static let bombs: [Bomb] = {
    // TNF 1, a payload of 4 GiB - 1.
    let long: [UInt8] = [0xC1, 0x01, 0xFF, 0xFF, 0xFF, 0xFF, 0x54, 0x02, 0x65, 0x6E, 0x48, 0x69]
    var nested: [UInt8] = []
    for _ in 0..<1_000 {
      let count = [24, 16, 8, 0].map { UInt8(nested.count >> $0 & 0xFF) }
      nested = [0xC1, 0x02] + count + [0x53, 0x70] + nested
    }
    var empty: [UInt8] = [0x90, 0, 0]
    for _ in 0..<99_998 { empty += [0x10, 0, 0] }
    empty += [0x50, 0, 0]
    // 128 KiB of text.
    let text =
      [0xC1, 0x01, 0x00, 0x02, 0x00, 0x03, 0x54, 0x02, 0x65, 0x6E].map { UInt8($0) }
      + [UInt8](repeating: 0x78, count: 131_072)
    return [
      Bomb(name: "4-GiB", bytes: long, words: "the record claims 4294967296 bytes"),
      Bomb(name: "nested", bytes: nested, words: "more than 8 messages inside each other"),
      Bomb(name: "100000-records", bytes: empty, words: "100000 records; only the first"),
      Bomb(name: "128-KiB", bytes: text, words: "text \"xxxx"),
    ]
  }()

  /// Runs in little memory and ends by itself. The bar of a release is 48 MB.
  private func run(
    _ words: [String], _ scratch: Scratch, most: Double = 64
  ) throws -> Child.Finished {
    let began = Date()
    let run = try Child.nfctrace(
      words, environment: Faults.library == nil ? [:] : Faults.environment(report: "report"),
      in: scratch)
    if Faults.library != nil {
      let peak = try #require(Faults.peak("report", in: scratch), "it did not end by itself")
      #expect(peak < most, "\(words.prefix(3)): \(peak) MB")
    }
    #expect((0...2).contains(run.code), "\(run.error)")
    // A build for debugging, on a machine with other work: it takes a few seconds.
    #expect(Date().timeIntervalSince(began) < 60, "\(words.prefix(3))")
    return run
  }

  @Test("As pasted bytes", arguments: bombs)
  func isDecoded(bomb: Bomb) throws {
    let scratch = Scratch()
    try scratch.write(Data(Self.hex(bomb.bytes).utf8), to: "message.hex")
    let text = try run(["decode", "--as", "ndef", "message.hex"], scratch)
    #expect(text.text.contains(bomb.words), "\(text.text.suffix(500))\(text.error)")
    _ = try run(["decode", "--format", "json", "message.hex"], scratch)
  }

  @Test("In the file of a Type 4 tag, read in parts", arguments: bombs)
  func isAnalyzed(bomb: Bomb) throws {
    let scratch = Scratch()
    var lines = ["> 00A4040007D276000085010100", "< 9000", "> 00A4000C02E104", "< 9000"]
    // NLEN has two bytes: of a longer message as much as they say.
    let message = Array(bomb.bytes.prefix(0x7F00))
    let file = [UInt8(message.count >> 8), UInt8(message.count & 0xFF)] + message
    for start in stride(from: 0, to: file.count, by: 240) {
      let part = Array(file[start..<min(start + 240, file.count)])
      lines += [
        "> 00B0\(Self.hex([UInt8(start >> 8), UInt8(start & 0xFF)]))F0",
        "< \(Self.hex(part + [0x90, 0]))",
      ]
    }
    try scratch.write(Data(lines.joined(separator: "\n").utf8), to: "tag.txt")
    let text = try run(["analyze", "tag.txt"], scratch)
    #expect(text.text.contains("ndef-"), "\(text.text.suffix(500))")
    _ = try run(["analyze", "--format", "jsonl", "--detail", "fields", "tag.txt"], scratch)
  }

  /// A block of 65,534 bytes on a tag of 144, and three such blocks in front of the message.
  @Test("Blocks of 65,534 bytes", arguments: [false, true])
  func areBlocksDecoded(isBare: Bool) throws {
    let scratch = Scratch()
    var bytes: [UInt8] = [
      0x04, 0x11, 0x22, 0xBF, 0x33, 0x44, 0x55, 0x66, 0x44, 0x48, 0, 0, 0xE1, 0x10, 0x12, 0,
      0x03, 0xFF, 0xFF, 0xFE, 0xD1, 0x01, 0x05, 0x54, 0x02, 0x65, 0x6E, 0x48, 0x69, 0, 0, 0,
    ]
    if isBare {
      bytes = []
      for _ in 0..<3 { bytes += [0xFD, 0xFF, 0xFF, 0xFE] + [UInt8](repeating: 0, count: 65_534) }
      bytes += [0x03, 0x03, 0xD0, 0x00, 0x00, 0xFE]
    }
    try scratch.write(Data(Self.hex(bytes).utf8), to: "memory.hex")
    let told = try run(["decode", "memory.hex"], scratch)
    #expect(
      told.text.contains(isBare ? "NDEF message in 3 bytes" : "memory-tlv"),
      "\(told.text.prefix(500))")
    #expect(told.code == (isBare ? 0 : 1))
    _ = try run(["decode", "--format", "json", "memory.hex"], scratch)
  }

  @Test func areEncoded() throws {
    let scratch = Scratch()
    try scratch.write(Data(repeating: 0x78, count: 131_072), to: "data")
    let long = try run(["encode", "mime", "a/b", "@data"], scratch)
    // C2 03 00020000 and the type, then the data.
    #expect(long.text.hasPrefix("C20300020000612F6278"), "\(long.text.prefix(40))")
    #expect(long.text.utf8.count == 2 * (9 + 131_072) + 1)
    let full = try run(["encode", "mime", "a/b", "@data", "--type2", "ntag216"], scratch)
    #expect(full.code == 2)
    #expect(full.error.contains("the message takes"), "\(full.error)")
    let many = try run(
      ["encode", "empty"]
        + [String](repeating: "x", count: 20_000).flatMap { _ in ["+", "empty"] },
      scratch)
    #expect(many.text.hasPrefix("900000100000"))
    #expect(many.text.hasSuffix("500000\n"))
    _ = try run(["encode", "mime", "a/b", "@data", "--binary"], scratch)
  }

  /// What `encode --binary` writes, `decode` takes.
  @Test func decodeTakesAMessageInAFile() throws {
    let scratch = Scratch()
    let made = try Child.nfctrace(["encode", "text", "Hi", "--binary"], in: scratch)
    try scratch.write(made.output, to: "message.bin")
    let told = try run(["decode", "message.bin"], scratch)
    #expect(told.text.contains("text \"Hi\" (en)"), "\(told.text)\(told.error)")
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(2 * bytes.count)
    for byte in bytes { text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }
}
