import Bytes
import Foundation
import Testing

@testable import GrammarLanguage

@Suite struct GrammarDumpTests {
  @Test func aDumpSaysEveryWordAndWhichWereStrings() throws {
    let text = """
      grammar g {
        over x
        code none
      }
      source S "a \\ title"  # gone
      tag 5A "PAN" b [S 1.2]
      example "none" {
        > 5A00
      }
      """
    let lexicon = try Lexicon([GrammarFile(file: "g.grammar", bytes: Array(text.utf8))])
    #expect(
      dump("g", of: lexicon) == #"""
        {"grammar":"g","files":[
        {"file":"g.grammar","statements":[
        {"words":["grammar","g"],"body":[{"words":["over","x"]},{"words":["code","none"]}]},
        {"words":["source","S",{"text":"a \\ title"}]},
        {"words":["tag","5A",{"text":"PAN"},"b"],"citation":"S 1.2"},
        {"words":["example",{"text":"none"}],"body":[{"words":[">","5A00"]}]}]}]}

        """#)
    #expect(dump("h", of: lexicon) == "")
  }

  @Test("A dump makes the same tables again", arguments: BuiltInFiles.names)
  func nothingIsLost(name: String) throws {
    let lexicon = try Lexicon(BuiltInFiles.all)
    let grammar = try #require(lexicon.grammar(name))
    var tree = StatementTree()
    for (index, text) in try texts(in: dump(name, of: lexicon)).enumerated() {
      try tree.append(Array(text.utf8), named: "\(index)")
    }
    let again = try Grammar(tree, isChecked: true, labelBase: grammar.labelBase)
    #expect(describe(again) == describe(grammar))
  }

  private func dump(_ name: String, of lexicon: Lexicon) -> String {
    var buffer = ByteBuffer(capacity: 1024)
    _ = lexicon.append(dumpOf: name, to: &buffer)
    var bytes: [UInt8] = []
    let span = buffer.span
    for index in span.indices { bytes.append(span[index]) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The files' texts, written again from the JSON alone.
  private func texts(in dump: String) throws -> [String] {
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(dump.utf8)) as? [String: Any])
    let files = try #require(json["files"] as? [[String: Any]])
    return try files.map { file in
      try #require(file["statements"] as? [[String: Any]]).map(text).joined()
    }
  }

  private func text(of statement: [String: Any]) throws -> String {
    let words = try #require(statement["words"] as? [Any]).map { word in
      if let word = word as? String { return word }
      let quoted = try #require(word as? [String: String])
      return "\"\(quoted["text"] ?? "")\""
    }
    let body = statement["body"] as? [[String: Any]]
    let citation = (statement["citation"] as? String).map { " [\($0)]" } ?? ""
    let line = words.joined(separator: " ") + (body == nil ? "" : " {") + citation + "\n"
    guard let body else { return line }
    return line + (try body.map(text).joined()) + "}\n"
  }

  /// Everything in the tables, phrases by their words and not by their places.
  private func describe(_ grammar: Grammar) -> String {
    Mirror(reflecting: grammar.tables).children.filter { $0.label != "text" }.map { child in
      "\(child.label ?? ""): \(describe(child.value, grammar))\n"
    }.joined()
  }

  private func describe(_ value: Any, _ grammar: Grammar) -> String {
    if let phrase = value as? Phrase { return "\"\(grammar.string(phrase))\"" }
    let children = Mirror(reflecting: value).children
    guard !children.isEmpty else { return "\(value)" }
    let inner = children.map { "\($0.label ?? "") \(describe($0.value, grammar))" }
    return "\(type(of: value))(\(inner.joined(separator: ", ")))"
  }
}
