import Testing

@testable import Analysis
@testable import Decoding

@Suite struct PersonalDataTests {
  private func found(_ exchanges: [(String, String)]) throws -> [Finding] {
    var builder = StoryBuilder()
    for (command, answer) in exchanges { try builder.exchange(command, answer) }
    return analyzed(builder.end()).filter { $0.id == .personalData }
  }

  @Test(
    "A PIN in clear is told by the command, and never shown",
    arguments: [
      ("0020008008240000FFFFFFFFFF", "reference 80, 8 bytes (a format 2 block of 4 digits)"),
      ("0020008008260000FFFFFFFFFF", "reference 80, 8 bytes"),
      ("002000830812345678", "reference 83, 4 bytes"),
      ("00240081103132333435363738", "reference 81, 8 bytes"),
    ]
  )
  func pin(command: String, what: String) throws {
    #expect(
      try found([(command, "6984")]).map(line) == [
        "warning personal-data 1:6 command: a PIN in clear: \(what)"
      ])
  }

  @Test(
    "Nothing secret goes over",
    arguments: [
      // A query of the counter carries no data.
      ("00200080", "63C3"),
      // Secure messaging: the data is a cryptogram.
      ("0C2000801D871101AABBCCDDEEFF00112233445566778899008E080011223344556677", "9000"),
      // A cryptogram by nature.
      ("0082000008A1A2A3A4A5A6A7A8", "9000"),
      // The reader's random numbers.
      ("0084000008", "11223344556677889000"),
      // An expiry date alone tells nothing of a person.
      ("00B2010C00", "70065F24032512319000"),
      // Five digits behind 5A in a file that is no data object.
      ("00B0000010", "000F2000FF00FF0406E104005A00009000"),
    ]
  )
  func nothing(command: String, answer: String) throws {
    #expect(try found([(command, answer)]) == [])
  }

  @Test func recordsGiveCardNumbersTracksAndNames() throws {
    // Tags 5A (PAN 4761739001010010) and 5F20 "TEST/CARD"; then track 2 in tag 57.
    let found = try found([
      ("00B2010C00", "70165A0847617390010100105F2009544553542F434152449000"),
      ("00B2020C00", "701157" + "0F" + "4761739001010010D2512201000000" + "9000"),
    ])
    #expect(
      found.map(line) == [
        "note personal-data 2:5 2:16 answer: a card number and a name",
        "note personal-data 4:5 answer: track data",
      ])
    #expect(
      Finding.merged(found).map(line)
        == "note personal-data 2 4 answer: a card number, track data and a name")
  }

  @Test func aFileOfDataObjectsIsLookedThrough() throws {
    #expect(
      try found([("00B000000C", "5A0A4761739001010010FFFF9000")]).map(line)
        == ["note personal-data 2:3 answer: a card number"])
  }
}
