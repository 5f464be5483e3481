import Bytes
import Testing

@testable import GrammarLanguage

@Suite struct StatementTreeTests {
  @Test func wordsStringsBodiesAndCitationsAreToldApart() throws {
    let tree = try tree(
      """
      # a comment
      grammar felica {   [FUM 4.4]
        code byte 1   # behind
      }
      enum E u8 {
        00 "no # comment, no [citation]" [T3T]
      }
      """)
    #expect(
      outline(tree) == [
        "grammar felica {2 [FUM 4.4]", "code byte 1", "enum E u8 {4",
        "00 \"no # comment, no [citation]\" [T3T]",
      ])
  }

  @Test(
    "What cannot be read is refused with its line and column",
    arguments: [
      ("}", "g:1:1: a } closes nothing"),
      ("a {\n b {\n }", "g:1:1: this { is never closed"),
      ("a\n  b \"c", "g:2:5: a string is never closed"),
      ("a [b", "g:1:3: a citation is never closed"),
      ("a [b] c", "g:1:7: a citation is always last on its line"),
      ("a { b", "g:1:5: only a citation may follow { on its line"),
      ("a {\n} b", "g:2:3: a } stands alone on its line"),
      ("a }", "g:1:3: a } stands alone on its line"),
      ("[b]", "g:1:1: a statement begins with a word"),
      ("{\n}", "g:1:1: a statement begins with a word"),
      ("a []", "g:1:4: a citation begins with its source"),
      ("a b\"c\"", "g:1:4: byte 22 cannot stand in a word"),
      ("a \"b\"c", "g:1:6: white space is missing behind this string"),
      ("a \u{1}", "g:1:3: byte 01 cannot stand in a word"),
      ("a é", "g:1:3: byte C3 cannot stand in a word"),
      ("a \"\u{1B}\"", "g:1:4: byte 1B cannot stand in a word"),
    ]
  )
  func refuses(text: String, message: String) {
    #expect(failure(Array(text.utf8)) == message)
  }

  @Test func bytesThatAreNotUTF8AreRefused() {
    #expect(failure([0x61, 0x20, 0x22, 0xFF, 0x22]) == "g:1:4: a string is not UTF-8")
    #expect(failure([0x23, 0xFF]) == "g:1:1: this comment is not UTF-8")
  }

  @Test func sizesAreBounded() {
    let deep = String(repeating: "a {\n", count: 9)
    #expect(failure(Array(deep.utf8)) == "g:9:1: braces are nested more than 8 deep")
    let wide = String(repeating: "a ", count: 513)
    #expect(failure(Array(wide.utf8)) == "g:1:1025: a statement has at most 512 words")
    let large = [UInt8](repeating: 0x20, count: 4_194_305)
    #expect(failure(large) == "g:1:1: a grammar has at most 4194304 bytes, this one 4194305")
  }

  @Test func theSecondFileHasItsOwnLines() throws {
    var tree = StatementTree()
    try tree.append(Array("a\nb\n".utf8), named: "first")
    let second = Array("\n}\n".utf8)
    let error = #expect(throws: GrammarError.self) { try tree.append(second, named: "second") }
    #expect(error?.description == "second:2:1: a } closes nothing")
  }

  private func tree(_ text: String) throws(GrammarError) -> StatementTree {
    var tree = StatementTree()
    try tree.append(Array(text.utf8), named: "g")
    return tree
  }

  private func failure(_ text: [UInt8]) -> String? {
    var tree = StatementTree()
    do {
      try tree.append(text, named: "g")
      return nil
    } catch {
      return error.description
    }
  }

  /// One line a statement: its words, how many statements its body ends before, its citation.
  private func outline(_ tree: StatementTree) -> [String] {
    tree.statements.map { statement in
      var parts = tree.words[statement.words].map { word in
        let text = String(decoding: tree.text[word.place.range], as: UTF8.self)
        return word.isString ? "\"\(text)\"" : text
      }
      if statement.hasBody { parts.append("{\(statement.end)") }
      if let citation = statement.citation {
        parts.append("[" + String(decoding: tree.text[citation.range], as: UTF8.self) + "]")
      }
      return parts.joined(separator: " ")
    }
  }
}
