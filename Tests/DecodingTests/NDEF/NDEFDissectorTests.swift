import Bytes
import GrammarLanguage
import Testing
import TraceFormat

@testable import Decoding

/// The fields of messages: paths, bytes and places.
@Suite struct NDEFDissectorTests {
  @Test func everyFieldHasItsPlace() throws {
    let (tree, lexicon) = try dissect("D9 01 05 01 55 61 04 612E6465")
    let found = fields(of: tree, lexicon)
    #expect(
      found.filter { !$0.contains("flags.") } == [
        "records 0..<11", "records[0] 0..<11", "records[0].flags 0..<1",
        "records[0].type_length 1..<2", "records[0].payload_length 2..<3",
        "records[0].id_length 3..<4", "records[0].type 4..<5", "records[0].id 5..<6",
        "records[0].payload 6..<11", "records[0].payload.code 6..<7",
        "records[0].payload.uri 7..<11",
      ])
  }

  @Test func whatIsInsideAPosterIsInsideItsPayload() throws {
    let (tree, lexicon) = try dissect("D1 02 09 5370 D1010555 04612E6465")
    #expect(
      fields(of: tree, lexicon).last == "records[0].payload.records[0].payload.uri 10..<14")
  }

  @Test func theKeyOfANetworkIsASecret() throws {
    let (tree, lexicon) = try dissect(
      "D21710 6170706C69636174696F6E2F766E642E7766612E777363 100E000C 1027 0008 3132333435363738")
    let key = try #require(tree.nodes.last)
    #expect(key.number == 0x1027)
    #expect(lexicon.attributes(of: key.label).secret == .key)
  }

  @Test func damagedMessagesStayInTheirBytes() throws {
    let hex =
      "9B010101" + "5561 04" + "1102095370" + "D1010555" + "04612E6465" + "B2010261" + "0102"
      + "360001" + "03" + "5600020405" + "D0000001"
    let whole = try #require(Hex.bytes(hex))
    let lexicon = try Lexicon(builtInAnd: [])
    let dissector = try #require(NDEFDissector(lexicon))
    for index in whole.indices {
      for bit in 0..<8 {
        var bytes = whole
        bytes[index] ^= 1 << UInt8(bit)
        for end in [bytes.count, index] {
          var tree = FieldTree()
          dissector.dissect(bytes.span.extracting(0..<end), into: &tree)
          for node in tree.nodes { #expect(node.place.range.upperBound <= end) }
        }
      }
    }
  }

  private func dissect(_ hex: String) throws -> (FieldTree, Lexicon) {
    let bytes = try #require(Hex.bytes(hex))
    let lexicon = try Lexicon(builtInAnd: [])
    var tree = FieldTree()
    try #require(NDEFDissector(lexicon)).dissect(bytes.span, into: &tree)
    return (tree, lexicon)
  }

  private func fields(of tree: FieldTree, _ lexicon: Lexicon) -> [String] {
    tree.nodes.indices.dropFirst().map { index in
      var path = ByteBuffer(capacity: 32)
      lexicon.append(pathOf: index, in: tree, to: &path)
      let text = String(decoding: [UInt8](copying: path.span), as: UTF8.self)
      return "\(text) \(tree.nodes[index].place.range)"
    }
  }
}
