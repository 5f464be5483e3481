import Testing

@testable import Decoding

@Suite struct CoverageTests {
  @Test(
    "Something new in front of what went by is told",
    arguments: [
      ([0..<16, 16..<32, 32..<48], [false, false, false]),
      // The same again.
      ([0..<16, 16..<32, 0..<16, 8..<24], [false, false, false, false]),
      // Backwards.
      ([32..<48, 16..<32, 0..<16], [false, true, true]),
      // The head first, then from the end.
      ([0..<16, 48..<64, 32..<48, 16..<32], [false, false, true, true]),
      // It does not meet what went by.
      ([32..<48, 0..<16], [false, false]),
    ] as [([Range<Int>], [Bool])])
  func tellsWhatIsInFront(pieces: [Range<Int>], expected: [Bool]) {
    var coverage = Coverage()
    var told: [Bool] = []
    for piece in pieces { told.append(coverage.add(piece, part: 0)) }
    #expect(told == expected)
  }

  @Test func keepsPartsApart() {
    var coverage = Coverage()
    let told = [
      coverage.add(16..<32, part: 1), coverage.add(0..<16, part: 2), coverage.add(0..<16, part: 1),
    ]
    #expect(told == [false, false, true])
  }

  @Test("Memory in more pieces than are remembered counts as out of order")
  func isBounded() {
    var coverage = Coverage()
    var told: [Bool] = []
    for index in 0..<18 { told.append(coverage.add(32 * index..<32 * index + 4, part: 0)) }
    #expect(told == Array(repeating: false, count: 16) + [true, true])
  }
}
