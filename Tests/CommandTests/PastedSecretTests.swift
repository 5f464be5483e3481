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
}
