import Testing

@testable import Rendering

/// A visit with more findings than can wait for its end.
@Suite struct ManyFindingsTests {
  /// Bytes 12 34 are the CRC_A of no such answer.
  private static let lines = (0..<2500).map { number in
    ">a 0\(2 + number % 2)00B000000F\n< 0\(2 + number % 2)90001234\n"
  }.joined()

  @Test func areListedInPartsAndAllOfThem() throws {
    let lines = try story(ScriptedReader.activated + Self.lines)
    let numbers = lines.compactMap { line -> Int? in
      guard line.hasPrefix("  ["), line.contains("crc-mismatch") else { return nil }
      return Int(line.dropFirst(3).prefix { $0.isNumber })
    }
    #expect(numbers == Array(1...2500))
    // The rows of the visit go on behind the first findings.
    let first = try #require(lines.firstIndex { $0.contains("crc-mismatch") })
    let last = try #require(lines.lastIndex { $0.contains("READ BINARY") })
    #expect(first < last)
    #expect(lines.count { $0.contains("visit 1") && $0.contains("continued") } == 2)
    #expect(lines.last == "2500 findings: 2500 errors")
  }
}
