import Bytes
import Decoding
import GrammarLanguage
import Rendering
import Tags

/// NDEF messages: read, told, taken apart, written again.
enum Messages {
  static func run(_ bytes: [UInt8]) {
    let contents = NDEFContents(reading: bytes.span)
    expect(contents.message.length <= bytes.count, "a message ends inside its bytes")
    expect(contents.message.records.count <= NDEFMessage.recordLimit, "records are bounded")
    for problem in contents.problems {
      expect(problem.bytes.upperBound <= bytes.count, "a problem is in the bytes")
      expect(!problem.kind.words.isEmpty, "a problem has words")
    }
    var lines = NDEFLines(Known.lexicon, showsSecrets: bytes.count % 2 == 0)
    _ = lines.lines(of: contents)
    var json = NDEFJSON(Known.lexicon, showsSecrets: bytes.count % 2 == 0)
    var object = ByteBuffer(capacity: 256)
    object.append("{")
    json.append(recordsOf: contents, to: &object)
    object.append("}")
    var written: [UInt8] = []
    written.append(object.span)
    var value = JSONValue(written[...])
    expect(value.isWhole(), "records are JSON")
    var tree = FieldTree()
    NDEFDissector(Known.lexicon)?.dissect(bytes.span, into: &tree)
    for node in tree.nodes {
      expect(node.place.range.upperBound <= bytes.count, "a field is in the bytes")
    }
    // What was understood is written down and understood again.
    guard contents.message.problems.isEmpty, !contents.message.records.isEmpty else { return }
    let again = NDEFMessage(reading: contents.message.bytes)
    expect(again.records == contents.message.records, "what is written is what was read")
    expect(again.problems.isEmpty, "what is written is right")
  }
}
