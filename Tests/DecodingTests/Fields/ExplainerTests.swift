import Bytes
import GrammarLanguage
import Testing

@testable import Decoding

@Suite struct ExplainerTests {
  @Test func explainsAStatusWord() throws {
    let found = try explain("6A82")
    #expect(found.map(\.title) == ["status 6A82, error: file or application not found"])
    #expect(found.first?.source?.hasPrefix("ISO/IEC 7816-4") == true)
  }

  @Test func saysWhereAStatusMeansSomethingElse() throws {
    let found = try explain("6986")
    #expect(found.first?.lines == [])
    let visa = try #require(found.first { $0.title.hasSuffix("see phone") })
    #expect(visa.lines == ["under Visa (A000000003)", "to GET PROCESSING OPTIONS"])
    // The same words to many commands are one explanation.
    #expect(found.count < 5)
    let tries = try explain("63C2")
    #expect(tries.contains { $0.title == "status 63C2, warning: 2 tries left" })
  }

  @Test func explainsTags() throws {
    let pan = try #require(try explain("5A").first { $0.title.hasPrefix("tag 5A") })
    #expect(pan.lines.contains("masked unless secrets are shown (pan)"))
    #expect(try explain("pdol").map(\.title) == ["tag 9F38: PDOL"])
    let withValue = try explain("9F38069F66049F0206")
    #expect(withValue.map(\.title) == ["tag 9F38: PDOL"])
    let reading = try #require(withValue.first?.reading)
    let bytes = Hex.bytes("9F38069F66049F0206") ?? []
    #expect(
      FieldLines.text(reading.tree, bytes.span, try Lexicon(builtInAnd: [])).contains(
        #"9F38[1] 9F0206 "Amount, Authorised""#))
  }

  @Test func explainsInstructions() throws {
    let byNumber = try explain("B2").filter { $0.title.hasPrefix("instruction") }
    #expect(byNumber.map(\.title) == ["instruction B2: READ RECORD"])
    #expect(byNumber.first?.lines.contains("P2 sssss---  SFI s") == true)
    #expect(
      try explain("get processing options").map(\.title)
        == ["instruction A8: GET PROCESSING OPTIONS"])
    #expect(try explain("rats").map(\.title) == ["command E0 of iso-dep: RATS"])
  }

  @Test func explainsIdentifiers() throws {
    let visa = try #require(try explain("A000000003101003").first)
    #expect(visa.title == "AID A000000003101003: Visa")
    #expect(visa.lines.contains("for payment"))
    #expect(visa.lines.contains("told by its first 7 bytes; 03 is the issuer's"))
  }

  @Test("What nobody knows is not explained", arguments: ["zzz", "E0E0E0E0E0", "FB"])
  func knowsNothing(text: String) throws { #expect(try explain(text).isEmpty) }

  private func explain(_ text: String) throws -> [Explanation] {
    Explainer(try Lexicon(builtInAnd: [])).explain(text)
  }
}
