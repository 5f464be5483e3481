import Foundation
import Testing

/// What rows say of tags that only the chip tells: its name, its pages of configuration, where it turns.
@Suite struct TagRowTests {
  private static let uid = "04112233445566"
  private static let selected = [
    "> 26", "< 4400", "> 9320", "< 88041122BF", air("> 937088041122BF"), air("< 04"), "> 9520",
    "< 3344556644", air("> 95703344556644"), air("< 00"),
  ]
  private static let version = [air("> 60"), air("< 0004040201000F03")]

  @Test("GET_VERSION names the chip", arguments: ["80", "120"])
  func namesTheChip(width: String) throws {
    let text = try Self.told(Self.selected + Self.version, ["--width", width])
    #expect(text.contains("< NTAG 213"), "\(text)")
    #expect(text.contains("00 04 04 02 01 00 0F 03") == (width == "120"), "\(text)")
  }

  /// An answer that no product gives is shown as it is.
  @Test func showsAVersionThatIsNotKnown() throws {
    let text = try Self.told(Self.selected + [air("> 60"), air("< 00047F0201000F03")], [])
    #expect(text.contains("< 8 bytes: 00 04 7F 02 01 00 0F 03"), "\(text)")
  }

  /// NTAG213: dynamic lock bytes on page 28h, AUTH0 on 29h, ACCESS on 2Ah, PWD on 2Bh, PACK on 2Ch.
  @Test(
    "Pages of configuration have names",
    arguments: [
      (0x28, "dynamic lock"), (0x29, "AUTH0"), (0x2A, "ACCESS"), (0x2B, "PWD"), (0x2C, "PACK"),
    ] as [(UInt8, String)])
  func namesPages(page: UInt8, name: String) throws {
    let write = [air("> A2\(hex([page]))000000FF"), "< 0A"]
    let text = try Self.told(Self.selected + Self.version + write, [])
    #expect(text.contains("WRITE page \(page) (\(name))"), "\(text)")
    // Without a version nobody knows.
    let unknown = try Self.told(Self.selected + write, [])
    #expect(!unknown.contains("(\(name))"), "\(unknown)")
  }

  @Test func namesNoPageOfData() throws {
    let text = try Self.told(
      Self.selected + Self.version + [air("> A20401020304"), "< 0A"], [])
    #expect(text.contains("WRITE page 4: 01020304"), "\(text)")
  }

  /// MF0ICU2, 7.6.4: behind page 2Bh page 0 comes again, because the keys are never read.
  @Test(
    "A READ says which pages it holds",
    arguments: [
      (0x2B, 1, "page 43, 0–2: "), (0x2A, 2, "pages 42–43, 0–1: "),
      (0x29, 3, "pages 41–43, 0: "), (0x28, 4, "pages 40–43: "),
    ] as [(UInt8, Int, String)])
  func turns(page: UInt8, count: Int, words: String) throws {
    let own = String(repeating: "00000030", count: count)
    let first = "041122BF3344556644480000"
    let answer = own + first.prefix(8 * (4 - count))
    let text = try Self.told(
      Self.selected + [air("> 30\(hex([page]))"), air("< \(answer)")], [])
    #expect(text.contains("< \(words)00000030"), "\(text)")
  }

  /// The chip's name is in bits 37 and 36 of the UID: 10 is SLIX, 01 is SLIX2; ST writes 24h.
  @Test(
    "An ISO/IEC 15693 card is named",
    arguments: [
      ("E004015011223344", "ICODE SLIX"), ("E004010811223344", "ICODE SLIX2"),
      ("E002241122334455", "ST25DV04K"), ("E007C41122334455", "Tag-it HF-I Pro"),
      ("E016241122334455", nil),
    ] as [(String, String?)])
  func namesVicinityChips(uid: String, name: String?) throws {
    let sent = hex(bytes(uid).reversed())
    let lines = [
      "@ nfc-v", air("> 260100", vicinity: true), air("< 0000\(sent)", vicinity: true),
      air("> 222B\(sent)", vicinity: true),
      air("< 000F\(sent)00001B0301", vicinity: true),
    ]
    let text = try Self.told(lines, [])
    let words = name.map { "\($0) (IC 01)" } ?? "IC 01"
    #expect(text.contains("< 28 blocks of 4 bytes, DSFID 00, AFI 00, \(words)"), "\(text)")
    let json = try Self.told(lines, ["--format", "jsonl"])
    #expect(json.contains("\"product\":\"\(name ?? "")\"") == (name != nil), "\(json)")
  }

  private static func told(_ lines: [String], _ words: [String]) throws -> String {
    let scratch = Scratch()
    try scratch.write(Data((lines.joined(separator: "\n") + "\n").utf8), to: "talk.txt")
    return try Child.nfctrace(["analyze"] + words + ["talk.txt"], in: scratch).text
  }
}

/// A line with its CRC_A, or the CRC of ISO/IEC 15693.
private func air(_ line: String, vicinity: Bool = false) -> String {
  let body = line.dropFirst().filter { !$0.isWhitespace }
  var crc: UInt16 = vicinity ? 0xFFFF : 0x6363
  for byte in bytes(body) {
    crc ^= UInt16(byte)
    for _ in 0..<8 { crc = crc & 1 == 0 ? crc >> 1 : crc >> 1 ^ 0x8408 }
  }
  if vicinity { crc ^= 0xFFFF }
  return "\(line.prefix(1)) \(body)\(hex([UInt8(crc & 0xFF), UInt8(crc >> 8)]))"
}

private func bytes(_ hex: String) -> [UInt8] {
  var digits = hex[...]
  var bytes: [UInt8] = []
  while let byte = UInt8(digits.prefix(2), radix: 16) {
    bytes.append(byte)
    digits = digits.dropFirst(2)
  }
  return bytes
}

private func hex(_ bytes: some Sequence<UInt8>) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
}
