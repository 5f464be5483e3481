import Foundation
import GrammarLanguage
import Testing

/// Protocols that are not in `Grammars/` yet, written down as far as they ask something of the
/// language that nothing else does. Their examples are the expectations.
@Suite struct SpecimenTests {
  @Test(
    "A specimen loads, and what its examples say holds",
    arguments: [
      "ATS.grammar", "DESFire.grammar", "ISO15693.grammar", "NCI.grammar", "Type2.grammar",
      "WSC.grammar",
    ]
  )
  func holds(name: String) throws {
    let check = try #require(Lexicon.check([try specimen(name)]).first)
    #expect(check.errors == [])
    #expect(check.examples > 0)
  }

  @Test func anExampleThatDoesNotHoldIsNamedWithItsLine() throws {
    let file = try specimen("ATS.grammar")
    guard case .bytes(let bytes) = file.text else { return }
    let text = String(decoding: bytes, as: UTF8.self)
    let wrong = text.replacing("= tb.fwi      08", with: "= tb.fwi      09")
    #expect(wrong != text)
    let check = Lexicon.check([GrammarFile(file: "ATS.grammar", bytes: Array(wrong.utf8))])
    #expect(check.first?.errors.map(\.description) == ["ATS.grammar:39:3: instead: 08"])
  }

  private func specimen(_ name: String) throws -> GrammarFile {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Specimens")
    let data = try Data(contentsOf: folder.appending(path: name))
    return GrammarFile(file: name, bytes: Array(data))
  }
}
