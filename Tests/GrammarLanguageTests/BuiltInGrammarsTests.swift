import GrammarLanguage
import Testing

@Suite struct BuiltInGrammarsTests {
  @Test("A built-in grammar loads when it is asked for", arguments: BuiltInFiles.names)
  func loads(name: String) throws {
    let lexicon = try Lexicon(BuiltInFiles.all)
    #expect(lexicon.grammar(name)?.name == name)
  }

  @Test("What a file's examples say holds", arguments: BuiltInFiles.all.map(\.file))
  func everyExampleHolds(path: String) throws {
    let file = try #require(BuiltInFiles.all.first { $0.file == path })
    let check = try Lexicon(BuiltInFiles.all).runExamples(of: file)
    #expect(check.errors == [])
    #expect(check.examples > 0)
  }

  @Test func theOrderOfAskingDoesNotChangeALabelsNumber() throws {
    let forward = try Lexicon(BuiltInFiles.all)
    let backward = try Lexicon(BuiltInFiles.all)
    for name in backward.names.reversed() { _ = backward.grammar(name) }
    for name in forward.names {
      #expect(forward.grammar(name)?.labelBase == backward.grammar(name)?.labelBase)
    }
  }

  @Test func everyLabelHasAName() throws {
    let lexicon = try Lexicon(BuiltInFiles.all)
    let count = lexicon.names.compactMap { lexicon.grammar($0)?.labelCount }.reduce(0, +)
    for index in 0..<count { #expect(lexicon.name(of: UInt16(index)) != "") }
    #expect(lexicon.label(UInt16(count)) == nil)
    #expect(lexicon.name(of: .max) == "")
  }
}
