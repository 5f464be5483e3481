import BuiltInGrammars
import GrammarLanguage

/// The built-in grammars' files, for tests.
enum BuiltInFiles {
  static let all = BuiltInGrammar.all.map { entry in
    GrammarFile(
      builtIn: entry.name, file: entry.file, labelCount: entry.labelCount, text: entry.text)
  }

  /// The grammars' names, each once.
  static let names = all.compactMap { file in
    file.builtIn.flatMap { $0.labelCount > 0 ? $0.name : nil }
  }
}
