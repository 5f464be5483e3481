/// A grammar's text and where it is from.
package struct GrammarFile: Sendable {
  /// What errors call it.
  package let file: String
  package let text: Text
  /// For a grammar that is built in: its name and how many labels it makes.
  package let builtIn: BuiltIn?

  /// Where the text lies.
  package enum Text: Sendable {
    case literal(StaticString)
    case bytes([UInt8])
  }

  /// What is known of a grammar before it is read.
  package struct BuiltIn: Equatable, Sendable {
    package let name: String
    package let labelCount: Int
  }

  /// A grammar that was checked when the program was built; it is read when it is first asked for.
  package init(builtIn name: StaticString, file: StaticString, labelCount: Int, text: StaticString)
  {
    self.file = file.description
    self.text = .literal(text)
    builtIn = BuiltIn(name: name.description, labelCount: labelCount)
  }

  /// A user's grammar; it is read and checked at once.
  package init(file: String, bytes: [UInt8]) {
    self.file = file
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
