import Bytes
import GrammarLanguage
import Testing

@testable import Analysis
@testable import Decoding

@Suite struct VocabularyTests {
  private func isError(
    _ command: String, _ status: String, under aid: String = ""
  ) throws -> Bool {
    var builder = StoryBuilder()
    try builder.select(aid)
    try builder.exchange(command, status)
    let story = builder.end()
    guard case .step(let step, _) = story.entries[1], case .exchange(let exchange) = step.content
    else {
      Issue.record("no exchange")
      return false
    }
    var vocabulary = Vocabulary(lexicon)
    let bytes = story.bytes.span
    let view = APDUView(
      step, exchange, CommandAPDU(bytes.extracting(exchange.command.range)), bytes)
    let first = vocabulary.isError(view)
    #expect(vocabulary.isError(view) == first, "the same when it is remembered")
    return first
  }

  @Test(
    "A status is read under the application and the command",
    arguments: [
      ("00B0000000", "9000", "", false), ("00B0000000", "6110", "", false),
      ("00B0000000", "6282", "", false), ("00A40000023F00", "6283", "", false),
      ("00B0000000", "6A82", "", true), ("00B0000000", "6D00", "", true),
      ("0020008108243333FFFFFFFFFF", "63C2", "", true), ("00D6000001AA", "63C2", "", false),
      ("90BD000000", "9100", "D2760000850100", false),
      ("90BD000000", "91AF", "D2760000850100", false),
      ("90BD000000", "919D", "D2760000850100", true),
      ("80A8000002830000", "6986", "A0000000031010", true),
    ]
  )
  func status(command: String, status: String, aid: String, expected: Bool) throws {
    #expect(try isError(command, status, under: aid) == expected)
  }

  @Test func namesAreTheGrammars() throws {
    var vocabulary = Vocabulary(lexicon)
    let visa = Identifier([0xA0, 0, 0, 0, 3, 0x10, 0x10].span)
    let nobody = Identifier([0xA0, 0x11, 0x22, 0x33, 0x44].span)
    #expect(vocabulary.name(of: visa) == "Visa")
    #expect(vocabulary.application(visa)?.isPayment == true)
    #expect(vocabulary.application(nobody)?.name == nil)
    #expect(vocabulary.name(of: nobody) == "A011223344")
    #expect(
      vocabulary.instruction(cla: 0x80, ins: 0xA8, application: visa)
        == "GET PROCESSING OPTIONS")
    #expect(vocabulary.instruction(cla: 0x00, ins: 0xB2, application: visa) == "READ RECORD")
    #expect(vocabulary.instruction(cla: 0x00, ins: 0x99, application: visa) == "INS 99")
  }
}
