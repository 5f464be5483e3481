import BuiltInGrammars
import GrammarLanguage

extension Lexicon {
  /// The grammars that are built in and those of the user's files. A built-in grammar is read when
  /// it is first asked for.
  convenience init(builtInAnd users: [GrammarFile]) throws(GrammarError) {
    let builtIn = BuiltInGrammar.all.map { entry in
      GrammarFile(
        builtIn: entry.name, file: entry.file, labelCount: entry.labelCount, text: entry.text)
    }
    try self.init(builtIn + users)
  }
}
