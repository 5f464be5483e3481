import Foundation
import Testing

/// `grammar`: what is said of good and bad files, and grammars of the user's own.
@Suite struct GrammarCommandTests {
  @Test func everyBuiltInGrammarIsGood() throws {
    let run = try Child.nfctrace(["grammar", "check"], in: Scratch())
    #expect(run.code == 0)
    #expect(run.error.isEmpty)
    #expect(run.text.contains("FeliCa.grammar"))
  }

  @Test func aWrongLineIsNamedWithLineAndColumn() throws {
    let scratch = Scratch()
    try scratch.write(
      Data("grammar wrong {\n  over iso7816\n  nonsense here\n}\n".utf8), to: "a.grammar")
    let run = try Child.nfctrace(["grammar", "check", "a.grammar"], in: scratch)
    #expect(run.code == 1)
    #expect(run.error.hasPrefix("a.grammar:"))
    #expect(run.error.filter { $0 == "\n" }.count == 1)
  }

  @Test func aMissingFileIsAFailure() throws {
    let run = try Child.nfctrace(["grammar", "check", "missing.grammar"], in: Scratch())
    #expect(run.code == 2)
    #expect(run.error == "nfctrace: missing.grammar: No such file or directory\n")
  }

  @Test func listsTheBuiltInGrammars() throws {
    let run = try Child.nfctrace(["grammar", "list"], in: Scratch())
    #expect(run.code == 0)
    for name in ["felica", "iso7816", "applications", "iso-dep"] {
      #expect(run.lines.contains { $0.hasPrefix(name) }, "\(name)")
    }
  }
}
