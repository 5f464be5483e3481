import Bytes
import Decoding
import GrammarLanguage

/// Of the paths that were given, those that name no field of a trace: most likely they are misspelt.
struct UnmetPatterns {
  private let lexicon: Lexicon
  private(set) var patterns: [FieldPattern]

  /// What differences are called that are no fields. They can be anywhere.
  private static let others = ["command", "answer", "outcome", "transport", "latency"]

  init(_ patterns: [FieldPattern], _ lexicon: Lexicon) {
    self.lexicon = lexicon
    self.patterns = patterns.filter { pattern in
      !pattern.text.hasPrefix("parts") && !Self.others.contains { pattern.matches($0) }
    }
  }

  /// Takes in the fields of a step.
  mutating func meet(_ dissection: borrowing Dissection) {
    meet(dissection.command.tree)
    meet(dissection.answer.tree)
  }

  private mutating func meet(_ tree: FieldTree) {
    for node in tree.nodes.indices {
      if patterns.isEmpty { return }
      let path = lexicon.path(of: node, in: tree)
      patterns.removeAll { $0.matches(path) }
    }
  }
}
