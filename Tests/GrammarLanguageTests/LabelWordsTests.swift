import Bytes
import GrammarLanguage
import Testing

@Suite struct LabelWordsTests {
  @Test func theCopiedWordsAreTheGrammarsOwn() throws {
    let lexicon = try Lexicon(BuiltInFiles.all)
    var words = LabelWords(lexicon)
    #expect(lexicon.labelCount > 1000)
    for label in 0..<UInt16(lexicon.labelCount) {
      #expect(text { words.append(nameOf: label, to: &$0) } == lexicon.name(of: label))
      #expect(text { words.append(titleOf: label, to: &$0) } == lexicon.title(of: label))
      #expect(words.attributes(of: label) == lexicon.attributes(of: label))
    }
  }

  @Test func shortWordsAreTakenWhereThereAreSome() throws {
    let grammar = """
      grammar g {
        over x
        code none
      }
      source S "s"
      tag 5A "Application PAN" cn short "PAN" secret pan [S]
      tag 50 "Application Label" ans
      example "none" {
        > 5A00
      }
      """
    let lexicon = try Lexicon([GrammarFile(file: "g", bytes: Array(grammar.utf8))])
    var words = LabelWords(lexicon)
    let labels = UInt16(lexicon.labelCount)
    let shorts = (0..<labels).suffix(2).map { label in
      text { words.append(titleOf: label, isShort: true, to: &$0) }
    }
    #expect(shorts == ["PAN", "Application Label"])
    #expect(words.attributes(of: labels - 2).secret == .pan)
    #expect(text { words.append(nameOf: labels, to: &$0) } == "")
    #expect(words.attributes(of: labels).secret == nil)
  }

  private func text(_ write: (inout ByteBuffer) -> Void) -> String {
    var buffer = ByteBuffer(capacity: 64)
    write(&buffer)
    var bytes: [UInt8] = []
    let span = buffer.span
    for index in span.indices { bytes.append(span[index]) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
