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
    #expect(run.text.hasPrefix("a.grammar:"))
    #expect(run.text.contains(": error: "))
    #expect(run.lines.count == 1)
    #expect(run.error.isEmpty)
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

  @Test func dumpsAGrammarAsJSON() throws {
    let run = try Child.nfctrace(["grammar", "dump", "felica"], in: Scratch())
    #expect(run.code == 0)
    #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: run.output) }
    let unknown = try Child.nfctrace(["grammar", "dump", "felika"], in: Scratch())
    #expect(unknown.code == 2)
    #expect(
      unknown.error
        == "nfctrace: felika: neither a grammar nor a file; did you mean felica?\n")
  }

  @Test("A user's grammar names what the built-in ones do not")
  func readsTheUsersGrammars() throws {
    // An AID of the proprietary class, which no registry lists.
    let grammar = """
      grammar club {
        extends applications
      }

      source CLUB "The club's own list"

      aid F0434C5542 "Chess club" access [CLUB]

      example "the club's card" {
        > F0434C5542
        = application "Chess club"
      }

      """
    let scratch = Scratch()
    try scratch.write(Data(grammar.utf8), to: "club.grammar")
    let log = Data("> 00A4040005F0434C554200\n< 9000\n".utf8)
    let without = try Child.nfctrace(["decode", "-"], input: log, in: scratch)
    #expect(!without.text.contains("Chess club"))
    let named = try Child.nfctrace(
      ["decode", "--grammar", "club.grammar", "-"], input: log, in: scratch)
    #expect(named.text.contains("Chess club"), "\(named.error)\(named.text)")

    let folder = scratch.folder.appendingPathComponent(".config/nfctrace/grammars")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try scratch.write(Data(grammar.utf8), to: ".config/nfctrace/grammars/club.grammar")
    let found = try Child.nfctrace(["decode", "-"], input: log, in: scratch)
    #expect(found.output == named.output)
  }
}
