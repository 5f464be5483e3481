import Bytes
import GrammarLanguage
import Testing

/// Which of several values has a say, in long words and in short ones.
@Suite struct GrammarMeaningsTests {
  private let grammar: Grammar

  init() throws {
    let text = """
      grammar words {
        over  nowhere
        code  ins
      }
      source S "a standard"
      enum Place u8 {                     [S]
        00        "nothing at all"        short "nothing"
        00000---  "current file"
        sssss---  "file {s}"              short "{s}"
        -----100  "by number"
        05..07    "reserved"
      }
      class 000-----  "one"
      class 0001----  "chained"
      status 6200        warning "plain"
      status 6202..6280  warning "from the card" short "card"
      status 62--        warning "some"
      example "nothing" {
        > 00A40000
        = unknown
      }
      """
    grammar = try Grammar(
      Array(text.utf8), file: "words.grammar")
  }

  @Test(
    "Of values that speak of the same bits the first that fits has a say, and others add theirs",
    arguments: [
      (0x00, ["nothing at all"]),
      (0x04, ["current file", "by number"]),
      (0x0C, ["file 1", "by number"]),
      (0x05, ["current file", "reserved"]),
      (0xF8, ["file 31"]),
    ] as [(UInt8, [String])]
  )
  func sameBits(value: UInt8, expected: [String]) throws {
    #expect(try meanings(value, isShort: false) == expected)
  }

  @Test(
    "Short words stand in where there are any",
    arguments: [
      (0x00, ["nothing"]), (0x0C, ["1", "by number"]), (0x04, ["current file", "by number"]),
    ] as [(UInt8, [String])]
  )
  func short(value: UInt8, expected: [String]) throws {
    #expect(try meanings(value, isShort: true) == expected)
  }

  @Test(
    "A range of status words stands between a value and a pattern",
    arguments: [
      (0x6200, "plain"), (0x6201, "some"), (0x6202, "from the card"), (0x6280, "from the card"),
      (0x6281, "some"),
    ] as [(UInt16, String)]
  )
  func ranges(word: UInt16, expected: String) throws {
    let status = try #require(Perspective(grammar).status(word, cla: 0, ins: nil))
    #expect(text { grammar.append(status, to: &$0) } == expected)
  }

  @Test("A value that speaks of the same bits as a wider one before it is refused")
  func refusesTheCovered() {
    let text = """
      grammar words {
        over  nowhere
        code  none
      }
      source S "a standard"
      enum Place u8 {    [S]
        sssss---  "file {s}"
        00000---  "current file"
      }
      example "none" {
        > 00
      }
      """
    #expect(throws: GrammarError.self) { try Grammar(Array(text.utf8), file: "words.grammar") }
  }

  private func meanings(_ value: UInt8, isShort: Bool) throws -> [String] {
    let set = try #require(grammar.enumeration(named: "Place"))
    var found: [String] = []
    var meanings = grammar.meanings(of: UInt64(value), in: set)
    while let meaning = meanings.next() {
      found.append(text { grammar.append(meaning, isShort: isShort, to: &$0) })
    }
    return found
  }

  private func text(_ write: (inout ByteBuffer) -> Void) -> String {
    var buffer = ByteBuffer(capacity: 64)
    write(&buffer)
    let span = buffer.span
    return String(decoding: span.indices.map { span[$0] }, as: UTF8.self)
  }
}
