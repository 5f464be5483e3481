import Testing

@testable import Analysis

@Suite struct FieldPatternTests {
  @Test(
    "A path stands for itself and what is in it; * for one component",
    arguments: [
      ("70.5F24", "70.5F24", true), ("70", "70.5F24", true), ("70.5F24", "70", false),
      ("70.5f24", "70.5F24", true), ("70.5F2", "70.5F24", false), ("*.9F36", "77.9F36", true),
      ("*.9F36", "9F36", false), ("blocks[0]", "blocks[0].block", true),
      ("blocks[0]", "blocks[1].block", false), ("blocks[*].block", "blocks[1].block", true),
      ("blocks", "blocks[1].block", true), ("6F.A5.9F38[2]", "6F.A5.9F38[2]", true),
      ("6F.A5.9F38", "6F.A5.9F38[2]", true), ("outcome", "outcome", true),
    ])
  func matches(pattern: String, path: String, expected: Bool) {
    #expect(FieldPattern(pattern)?.matches(path) == expected)
  }

  @Test(arguments: ["", "70.", ".70", "70..5F24"])
  func refusesEmptyComponents(text: String) { #expect(FieldPattern(text) == nil) }
}
