import Foundation
import Testing

/// Secrets that pass to or from a tag in pieces, or at places that only the tag's kind tells: no output
/// shows a byte of them unless it is asked to.
@Suite struct TagSecretTests {
  /// A conversation and what of it nobody may see.
  struct Talk: Sendable, CustomTestStringConvertible {
    let name: String
    let lines: [String]
    let secret: [UInt8]
    var testDescription: String { name }
    var text: String { lines.joined(separator: "\n") + "\n" }
  }

  private static let password: [UInt8] = [0xDE, 0xAD, 0xBE, 0xEF]
  private static let key = Array("tiger lily 42".utf8)

  /// The memory of a tag of 144 bytes with a network's key from byte 83 on, over pages 20 to 24.
  private static let memory: [UInt8] = {
    func attribute(_ type: UInt8, _ value: [UInt8]) -> [UInt8] {
      [0x10, type, 0, UInt8(value.count)] + value
    }
    let credential =
      attribute(0x26, [1]) + attribute(0x45, Array("Guest".utf8)) + attribute(0x03, [0, 0x20])
      + attribute(0x0F, [0, 8]) + attribute(0x27, key)
      + attribute(0x20, [UInt8](repeating: 0xFF, count: 6))
    let payload = attribute(0x4A, [0x10]) + attribute(0x0E, credential)
    let type = Array("application/vnd.wfa.wsc".utf8)
    let message = [0xD2, UInt8(type.count), UInt8(payload.count)] + type + payload
    let head: [UInt8] = [
      0x04, 0x11, 0x22, 0xBF, 0x33, 0x44, 0x55, 0x66, 0x44, 0x48, 0, 0, 0xE1, 0x10, 0x12, 0,
    ]
    let all = head + [0x03, UInt8(message.count)] + message + [0xFE]
    return all + [UInt8](repeating: 0, count: -all.count & 15)
  }()

  /// The same key in a text that phones make from a code.
  private static let text: [UInt8] = {
    let text = [2] + Array("enWIFI:T:WPA;S:Guest;P:".utf8) + key + Array(";H:true;;".utf8)
    let message = [0xD1, 1, UInt8(text.count), 0x54] + text
    let all = memory[0..<16] + [0x03, UInt8(message.count)] + message + [0xFE]
    return all + [UInt8](repeating: 0, count: -all.count & 15)
  }()

  private static let activation = [
    "> 26", "< 4400", "> 9320", "< 88041122BF",
    frame(">", [0x93, 0x70, 0x88, 4, 0x11, 0x22, 0xBF]),
    frame("<", [4]), "> 9520", "< 3344556644",
    frame(">", [0x95, 0x70, 0x33, 0x44, 0x55, 0x66, 0x44]), frame("<", [0]),
  ]

  static let talks: [Talk] = {
    let pages = stride(from: 0, to: memory.count, by: 4)
    var talks = [
      Talk(
        name: "READs",
        lines: activation
          + stride(from: 0, to: memory.count, by: 16).flatMap {
            [frame(">", [0x30, UInt8($0 / 4)]), frame("<", Array(memory[$0..<$0 + 16]))]
          }, secret: key),
      Talk(
        name: "FAST_READ",
        lines: activation + [
          frame(">", [0x3A, 0, UInt8(memory.count / 4 - 1)]), frame("<", memory),
        ], secret: key),
      Talk(
        name: "WRITEs",
        lines: activation
          + pages.dropFirst(4).flatMap {
            [frame(">", [0xA2, UInt8($0 / 4)] + memory[$0..<$0 + 4]), "< 0A"]
          }, secret: key),
      Talk(
        name: "COMPATIBILITY_WRITEs",
        lines: activation
          + pages.dropFirst(4).flatMap { page in
            [
              frame(">", [0xA0, UInt8(page / 4)]), "< 0A",
              frame(">", memory[page..<page + 4] + [UInt8](repeating: 0, count: 12)), "< 0A",
            ]
          }, secret: key),
      Talk(
        name: "Ultralight C",
        lines: activation + [
          frame(">", [0x1A, 0]), frame("<", [0xAF, 1, 2, 3, 4, 5, 6, 7, 8]),
          frame(">", [0xA2, 0x2C] + password), "< 0A", frame(">", [0xA2, 0x2F] + password), "< 0A",
        ], secret: password),
      Talk(
        name: "Ultralight AES, with CMAC",
        lines: activation + [
          frame(">", [0x60]), frame("<", [0, 4, 3, 1, 4, 0, 0x0F, 3]),
          frame(">", [0xA2, 0x37] + password + [UInt8](repeating: 0x55, count: 8)),
          frame("<", [UInt8](repeating: 0x66, count: 8)),
        ], secret: password),
      Talk(name: "Type 4", lines: type4, secret: key),
      Talk(
        name: "a network's text",
        lines: activation
          + stride(from: 0, to: text.count, by: 16).flatMap {
            [frame(">", [0x30, UInt8($0 / 4)]), frame("<", Array(text[$0..<$0 + 16]))]
          }, secret: key),
    ]
    for page: UInt8 in [0x12, 0x27, 0x2B, 0x85, 0xE5] {
      let name = "page \(String(page, radix: 16))"
      talks.append(
        Talk(
          name: name, lines: activation + [frame(">", [0xA2, page] + password), "< 0A"],
          secret: password))
      talks.append(
        Talk(
          name: name + ", unanswered", lines: activation + [frame(">", [0xA2, page] + password)],
          secret: password))
      talks.append(
        Talk(
          name: name + " by COMPATIBILITY_WRITE",
          lines: activation + [
            frame(">", [0xA0, page]), "< 0A",
            frame(">", password + [UInt8](repeating: 0, count: 12)), "< 0A",
          ], secret: password))
      talks.append(
        Talk(
          name: name + " without an activation",
          lines: [frame(">", [0xA2, page] + password), "< 0A"], secret: password))
    }
    return talks
  }()

  /// READ BINARY in parts of 20 bytes.
  private static let type4: [String] = {
    let message = Array(memory[18..<18 + Int(memory[17])])
    let file = [0, UInt8(message.count)] + message
    var lines = ["> 00A4040007D276000085010100", "< 9000", "> 00A4000C02E104", "< 9000"]
    for start in stride(from: 0, to: file.count, by: 20) {
      let part = Array(file[start..<min(start + 20, file.count)])
      lines += ["> 00B0\(hex([0, UInt8(start)]))14", "< \(hex(part + [0x90, 0]))"]
    }
    return lines
  }()

  @Test("No output shows a part of it", arguments: talks)
  func isShownByNothing(talk: Talk) throws {
    let scratch = Scratch()
    try scratch.write(Data(talk.text.utf8), to: "talk.txt")
    for words in [
      ["analyze", "-x"], ["analyze", "-x", "--width", "80", "--repeats"],
      ["analyze", "--detail", "fields"], ["analyze", "--detail", "frames,fields"],
      ["analyze", "--format", "jsonl", "--detail", "frames,fields"],
      ["analyze", "--format", "jsonl", "--detail", "fields"], ["decode"],
    ] {
      let run = try Child.nfctrace(words + ["talk.txt"], in: scratch)
      let text = run.text.filter { !$0.isWhitespace }.uppercased()
      for start in 0...talk.secret.count - 4 {
        let part = Array(talk.secret[start..<start + 4])
        #expect(!text.contains(Self.hex(part)), "\(words): \(run.text)")
        let characters = String(decoding: part, as: UTF8.self)
        #expect(!run.text.contains(characters), "\(words): \(run.text)")
      }
      #expect(run.error.contains("secrets are masked"), "\(words): \(run.error)")
    }
  }

  @Test func isShownWhenAsked() throws {
    let scratch = Scratch()
    try scratch.write(Data(Self.talks[0].text.utf8), to: "talk.txt")
    let run = try Child.nfctrace(["analyze", "-x", "--show-secrets", "talk.txt"], in: scratch)
    // Pages 20 to 23.
    #expect(run.text.contains("< " + Self.hex(Array(Self.memory[80..<96]))), "\(run.text)")
    #expect(run.text.contains("key \"tiger lily 42\""), "\(run.text)")
  }

  @Test("What is written out holds it, and says so", arguments: ["out.txt", "out.nfc"])
  func isSaidWhereItIsWritten(name: String) throws {
    let scratch = Scratch()
    try scratch.write(Data(Self.talks[0].text.utf8), to: "talk.txt")
    let words = name.hasSuffix(".nfc") ? [] : ["--to", "text"]
    let run = try Child.nfctrace(["convert"] + words + ["talk.txt", name], in: scratch)
    #expect(run.error.contains("\(name) holds a key, unmasked"), "\(run.error)")
  }

  @Test("A memory is told without it", arguments: ["decode", "analyze", "info"])
  func isHiddenInDumps(command: String) throws {
    let scratch = Scratch()
    // 45 pages: an NTAG213, whose password is in page 43.
    var memory = Self.memory + [UInt8](repeating: 0, count: 180 - Self.memory.count)
    memory.replaceSubrange(172..<176, with: Self.password)
    try scratch.write(Data(memory), to: "tag.bin")
    for format in ["text", "json"] {
      let run = try Child.nfctrace([command, "--format", format, "tag.bin"], in: scratch)
      #expect(run.code == 0, "\(run.error)")
      let text = run.text.filter { !$0.isWhitespace }.uppercased()
      for part in [Array(Self.key[0..<4]), Array(Self.key[7..<11]), Self.password] {
        #expect(!text.contains(Self.hex(part)), "\(run.text)")
      }
      #expect(!run.text.contains("tiger"), "\(run.text)")
    }
  }

  private static func frame(_ sign: String, _ bytes: [UInt8]) -> String {
    var crc: UInt16 = 0x6363
    for byte in bytes {
      crc ^= UInt16(byte)
      for _ in 0..<8 { crc = crc & 1 == 0 ? crc >> 1 : crc >> 1 ^ 0x8408 }
    }
    return "\(sign) \(hex(bytes + [UInt8(crc & 0xFF), UInt8(crc >> 8)]))"
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
  }
}
