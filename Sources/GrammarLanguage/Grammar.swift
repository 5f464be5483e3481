package import Bytes

/// One protocol's facts, ready to be looked up. Never changes once it is loaded.
package final class Grammar: Sendable {
  let tables: GrammarTables
  /// The first of its labels in the index space of all grammars; 0 for one that is alone.
  package let labelBase: UInt16

  init(_ tables: GrammarTables, labelBase: UInt16) {
    self.tables = tables
    self.labelBase = labelBase
  }

  /// Loads a grammar by itself. `isChecked: false` is for text that was checked when it was built in.
  package convenience init(_ text: [UInt8], file: String, isChecked: Bool = true)
    throws(GrammarError)
  {
    var tree = StatementTree()
    try tree.append(text, named: file)
    try self.init(tree, isChecked: isChecked, labelBase: 0)
  }

  /// Loads a grammar and what user files add to it, which come behind it in the tree.
  convenience init(_ tree: StatementTree, isChecked: Bool, labelBase: UInt16)
    throws(GrammarError)
  {
    var compiler = GrammarCompiler(tree, isChecked: isChecked)
    try compiler.compile()
    self.init(compiler.tables, labelBase: labelBase)
  }

  /// How many labels it has.
  package var labelCount: Int { tables.labels.count }

  /// Its name.
  package var name: String { string(tables.name) }

  /// Which layer hands it bytes, in words for people.
  package var over: String { string(tables.over) }

  /// Where its messages have their code.
  package var code: CodePlace { tables.code }

  /// CLA and SW1 of APDUs that wrap its messages, where it has them.
  package var wrap: (cla: UInt8, sw1: UInt8)? { tables.wrap.map { ($0.cla, $0.sw1) } }

  /// A phrase as a string. For cold paths.
  package func string(_ phrase: Phrase) -> String {
    String(decoding: tables.text[phrase.place.range], as: UTF8.self)
  }

  /// Writes a phrase.
  package func append(_ phrase: Phrase, to buffer: inout ByteBuffer) {
    let text = tables.text
    buffer.append(text.span.extracting(phrase.place.range))
  }
}

/// A `tlv` of a grammar.
package struct DictionaryIndex: Equatable, Hashable, Sendable {
  let row: UInt16
}

/// A message or struct of a grammar.
package struct MessageIndex: Equatable, Hashable, Sendable {
  let row: UInt16
}
