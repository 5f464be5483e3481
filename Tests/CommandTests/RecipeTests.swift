import Foundation
import Testing

/// The recipes of the documentation work as they are printed.
@Suite(
  .enabled(
    if: Child.installed("make") != nil && Child.installed("nfc-list") != nil,
    "make or nfc-list is not installed"))
struct RecipeTests {
  /// The first block of a language in the article about testing.
  private func block(_ language: String) throws -> String {
    let article = Twin.folder.deletingLastPathComponent()
      .appendingPathComponent("Sources/Analysis/Analysis.docc/Testing-with-traces.md")
    let text = try String(contentsOf: article, encoding: .utf8)
    let parts = text.components(separatedBy: "```\(language)\n")
    return try #require(parts.dropFirst().first?.components(separatedBy: "```\n").first)
  }

  @Test func aMakefileRecordsComparesAndReports() throws {
    let scratch = Scratch()
    try scratch.write(Data(try block("make").utf8), to: "Makefile")
    let make = "make --no-print-directory READER=nfc-list"
    let golden = try Child.shell("\(make) golden", in: scratch)
    #expect(golden.code == 0, "\(golden.error)")

    // Each recording draws a random UID for the payment card, and is the same all the same.
    let check = try Child.shell("\(make) check", in: scratch)
    #expect(check.code == 0, "\(check.text)\(check.error)")
    #expect(check.lines.last == "0 of 2 pairs differ")

    // Another card takes the place of one: its UID and its ATS are others.
    let other = try Child.shell(
      "cp golden/type4.trace golden/payment.trace && \(make) report.xml", in: scratch)
    #expect(other.code != 0)
    let report = String(decoding: try #require(scratch.read("report.xml")), as: UTF8.self)
    #expect(report.contains("tests=\"2\" failures=\"1\" errors=\"0\""), "\(report)")
    #expect(report.contains("name=\"payment.trace\"><failure"))
  }
}
