import Bytes
import GrammarLanguage
import Testing

/// ISO/IEC 7816-4:2005, 5.1.1 (class byte) and 5.1.2 (table 4: commands by their INS).
@Suite struct ISO7816Tests {
  private let facts: BuiltInFacts

  init() throws { facts = try BuiltInFacts() }

  @Test(
    "Every instruction of the standard's table has its name, even and odd",
    arguments: [
      (0x04, "DEACTIVATE FILE"), (0x0C, "ERASE RECORD"), (0x0E, "ERASE BINARY"),
      (0x0F, "ERASE BINARY"), (0x10, "PERFORM SCQL OPERATION"),
      (0x12, "PERFORM TRANSACTION OPERATION"), (0x14, "PERFORM USER OPERATION"),
      (0x20, "VERIFY"), (0x21, "VERIFY"), (0x22, "MANAGE SECURITY ENVIRONMENT"),
      (0x24, "CHANGE REFERENCE DATA"), (0x26, "DISABLE VERIFICATION"),
      (0x28, "ENABLE VERIFICATION"), (0x2A, "PERFORM SECURITY OPERATION"),
      (0x2C, "RESET RETRY COUNTER"), (0x44, "ACTIVATE FILE"),
      (0x46, "GENERATE ASYMMETRIC KEY PAIR"), (0x70, "MANAGE CHANNEL"),
      (0x82, "EXTERNAL AUTHENTICATE"), (0x84, "GET CHALLENGE"), (0x86, "GENERAL AUTHENTICATE"),
      (0x87, "GENERAL AUTHENTICATE"), (0x88, "INTERNAL AUTHENTICATE"), (0xA0, "SEARCH BINARY"),
      (0xA1, "SEARCH BINARY"), (0xA2, "SEARCH RECORD"), (0xA4, "SELECT"), (0xB0, "READ BINARY"),
      (0xB1, "READ BINARY"), (0xB2, "READ RECORD"), (0xB3, "READ RECORD"), (0xC0, "GET RESPONSE"),
      (0xC2, "ENVELOPE"), (0xC3, "ENVELOPE"), (0xCA, "GET DATA"), (0xCB, "GET DATA"),
      (0xD0, "WRITE BINARY"), (0xD1, "WRITE BINARY"), (0xD2, "WRITE RECORD"),
      (0xD6, "UPDATE BINARY"), (0xD7, "UPDATE BINARY"), (0xDA, "PUT DATA"), (0xDB, "PUT DATA"),
      (0xDC, "UPDATE RECORD"), (0xDD, "UPDATE RECORD"), (0xE0, "CREATE FILE"),
      (0xE2, "APPEND RECORD"), (0xE4, "DELETE FILE"), (0xE6, "TERMINATE DF"),
      (0xE8, "TERMINATE EF"), (0xFE, "TERMINATE CARD USAGE"),
    ] as [(UInt8, String)]
  )
  func names(ins: UInt8, name: String) {
    #expect(facts.command("00\(Hex.text(ins, digits: 2))0000").first == name)
  }

  @Test(
    "P1 and P2 say what the standard's tables say",
    arguments: [
      ("00A40400", ["SELECT", "by DF name", "return FCI", "first or only occurrence"]),
      ("00A4040E", ["SELECT", "by DF name", "return nothing", "next occurrence"]),
      (
        "00A4090C",
        ["SELECT", "by path from the current DF", "return nothing", "first or only occurrence"]
      ),
      ("00B00012", ["READ BINARY", "offset 18"]),
      ("00B09E10", ["READ BINARY", "SFI 30, offset 16"]),
      ("00B10000", ["READ BINARY", "current EF"]),
      ("00B10011", ["READ BINARY", "SFI 17"]),
      ("00B12F01", ["READ BINARY", "file 2F01"]),
      ("00B20114", ["READ RECORD", "record 1", "SFI 2", "this record"]),
      ("00B20004", ["READ RECORD", "current record", "current EF", "this record"]),
      ("00B2010D", ["READ RECORD", "record 1", "SFI 1", "from this record to the last"]),
      ("00DC0304", ["UPDATE RECORD", "record 3", "current EF", "this record"]),
      ("00200000", ["VERIFY", "no reference given"]),
      ("00200081", ["VERIFY", "specific reference", "number 1"]),
      ("00200080", ["VERIFY", "specific reference", "number 0"]),
      ("002C0300", ["RESET RETRY COUNTER", "no data", "no reference given"]),
      ("00700000", ["MANAGE CHANNEL", "open, the card gives the number"]),
      ("00708002", ["MANAGE CHANNEL", "close channel 2"]),
      ("00CA004F", ["GET DATA", "tag 4F"]),
      ("00CA9F7F", ["GET DATA", "tag 9F7F"]),
      ("00CB3FFF", ["GET DATA", "current DF"]),
      (
        "002241A4",
        [
          "MANAGE SECURITY ENVIRONMENT", "set", "for computation and decipherment",
          "authentication template AT",
        ]
      ),
      ("002A9E9A", ["PERFORM SECURITY OPERATION", "compute digital signature"]),
    ] as [(String, [String])]
  )
  func parameters(command: String, expected: [String]) {
    #expect(facts.command(command) == expected)
  }

  @Test(
    "The class byte's bits are named, and a channel is a number from 0 to 19",
    arguments: [
      (0x00, ["interindustry", "channel 0"]),
      (0x03, ["interindustry", "channel 3"]),
      (0x10, ["interindustry", "more of this command follows", "channel 0"]),
      (0x0C, ["interindustry", "secure messaging, header authenticated", "channel 0"]),
      (0x04, ["interindustry", "secure messaging, proprietary", "channel 0"]),
      (0x40, ["interindustry", "channel 4"]),
      (0x4F, ["interindustry", "channel 19"]),
      (0x60, ["interindustry", "secure messaging, header not authenticated", "channel 4"]),
      (0x20, ["reserved"]),
      (0x30, ["reserved"]),
      (0x80, ["proprietary"]),
      (0xFF, ["invalid"]),
    ] as [(UInt8, [String])]
  )
  func classByte(cla: UInt8, expected: [String]) {
    #expect(facts.classByte(cla) == expected)
  }

  @Test("A proprietary class has names only where somebody defines them")
  func proprietaryClasses() {
    #expect(facts.command("80A80000").first == "GET PROCESSING OPTIONS")
    #expect(facts.command("80AE8000") == ["GENERATE AC", "ARQC, go online"])
    #expect(facts.command("8050000008").first == "INITIALIZE UPDATE")
    #expect(facts.command("FFCA0000") == ["GET DATA", "UID"])
  }
}
