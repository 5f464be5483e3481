import Foundation
import GrammarLanguage

exit(Embedding(arguments: CommandLine.arguments).run())
