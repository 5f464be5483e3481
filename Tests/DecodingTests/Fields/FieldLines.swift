import Bytes
import GrammarLanguage

/// The nodes of a tree as `path hex "meaning"`, for comparison.
enum FieldLines {
  static func text(_ tree: FieldTree, _ bytes: Span<UInt8>, _ lexicon: Lexicon) -> [String] {
    var lines: [String] = []
    for index in tree.nodes.indices {
      let node = tree.nodes[index]
      var words = [index == 0 ? lexicon.name(of: node.label) : path(index, tree, lexicon)]
      if node.kind == .bits {
        words.append(String(node.number, radix: 16))
      } else if index > 0 || node.kind != .message {
        words.append(Hex.text(bytes.extracting(node.place.range)))
      }
      words += lexicon.meanings(of: node, in: bytes).map { "\"\($0)\"" }
      lines.append(words.joined(separator: " "))
    }
    return lines
  }

  private static func path(_ node: Int, _ tree: FieldTree, _ lexicon: Lexicon) -> String {
    var path = ByteBuffer(capacity: 64)
    lexicon.append(pathOf: node, in: tree, to: &path)
    return string(path.span)
  }

  static func string(_ bytes: Span<UInt8>) -> String {
    var text: [UInt8] = []
    text.append(bytes)
    return String(decoding: text, as: UTF8.self)
  }
}
