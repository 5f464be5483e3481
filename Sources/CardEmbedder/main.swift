import Foundation

// OUTPUT FILE…: writes card files as Swift string literals.
exit(CardEmbedding(arguments: CommandLine.arguments).run())
