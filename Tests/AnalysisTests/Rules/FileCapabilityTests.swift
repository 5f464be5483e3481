import Testing

@testable import Analysis
@testable import Decoding

@Suite struct FileCapabilityTests {
  /// A visit that reads a capability container with MLe 59 and MLc 52, and then does this.
  private func found(
    container: String = "000F20003B00340406E1040800000090" + "00",
    application: String = "D2760000850101", _ exchanges: [(String, String)]
  ) throws -> [String] {
    var builder = StoryBuilder()
    try builder.select("D2760000850101", file: 0xE103)
    try builder.exchange("00B000000F", container)
    try builder.select(application, file: 0xE104)
    for (command, answer) in exchanges { try builder.exchange(command, answer) }
    return analyzed(builder.end()).filter { $0.id == .capabilityExceeded }.map(line)
  }

  private static let sixty = String(repeating: "AA", count: 60)
  private static let fifty = String(repeating: "AA", count: 50)

  @Test(
    "More than the container allows",
    arguments: [
      (
        "00B000003C", sixty + "9000",
        "warning capability-exceeded 3:5 command: COMMAND; MLe is 59 (frame 2)"
      ),
      (
        "00B0000000", sixty + "9000",
        """
        warning capability-exceeded 3:5 command: COMMAND is answered with 60 bytes, MLe is 59 \
        (frame 2)
        """
      ),
      (
        "00D600003C" + sixty, "9000",
        "warning capability-exceeded 3:5 command: COMMAND; MLc is 52 (frame 2)"
      ),
    ]
  )
  func exceeds(command: String, answer: String, expected: String) throws {
    #expect(try found([(command, answer)]) == [expected])
  }

  @Test(
    "No more than it allows",
    arguments: [
      ("00B000003B", sixty.dropLast(2) + "9000"),
      // As much as there is.
      ("00B0000000", fifty + "9000"),
      ("00D6000032" + fifty, "9000"),
    ] as [(String, String)]
  )
  func fits(command: String, answer: String) throws {
    #expect(try found([(command, answer)]) == [])
  }

  @Test func anotherApplicationHasOtherLimits() throws {
    #expect(
      try found(application: "A0000002471001", [("00B000003C", Self.sixty + "9000")]) == [])
  }

  @Test func aContainerThatIsTooShortLimitsNothing() throws {
    #expect(
      try found(container: "000F20003B009000", [("00B000003C", Self.sixty + "9000")]) == [])
  }
}
