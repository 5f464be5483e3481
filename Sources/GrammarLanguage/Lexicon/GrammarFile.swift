/// A grammar's text and where it is from.
package struct GrammarFile: Sendable {
  /// What errors call it.
  package let file: String
  package let text: Text
  /// For a grammar that is built in: its name and how many labels it makes.
  package let builtIn: BuiltIn?
  /// Whether it wins over what it extends and over a grammar of its own name.
  package let isUsers: Bool

  /// Where the text lies.
  package enum Text: Sendable {
    case literal(StaticString)
    case bytes([UInt8])
  }

  /// What is known of a grammar before it is read.
  package struct BuiltIn: Equatable, Sendable {
    package let name: String
    /// Of the whole grammar, in the file that begins it; 0 in files that extend it.
    package let labelCount: Int
  }

  /// A grammar that was checked when the program was built; it is read when it is first asked for.
  package init(builtIn name: StaticString, file: StaticString, labelCount: Int, text: StaticString)
  {
    self.file = file.description
    self.text = .literal(text)
    builtIn = BuiltIn(name: name.description, labelCount: labelCount)
    isUsers = false
  }

  /// A grammar that is read and checked at once: a user's, or one of the product's sources.
  package init(file: String, bytes: [UInt8], isUsers: Bool = true) {
    self.file = file
    self.isUsers = isUsers
    text = .bytes(bytes)
    builtIn = nil
  }

  var bytes: [UInt8] {
    switch text {
    case .literal(let text): Array(text.description.utf8)
    case .bytes(let bytes): bytes
    }
  }
}
