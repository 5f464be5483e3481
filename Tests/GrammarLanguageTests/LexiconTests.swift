import Bytes
import GrammarLanguage
import Testing

@Suite struct LexiconTests {
  private let base = """
    grammar cards {
      over x
      code aid
    }
    source S "A list"
    rid A000000003 "Visa" [S 1]
    aid A0000000031010 "Visa credit" payment [S]
    aid A0000000032010 "Visa Electron" payment
    example "one" {
      > A0000000031010
      = application "Visa credit"
    }
    """

  private let mine = """
    grammar mine {
      over x
      code aid
      extends cards
    }
    source M "My notes"
    aid A0000000031010 "My bank's card" payment [M]
    aid F0010203040506 "Door" access
    example "mine" {
      > A0000000031010
      = application "My bank's card"
      > F0010203040506
      = access
    }
    """

  @Test func aUsersFileAddsToAGrammarAndWinsOverIt() throws {
    let lexicon = try Lexicon([file("cards", base), file("mine", mine)])
    #expect(lexicon.names == ["cards"])
    #expect(lexicon.conflicts == ["mine:7: takes the place of cards:7"])
    let cards = try #require(lexicon.grammar("cards"))
    #expect(try name(of: "A000000003101000", in: cards) == "My bank's card")
    #expect(try name(of: "A0000000032010", in: cards) == "Visa Electron")
    #expect(try name(of: "F0010203040506", in: cards) == "Door")
  }

  @Test func theSameAIDTwiceInOnesOwnFilesIsAnError() throws {
    let error = #expect(throws: GrammarError.self) {
      try Lexicon([file("cards", base), file("mine", mine), file("also", mine)])
    }
    #expect(
      error?.description.contains("also:7:") == true
        || error?.description.contains("mine:7:") == true)
    #expect(error?.message.hasPrefix("this AID is given twice; first in ") == true)
  }

  @Test func aUsersGrammarOfABuiltInsNameTakesItsPlace() throws {
    let felica = """
      grammar felica {
        over nfc-f
        code byte 0
      }
      source S "Another book"
      command 00 Hello [S]
      example "hello" {
        > 00
        = Hello
      }
      """
    let lexicon = try Lexicon(BuiltInFiles.all + [file("mine.grammar", felica)])
    #expect(
      lexicon.conflicts == ["mine.grammar: takes the place of the built-in grammar 'felica'"])
    #expect(lexicon.names == (try Lexicon(BuiltInFiles.all)).names)
    #expect(Lexicon.check([file("f", felica)], with: BuiltInFiles.all).map(\.examples) == [1])
  }

  @Test func aFileThatExtendsNothingThereIsAnError() {
    let error = #expect(throws: GrammarError.self) { try Lexicon([file("mine", mine)]) }
    #expect(error?.description == "mine:4:11: no grammar 'cards' is there to extend")
  }

  @Test func twoUsersGrammarsOfOneNameAreAnError() {
    let error = #expect(throws: GrammarError.self) {
      try Lexicon([file("a", base), file("b", base)])
    }
    #expect(error?.description == "b:1:1: the grammar 'cards' is in a already")
  }

  @Test func checkingGoesOnBehindAFileThatDoesNotLoad() {
    let checks = Lexicon.check([file("bad", "grammar"), file("cards", base), file("mine", mine)])
    #expect(checks.map(\.file) == ["bad", "cards", "mine"])
    #expect(checks.map(\.name) == [nil, "cards", "cards"])
    #expect(checks[0].errors.map(\.description) == ["bad:1:8: expected the grammar's name"])
    // The base's own example no longer holds: the user's file wins.
    #expect(checks[1].errors.map(\.description) == ["cards:11:3: instead: \"My bank's card\""])
    #expect(checks[2].errors == [])
  }

  @Test func citationsAreToldInWords() throws {
    let lexicon = try Lexicon([file("cards", base)])
    let cards = try #require(lexicon.grammar("cards"))
    let aid: [UInt8] = [0xA0, 0, 0, 0, 3, 0x99]
    let owner = cards.application(aid.span)
    #expect(owner?.citation.flatMap(cards.words(ofCitation:)) == "A list, 1")
  }

  @Test func listAndCheckArePrinted() throws {
    let lexicon = try Lexicon([file("cards", base), file("mine", mine)])
    #expect(
      printed { buffer in for summary in lexicon.summaries { summary.append(textTo: &buffer) } }
        == "cards         over x          3 applications; cards, mine (yours)\n")
    #expect(
      printed { buffer in for summary in lexicon.summaries { summary.append(jsonTo: &buffer) } }
        == #"{"type":"grammar","name":"cards","over":"x","files":["cards","mine"],"yours":true,"#
        + #""messages":0,"instructions":0,"statuses":0,"tags":0,"applications":3,"products":0,"#
        + #""labels":18}"# + "\n")
    let checks = Lexicon.check([file("bad", "grammar"), file("cards", base)])
    #expect(
      printed { buffer in for check in checks { check.append(textTo: &buffer) } }
        == "bad:1:8: error: expected the grammar's name\ncards: cards: 1 example holds\n")
    #expect(
      printed { buffer in for check in checks { check.append(jsonTo: &buffer) } }
        == #"{"type":"grammar-check","file":"bad","examples":0,"errors":[{"file":"bad","line":1,"#
        + #""column":8,"message":"expected the grammar's name"}]}"# + "\n"
        + #"{"type":"grammar-check","file":"cards","name":"cards","examples":1,"errors":[]}"# + "\n"
    )
  }

  private func file(_ name: String, _ text: String) -> GrammarFile {
    GrammarFile(file: name, bytes: Array(text.utf8))
  }

  private func name(of hex: String, in grammar: Grammar) throws -> String? {
    let aid = try #require(Hex.bytes(hex))
    return grammar.application(aid.span)?.name.map(grammar.string)
  }

  private func printed(_ write: (inout ByteBuffer) -> Void) -> String {
    var buffer = ByteBuffer(capacity: 256)
    write(&buffer)
    var bytes: [UInt8] = []
    let span = buffer.span
    for index in span.indices { bytes.append(span[index]) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
