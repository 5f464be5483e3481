import Bytes
import Testing

@testable import Analysis
@testable import Decoding

@Suite struct FindingTests {
  private func finding(
    _ severity: Severity, frame: Int, byte: Int = 0, merge: Finding.Merge? = nil
  ) -> Finding {
    Finding(
      .visitFailed, severity: severity, visit: 1, step: frame, half: .answer,
      places: [Place(frame: frame, bytes: byte..<byte + 1)], message: "as said", merge: merge)
  }

  @Test func aGroupOfOneIsThatFinding() {
    let one = finding(.note, frame: 7)
    #expect(Finding.merged([one]) == one)
    #expect(Finding.merged([]) == nil)
  }

  @Test func aGroupHasAllFramesAndTheWorstSeverity() throws {
    let merged = try #require(
      Finding.merged([
        finding(.note, frame: 7), finding(.error, frame: 7, byte: 3), finding(.warning, frame: 9),
      ]))
    #expect(merged.severity == .error)
    #expect(merged.places.map(\.frame) == [7, 9])
    #expect(!merged.namesBytes)
    #expect(merged.message == "as said")
  }

  @Test func groupsAreEqualWhateverTheirAmounts() {
    #expect(
      Finding.Merge(.slowAnswer, group: 3, amount: 1) == Finding.Merge(.slowAnswer, group: 3))
    #expect(Finding.Merge(.slowAnswer, group: 3) != Finding.Merge(.slowAnswer, group: 4))
    #expect(Finding.Merge(.slowAnswer, group: 3) != Finding.Merge(.visitFailed, group: 3))
  }

  @Test func aMessageKeepsItsValuesUntilItIsPrinted() {
    let aid = Identifier([0xF2, 0x22].span)
    let message: Finding.Message =
      "\(.command): \(aid), \(hex: UInt8(0x0A)) and \(hex: UInt16(0x6A82)), \(7) in \(milliseconds: 98_081_000) ms"
    #expect(
      message.text(command: "READ") == "READ: F222, 0A and 6A82, 7 in 98.1 ms")
  }

  @Test func messagesAreEqualWhenTheyPrintTheSame() {
    let one: Finding.Message = "frame \(7)"
    let other: Finding.Message = "frame 7"
    #expect(one == other)
    #expect(one != "frame 8")
    #expect(("\(.command)" as Finding.Message) != "")
  }

  @Test(
    "Times are rounded half up",
    arguments: [
      (98_081_000, "98.1"), (38_664_307, "38.7"), (49_999, "0.0"), (50_000, "0.1"), (0, "0.0"),
      (-50_000, "0.0"), (Int64.max, "4611686018427.4"),
    ] as [(Int64, String)]
  )
  func milliseconds(nanoseconds: Int64, expected: String) {
    #expect(Words.milliseconds(nanoseconds) == expected)
  }
}
