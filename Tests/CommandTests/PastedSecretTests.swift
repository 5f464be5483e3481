import Foundation
import Testing

/// Secrets in what people paste: no activation says what the command is, and no CRC.
@Suite struct PastedSecretTests {
  /// NTAG21x: PWD_AUTH is 1B and four bytes of password, its answer two bytes of PACK.
  @Test(
    "A pasted password is shown by nothing",
    arguments: [
      "> 1BA1B2C3D4\n< E5F6\n", "> 1BA1B2C3D4\n< 00\n", "> 1BA1B2C3D4\n",
      "> 00A4040000\n< 9000\n> 1BA1B2C3D4\n< E5F6\n",
      // With a CRC that is wrong.
      "> 1BA1B2C3D40102\n< E5F6\n", "TX: 1BA1B2C3D4\nRX: E5F6\n",
    ])
  func hidesPasswords(log: String) throws {
    for words in [
      ["decode"], ["decode", "--format", "json"], ["analyze", "-x"],
      ["analyze", "--format", "jsonl"], ["analyze", "--detail", "fields"],
      ["analyze", "--detail", "frames"], ["analyze", "--detail", "frames,fields"],
    ] {
      let run = try Child.nfctrace(words + ["-"], input: Data(log.utf8), in: Scratch())
      #expect(run.code == 0, "\(run.text)\(run.error)")
      for secret in ["A1", "B2", "C3", "D4", "E5", "F6"] {
        #expect(!run.text.contains(secret), "\(words): \(run.text)")
      }
    }
  }

  @Test func namesTheCommand() throws {
    let log = Data("> 1BA1B2C3D4\n< E5F6\n".utf8)
    for command in ["decode", "analyze"] {
      let run = try Child.nfctrace([command, "-"], input: log, in: Scratch())
      #expect(run.text.contains("> PWD_AUTH"), "\(run.text)")
      #expect(run.error.hasPrefix("nfctrace: secrets are masked"), "\(run.error)")
    }
  }

  @Test(
    "Bytes that are a password are read as one",
    // CRC_A of 1BA1B2C3D4 was computed with its polynomial and starting value 6363.
    arguments: [["1BA1B2C3D4"], ["1BA1B2C3D4ED02"], ["--as", "command", "1BA1B2C3D4"]])
  func readsOne(words: [String]) throws {
    let run = try Child.nfctrace(["decode"] + words, in: Scratch())
    for secret in ["A1", "B2", "C3", "D4"] { #expect(!run.text.contains(secret), "\(run.text)") }
  }

  /// NTAG213: GET_VERSION says size 0F, PWD is page 2B and PACK page 2C; 2A is access and counters.
  /// NTAG215 has user memory there: size 11. CRC_A was computed with its polynomial.
  @Test("A password that is written is shown by nothing", arguments: ["0F", "11"])
  func hidesWrittenPasswords(size: String) throws {
    let version = "000404020100\(size)03"
    let log = [
      ">26", "<4400", ">9320", "<8804A1B29F", ">93708804A1B29F", "<04", ">9520", "<C3D4E5F604",
      ">9570C3D4E5F604", "<00", ">60", "<\(version)", ">A22AC0FFEE01", "<0A", ">A22BDEADBEEF",
      "<0A", ">A22CFACE0000", "<0A",
    ].map { line in
      let hex = String(line.dropFirst())
      let isShort = ["26", "4400", "0A"].contains(hex) || hex.hasSuffix("20") || hex.count == 10
      return "\(line.prefix(1)) \(isShort && !hex.hasPrefix("A2") ? hex : hex + Self.crc(hex))\n"
    }.joined()
    let isHidden = size == "0F"
    for words in [["analyze", "-x"], ["analyze", "--format", "jsonl"], ["decode"]] {
      let run = try Child.nfctrace(words + ["-"], input: Data(log.utf8), in: Scratch())
      #expect(run.text.contains("WRITE"), "\(run.text)")
      #expect(run.text.contains("C0FFEE01"), "\(run.text)")
      #expect(run.text.contains("DEADBEEF") != isHidden, "\(words): \(run.text)")
      #expect(run.text.contains("FACE0000") != isHidden, "\(words): \(run.text)")
    }
  }

  /// ISO/IEC 14443-3, annex B: CRC_A, low byte first.
  private static func crc(_ hex: String) -> String {
    var crc: UInt16 = 0x6363
    var digits = Substring(hex)
    while let byte = UInt8(digits.prefix(2), radix: 16) {
      digits = digits.dropFirst(2)
      crc ^= UInt16(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0x8408 : crc >> 1 }
    }
    return [crc & 0xFF, crc >> 8].map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }
}
