import BuiltInGrammars
import Decoding
import GrammarLanguage
import Rendering

/// What the built-in grammars know, read once.
enum Known {
  static let files = BuiltInGrammar.all.map { entry in
    GrammarFile(
      builtIn: entry.name, file: entry.file, labelCount: entry.labelCount, text: entry.text)
  }
  static let lexicon: Lexicon = {
    do {
      let lexicon = try Lexicon(files)
      for name in lexicon.names { _ = lexicon.grammar(name) }
      return lexicon
    } catch {
      preconditionFailure("the built-in grammars can be read: \(error)")
    }
  }()
  static let names = NameSource(lexicon)
  static let secrets = SecretFinder(lexicon)
}
