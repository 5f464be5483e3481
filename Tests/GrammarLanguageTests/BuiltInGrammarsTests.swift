import BuiltInGrammars
import GrammarLanguage
import Testing

@Suite struct BuiltInGrammarsTests {
  private let files = BuiltInGrammar.all.map { entry in
    GrammarFile(
      builtIn: entry.name, file: entry.file, labelCount: entry.labelCount, text: entry.text)
  }

  @Test func everyBuiltInGrammarLoadsWhenItIsAskedFor() throws {
    let lexicon = try Lexicon(files)
    #expect(lexicon.names.contains("felica"))
    for name in lexicon.names { #expect(lexicon.grammar(name)?.name == name) }
  }

  @Test func everyExampleHolds() throws {
    let lexicon = try Lexicon(files)
    for file in files {
      let check = lexicon.runExamples(of: file)
      #expect(check.errors == [])
      #expect(check.examples > 0)
    }
  }
}
