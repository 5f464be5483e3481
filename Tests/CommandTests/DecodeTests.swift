import Foundation
import Testing

/// `decode` and `explain`: bytes and words from a mail or a log.
@Suite struct DecodeTests {
  /// The bytes are from ISO 7816-4's and EMV's own examples of form; every value can be read off them.
  @Test(
    "What bytes are is told by their content",
    arguments: [
      ("00A4040007A000000003101000", "command APDU", ["A0000000031010", "\"Visa\""]),
      ("6A82", "status word", ["6A82"]),
      ("6F0A8408325041592E535953 9000", "answer APDU", ["6F.84", "325041592E535953", "9000"]),
      ("0578807002", "ATS", ["70"]),
    ])
  func tellsWhatBytesAre(hex: String, kind: String, words: [String]) throws {
    let run = try Child.nfctrace(["decode", hex], in: Scratch())
    #expect(run.code == 0, "\(run.error)")
    #expect(run.text.hasPrefix(kind), "\(run.text)")
    for word in words { #expect(run.text.contains(word), "\(run.text)") }
  }

  @Test(
    "Frames without a CRC are told",
    arguments: [
      ("26", "REQA, to the card: a frame of seven bits"), ("52", "WUPA"),
      ("5000", "HLTA, to the card; without its CRC"), ("93 20", "SELECT, cascade level 1"),
      ("3004", "read four pages"),
    ])
  func tellsShortFrames(hex: String, words: String) throws {
    let run = try Child.nfctrace(["decode", hex], in: Scratch())
    #expect(run.code == 0, "\(run.error)")
    #expect(run.text.hasPrefix("ISO 14443 frame"), "\(run.text)")
    #expect(run.text.contains(words), "\(run.text)")
  }

  /// 9320 may be a status word too, of which nothing is known.
  @Test func saysWhereTwoReadingsFit() throws {
    let run = try Child.nfctrace(["decode", "9320"], in: Scratch())
    #expect(run.text.contains("also fits: status word (--as status)"), "\(run.text)")
  }

  @Test func operandsWithDirectionsAreLines() throws {
    let run = try Child.nfctrace(
      ["decode", "> 00A4040007A000000003101000", "< 6A82"], in: Scratch())
    #expect(run.code == 0, "\(run.error)")
    #expect(run.text.contains("> SELECT A0000000031010"))
    #expect(run.text.contains("< 6A82"))
  }

  /// UM0701-02: number of targets, number, SENS_RES, SEL_RES, length and NFCID1, ATS.
  @Test func takesTargetsAndWhatTheChipCarriesApart() throws {
    let targets = try Child.nfctrace(
      ["decode", "--as", "pn532", "D54B 01 01 0344 20 07 04A1B2C3D4E5F6 0578807002"], in: Scratch())
    for words in ["0344", "04A1B2C3D4E5F6", "fsc", "\"256 bytes\""] {
      #expect(targets.text.contains(words), "\(targets.text)")
    }
    let command = try Child.nfctrace(
      ["decode", "--as", "pn532", "D440 01 00A4040007D276000085010100"], in: Scratch())
    #expect(command.text.contains("in it: command APDU"), "\(command.text)")
    #expect(command.text.contains("D2760000850101"))
  }

  /// NCI: the technology's parameters of NFC-A, then what RATS was answered with, from T0 on.
  @Test func takesAnActivationApart() throws {
    let run = try Child.nfctrace(
      [
        "decode",
        "610522010204 00FF0109 040004 11223344 0120 000000 0E 0D78778403665257453250524F4D",
      ],
      in: Scratch())
    for words in ["nfcid1", "11223344", "sel_res", "\"256 bytes\"", "historical"] {
      #expect(run.text.contains(words), "\(run.text)")
    }
  }

  @Test func malformedBytesExitWith1AndSayWhere() throws {
    // Lc says 7 bytes, two follow from byte 5 on.
    let run = try Child.nfctrace(["decode", "--as", "command", "00A4040007A000"], in: Scratch())
    #expect(run.code == 1)
    #expect(run.text.contains("Lc says 7 bytes, 2 follow"))
  }

  @Test func takesOperandsFilesAndStandardInput() throws {
    let scratch = Scratch()
    try scratch.write(Data("00 A4 04 00\n07 A0 00 00 00 03 10 10 00\n".utf8), to: "apdu.txt")
    let one = try Child.nfctrace(["decode", "00A4040007A000000003101000"], in: scratch)
    let several = try Child.nfctrace(
      ["decode", "00", "A4", "04 00", "07A0000000031010", "00"], in: scratch)
    let file = try Child.nfctrace(["decode", "apdu.txt"], in: scratch)
    let piped = try Child.nfctrace(
      ["decode", "-"], input: Data("00A4040007A000000003101000".utf8), in: scratch)
    for run in [several, file, piped] {
      #expect(run.code == 0)
      #expect(run.output == one.output)
    }
  }

  @Test func masksACardNumber() throws {
    // 5A with the test number, in an answer.
    let hex = "70 0A 5A08 4761739001010010 9000"
    let masked = try Child.nfctrace(["decode", hex], in: Scratch())
    #expect(masked.text.contains("476173······0010"))
    #expect(!masked.text.contains("4761739001010010"))
    #expect(masked.error.hasPrefix("nfctrace: secrets are masked"))
    let shown = try Child.nfctrace(["decode", "--show-secrets", hex], in: Scratch())
    #expect(shown.text.contains("4761739001010010"))
    let json = try Child.nfctrace(["decode", "--format", "json", hex], in: Scratch())
    #expect(json.text.contains("\"476173XXXXXX0010\""))
    #expect(json.text.contains("\"masked\":[\"pan\"]"))
    #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: json.output) }
  }

  @Test func tellsLinesWithDirectionsAsAConversation() throws {
    let log = "> 00A4040007A000000003101000\n< 6A82\n"
    let run = try Child.nfctrace(["decode", "-"], input: Data(log.utf8), in: Scratch())
    #expect(run.code == 0)
    #expect(run.text.contains("> SELECT A0000000031010"))
    #expect(run.text.contains("< 6A82"))
  }

  @Test(
    "What is no bytes is one line",
    arguments: [
      (["decode", "00A"], "line 1, character 1: a byte with one digit"),
      (["decode", "nothing.bin"], "nothing.bin: neither a file nor bytes: "),
      (["decode", "."], ".: Is a directory"),
    ])
  func refusesWhatIsNoBytes(words: [String], message: String) throws {
    let run = try Child.nfctrace(words, in: Scratch())
    #expect(run.code == 2)
    #expect(run.error.contains(message), "\(run.error)")
    #expect(run.error.filter { $0 == "\n" }.count == 1)
  }

  @Test(
    "What is asked about is explained",
    arguments: [
      (["slow-answer"], "slow-answer: warning, protocol"), (["6A82"], "status 6A82"),
      (["9F38"], "9F38"), (["A0000000031010"], "Visa"), (["SELECT"], "SELECT"),
    ])
  func explains(words: [String], expected: String) throws {
    let run = try Child.nfctrace(["explain"] + words, in: Scratch())
    #expect(run.code == 0, "\(run.error)")
    #expect(run.text.contains(expected), "\(run.text)")
  }

  @Test func saysThatNothingIsKnown() throws {
    let run = try Child.nfctrace(["explain", "slow-answr"], in: Scratch())
    #expect(run.code == 2)
    #expect(
      run.error == "nfctrace: nothing is known of \"slow-answr\"; did you mean slow-answer?\n")
  }
}
