import Bytes
import GrammarLanguage
import Testing

@testable import Decoding

/// Known blocks of FeliCa cards have fields of their own below their bytes.
@Suite struct FelicaBlockFieldsTests {
  private static let idm = "012E3D4C5B6A7988"

  /// What the answer to a READ of one block says, a line a field.
  private func fields(_ service: String, _ block: String, _ bytes: String) throws -> [String] {
    let talk = """
      >f 0600FFFF0000
      <f 1201\(Self.idm)00F1000000014300
      >f 1006\(Self.idm)01\(service)0180\(block)
      <f 1D07\(Self.idm)000001\(bytes)
      """
    let lexicon = try Lexicon(builtInAnd: [])
    var dissector = Dissector(lexicon)
    var dissection = Dissection()
    let story = Talk(talk).story()
    for entry in story.entries {
      guard case .step(let step, _) = entry, case .exchange = step.content else { continue }
      dissector.dissect(step, in: story, into: &dissection)
    }
    return dissection.withBytes(of: dissection.answer, in: story) { answer in
      FieldLines.text(dissection.answer.tree, answer, lexicon)
    }
  }

  @Test func anAttributeBlock() throws {
    let lines = try fields("0B00", "00", "100401000D0000000000010000700093")
    #expect(lines.contains(#"data[0].nmaxb 000D "13""#), "\(lines)")
    #expect(lines.contains(#"data[0].write_flag 00 "no update under way""#))
    #expect(lines.contains(#"data[0].length 000070 "112""#))
  }

  @Test func systemBlocksOfTheLiteFamily() throws {
    let configuration = try fields("0B00", "88", "FFFFFF01070000000000000000000000")
    #expect(configuration.contains(#"data[0].all FF "system blocks not locked""#))
    let mac = try fields("0B00", "91", "A1A2A3A4A5A6A7A80500000000000000")
    #expect(mac.contains(#"data[0].mac A1A2A3A4A5A6A7A8 "A8A7A6A5A4A3A2A1""#), "\(mac)")
    #expect(mac.contains(#"data[0].count 050000 "5""#))
  }

  @Test func aTrip() throws {
    let lines = try fields("0F09", "00", "160100020E8101020105E80300008000")
    #expect(lines.contains(#"data[0].balance E803 "1000""#), "\(lines)")
    #expect(lines.contains(#"data[0].process 01 "fare paid""#))
  }

  /// A user's own bytes, and those of services that nobody describes, stay bytes.
  @Test(arguments: [("0B00", "05"), ("0B10", "00"), ("0F09", "00")])
  func unknownBlocksAreBytes(service: String, block: String) throws {
    let bytes = String(repeating: "FF", count: 16)
    #expect(try fields(service, block, bytes).contains("data[0] \(bytes)"))
  }
}
