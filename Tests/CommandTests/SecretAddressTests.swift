import Foundation
import Testing

/// Keys and passwords that only their place in a card's memory tells, or an exchange behind the one that
/// has them: no output shows a byte of them.
@Suite struct SecretAddressTests {
  /// Lines of a text trace, and what of it nobody may see.
  struct Talk: Sendable, CustomTestStringConvertible {
    let name: String
    let lines: [String]
    let secrets: [String]
    var testDescription: String { name }
    var text: String { lines.joined(separator: "\n") + "\n" }
  }

  private static let keyA = "C1D2E3F4A5B6"
  private static let keyB = "9A8B7C6D5E4F"
  private static let password = "DEADBEEF"
  private static let keyText = "tiger lily 42"
  /// Access bits as they leave the factory: MF1S50yyX, 8.7.1. Key A is read as zeros.
  private static let access = "FF078069"
  private static let written = keyA + access + keyB
  private static let read = "000000000000" + access + keyB
  private static let authenticate = ["> FF860000050100076000", "< 9000"]
  /// PC/SC Part 3: the names of MIFARE Classic 1K (0001) and of MIFARE Ultralight (0003).
  private static func reset(_ name: String) -> [String] {
    ["@ atr", "< 3B8F8001804F0CA000000306030\(name)00000000", "@ apdu"]
  }
  private static let apdu = ["@ apdu"]

  /// What a PC/SC reader does by itself, and hands on.
  private static let readers: [Talk] = [
    Talk(
      name: "FF B0 of a trailer",
      lines: apdu + authenticate + ["> FFB0000710", "< \(read)9000"], secrets: [keyB]),
    Talk(
      name: "FF B0 of a trailer, named by the ATR",
      lines: reset("001") + ["> FFB0000710", "< \(read)9000"], secrets: [keyB]),
    Talk(
      name: "FF B0 of what looks like a trailer", lines: apdu + ["> FFB0000710", "< \(read)9000"],
      secrets: [keyB]),
    Talk(
      name: "FF B0 of a sector",
      lines: apdu + authenticate + [
        "> FFB0000440", "< \(String(repeating: "00", count: 48))\(read)9000",
      ], secrets: [keyB]),
    Talk(
      name: "FF D6 of a trailer",
      lines: apdu + authenticate + ["> FFD6000710\(written)", "< 9000"], secrets: [keyA, keyB]),
    Talk(
      name: "FF D6 of a trailer, refused",
      lines: apdu + authenticate + ["> FFD6000710\(written)", "< 6300"], secrets: [keyA, keyB]),
    Talk(
      name: "FF D6 of what looks like a trailer",
      lines: apdu + ["> FFD6000710\(written)", "< 9000"], secrets: [keyA, keyB]),
    Talk(
      name: "FF D6 of an NTAG's password",
      lines: reset("003") + ["> FFD6002B04\(password)", "< 9000"], secrets: [password]),
    Talk(
      name: "FF D6 of a key of Ultralight C",
      lines: apdu + ["> FFD6002C04\(password)", "< 9000"], secrets: [password]),
    Talk(
      name: "PWD_AUTH in a transparent session",
      lines: apdu + ["> FFC200010795051B\(password)", "< C00300900097029A8B9000"],
      secrets: [password, "9A8B"]),
    Talk(
      name: "a trailer written through InDataExchange",
      lines: apdu + ["> FF00000015D44001A007\(written)", "< D541009000"], secrets: [keyA, keyB]),
    Talk(
      name: "a trailer read through InDataExchange",
      lines: apdu + ["> FF00000005D440013007", "< D54100\(read)9000"], secrets: [keyB]),
  ]

  private static let typeA = [
    "> 26", "< 4400", "> 9320", "< 88041122BF", air("> 937088041122BF"), air("< 04"), "> 9520",
    "< 3344556644", air("> 95703344556644"),
  ]
  private static let ultralight = typeA + [air("< 00")]
  private static let plus =
    typeA + [air("< 20"), air("> E080"), air("< 0C757784024D46505F454E01")]
  private static let passwordPages = [
    air("> 3029"), air("< 0000000000000000\(password)9A8B0000"),
  ]
  private static let version = [air("> 60"), air("< 0004040201000F03")]

  private static let cards: [Talk] = [
    Talk(
      name: "a password that is read", lines: ultralight + version + passwordPages,
      secrets: [password]),
    Talk(
      name: "a password that is read before the chip is known",
      lines: ultralight + passwordPages + version, secrets: [password]),
    Talk(
      name: "a password in FAST_READ",
      lines: ultralight + version + [air("> 3A2A2C"), air("< 00000000\(password)9A8B0000")],
      secrets: [password]),
    // MF1PLUSx0: 33 reads in plain, A3 writes, A8 gives a new card its keys, 4000h the first.
    Talk(
      name: "MIFARE Plus, a trailer read",
      lines: plus + [air("> 0233070001"), air("< 0290\(read)")], secrets: [keyB]),
    Talk(
      name: "MIFARE Plus, a trailer written",
      lines: plus + [air("> 02A30700\(written)"), air("< 0290")], secrets: [keyA, keyB]),
    Talk(
      name: "MIFARE Plus, a key",
      lines: plus + [air("> 02A80040F0E1D2C3B4A5968778695A4B3C2D1E0F"), air("< 0290")],
      secrets: ["F0E1D2C3B4A5968778695A4B3C2D1E0F"]),
    Talk(
      name: "NTAG 5, a key",
      lines: ["@ nfc-v", vicinity("> 22C1044433221100 0104E020\(password)"), vicinity("< 00")],
      secrets: [password]),
  ]

  /// The memory of a Type 2 tag whose message has a network's key on pages 22 to 25.
  private static let memory: [UInt8] = {
    func attribute(_ type: UInt8, _ value: [UInt8]) -> [UInt8] {
      [0x10, type, 0, UInt8(value.count)] + value
    }
    let credential =
      attribute(0x26, [1]) + attribute(0x45, Array("Guest".utf8)) + attribute(0x03, [0, 0x20])
      + attribute(0x0F, [0, 8]) + attribute(0x27, Array(keyText.utf8))
    let payload = attribute(0x0E, credential)
    let type = Array("application/vnd.wfa.wsc".utf8)
    let message = [0xD2, UInt8(type.count), UInt8(payload.count)] + type + payload
    let head: [UInt8] = [
      0x04, 0x11, 0x22, 0xBF, 0x33, 0x44, 0x55, 0x66, 0x44, 0x48, 0, 0, 0xE1, 0x10, 0x12, 0,
    ]
    let all = head + [0x03, UInt8(message.count)] + message + [0xFE]
    return all + [UInt8](repeating: 0, count: -all.count & 15)
  }()

  /// Read from its end to its beginning, 16 bytes at a time and 4.
  private static let backwards: [Talk] = {
    let pages = stride(from: 0, to: memory.count, by: 16).reversed().flatMap { start in
      [
        air("> 30\(hex([UInt8(start / 4)]))"), air("< \(hex(Array(memory[start..<start + 16])))"),
      ]
    }
    let blocks = stride(from: 0, to: memory.count, by: 4).reversed().flatMap { start in
      [
        vicinity("> 0220\(hex([UInt8(start / 4)]))"),
        vicinity("< 00\(hex(Array(memory[start..<start + 4])))"),
      ]
    }
    let file = stride(from: 0, to: memory.count, by: 16).reversed().flatMap { start in
      [
        "> 00B000\(hex([UInt8(start)]))10", "< \(hex(Array(memory[start..<start + 16])))9000",
      ]
    }
    let storage = stride(from: 0, to: memory.count, by: 16).reversed().flatMap { start in
      [
        "> FFB000\(hex([UInt8(start / 4)]))10", "< \(hex(Array(memory[start..<start + 16])))9000",
      ]
    }
    let secret = hex(Array(keyText.utf8))
    return [
      Talk(name: "pages backwards", lines: ultralight + pages, secrets: [secret]),
      Talk(name: "blocks backwards", lines: ["@ nfc-v"] + blocks, secrets: [secret]),
      Talk(name: "a file backwards", lines: apdu + file, secrets: [secret]),
      Talk(name: "a storage card backwards", lines: apdu + storage, secrets: [secret]),
    ]
  }()

  @Test("No output shows a part of it", arguments: readers + cards + backwards)
  func isShownByNothing(talk: Talk) throws {
    let scratch = Scratch()
    try scratch.write(Data(talk.text.utf8), to: "talk.txt")
    for words in [
      ["analyze"], ["analyze", "-x", "--width", "80", "--repeats"],
      ["analyze", "--detail", "frames,fields"],
      ["analyze", "--format", "jsonl", "--detail", "frames,fields"],
      ["analyze", "--format", "lines"], ["decode"],
    ] {
      let run = try Child.nfctrace(words + ["talk.txt"], in: scratch)
      let text = run.text.filter { !$0.isWhitespace }.uppercased()
      for secret in talk.secrets { Self.expect(secret, hiddenIn: text, "\(words): \(run.text)") }
      #expect(!run.text.contains("lily"), "\(words): \(run.text)")
    }
    let shown = try Child.nfctrace(["analyze", "-x", "--show-secrets", "talk.txt"], in: scratch)
    let digits = shown.text.filter { !$0.isWhitespace }
    for secret in talk.secrets { #expect(digits.contains(secret.prefix(4)), "\(shown.text)") }
  }

  /// Four bytes in a row tell too much; of a shorter secret two.
  private static func expect(_ secret: String, hiddenIn text: String, _ comment: String) {
    let count = min(8, secret.count)
    for start in stride(from: 0, through: secret.count - count, by: 2) {
      let part = secret.dropFirst(start).prefix(count)
      #expect(!text.contains(part), "\(comment)")
    }
  }

  @Test func saysWhatIsNoSecret() throws {
    let scratch = Scratch()
    try scratch.write(Data((Self.readers[0].text).utf8), to: "talk.txt")
    let run = try Child.nfctrace(["analyze", "-x", "talk.txt"], in: scratch)
    // Access bits and the general purpose byte stay.
    let dots = String(repeating: "·", count: 12)
    #expect(run.text.contains("< \(dots)\(Self.access)\(dots)9000"), "\(run.text)")
  }

  @Test("Pages that hold no password are shown")
  func showsData() throws {
    let scratch = Scratch()
    let lines = Self.ultralight + Self.version + [air("> 3025"), air("< \(Self.dataPages)")]
    try scratch.write(Data((lines.joined(separator: "\n") + "\n").utf8), to: "talk.txt")
    let run = try Child.nfctrace(["analyze", "-x", "talk.txt"], in: scratch)
    #expect(run.text.contains(Self.dataPages), "\(run.text)")
  }

  private static let dataPages = "DEADBEEF112233445566778899AABBCC"
}

/// A line with its CRC_A.
private func air(_ line: String) -> String { checked(line, from: 0x6363, inverted: 0) }

/// A line with the CRC of ISO/IEC 15693.
private func vicinity(_ line: String) -> String { checked(line, from: 0xFFFF, inverted: 0xFFFF) }

private func checked(_ line: String, from start: UInt16, inverted: UInt16) -> String {
  var digits = line.dropFirst().filter { !$0.isWhitespace }[...]
  let body = String(digits)
  var crc = start
  while let byte = UInt8(digits.prefix(2), radix: 16) {
    digits = digits.dropFirst(2)
    crc ^= UInt16(byte)
    for _ in 0..<8 { crc = crc & 1 == 0 ? crc >> 1 : crc >> 1 ^ 0x8408 }
  }
  crc ^= inverted
  return "\(line.prefix(1)) \(body)\(hex([UInt8(crc & 0xFF), UInt8(crc >> 8)]))"
}

private func hex(_ bytes: [UInt8]) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
}
