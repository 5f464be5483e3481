import Bytes
import Foundation
import GrammarLanguage
import Testing

/// Grammars that were damaged at random, the same way in every run: loading ends, with an error that
/// names a place or with tables that read anything.
@Suite struct MutationTests {
  @Test("A damaged grammar neither traps nor runs on", arguments: texts)
  func endsWhateverTheText(file: GrammarFile) throws {
    guard case .bytes(let original) = file.text else { return }
    let lines = original.split(separator: 0x0A, omittingEmptySubsequences: false).count
    var random = Xorshift(state: UInt64(original.count) | 1)
    for _ in 0..<40 {
      let text = damaged(original, &random)
      do {
        let lexicon = try Lexicon([GrammarFile(file: "g", bytes: text)])
        for name in lexicon.names { readAnything(lexicon, name, &random) }
      } catch {
        #expect(error.file == "g")
        #expect(error.line >= 1 && error.line <= lines + 8)
        #expect(error.message != "")
      }
    }
  }

  @Test("Good grammars read any bytes", arguments: BuiltInFiles.names)
  func readsAnything(name: String) throws {
    let lexicon = try Lexicon(BuiltInFiles.all)
    var random = Xorshift(state: 99)
    for _ in 0..<40 { readAnything(lexicon, name, &random) }
  }

  private func readAnything(_ lexicon: Lexicon, _ name: String, _ random: inout Xorshift) {
    guard let grammar = lexicon.grammar(name) else { return }
    let perspective = Perspective(grammar)
    var tree = FieldTree()
    for _ in 0..<20 {
      let bytes = (0..<random.below(40)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      tree.clear()
      if let message = grammar.message(in: bytes.span, isResponse: random.below(2) == 0) {
        var reader = MessageReader(perspective)
        reader.read(message, bytes.span, into: &tree)
        if let answer = grammar.answer(to: message) {
          var reader = MessageReader(perspective, command: reader.registers)
          reader.read(answer, bytes.span, into: &tree)
        }
      }
      let apdus = APDUReader(perspective)
      let command = apdus.readCommand(bytes.span, into: &tree)
      apdus.readResponse(bytes.span, to: command, into: &tree)
      var elements = MessageReader(perspective)
      elements.readElements(bytes.span, into: &tree)
      for node in tree.nodes {
        #expect(node.place.range.upperBound <= bytes.count)
        _ = lexicon.meanings(of: node, in: bytes.span)
      }
      for problem in tree.problems { #expect(tree.nodes.indices.contains(problem.node)) }
    }
  }

  /// Bytes changed, lines moved or doubled, words exchanged, the end cut off.
  private func damaged(_ original: [UInt8], _ random: inout Xorshift) -> [UInt8] {
    var lines = original.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
    for _ in 0...random.below(3) {
      let line = random.below(lines.count)
      switch random.below(6) {
      case 0: lines.remove(at: line)
      case 1: lines.insert(lines[line], at: random.below(lines.count))
      case 2: lines.swapAt(line, random.below(lines.count))
      case 3:
        guard !lines[line].isEmpty else { continue }
        lines[line][random.below(lines[line].count)] = UInt8(truncatingIfNeeded: random.next())
      case 4:
        var words = lines[line].split(separator: 0x20).map(Array.init)
        let other = lines[random.below(lines.count)].split(separator: 0x20).map(Array.init)
        guard !words.isEmpty, !other.isEmpty else { continue }
        words[random.below(words.count)] = other[random.below(other.count)]
        lines[line] = Array(words.joined(separator: [0x20]))
      default: lines[line] = Array(lines[line].prefix(random.below(lines[line].count + 1)))
      }
      if lines.isEmpty { return [] }
    }
    return Array(lines.joined(separator: [0x0A]))
  }

  private static let texts: [GrammarFile] = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let grammars = folder.deletingLastPathComponent().deletingLastPathComponent()
    let paths =
      ["ATS", "DESFire", "ISO15693", "NCI", "Type2", "WSC"].map { "Specimens/\($0).grammar" }
      .map { folder.appending(path: $0) }
      + ["FeliCa", "Type2", "GlobalPlatform", "ISO-DEP", "Applications", "ISO7816"].map {
        grammars.appending(path: "Grammars/\($0).grammar")
      }
    return paths.compactMap { path in
      guard let data = try? Data(contentsOf: path) else { return nil }
      return GrammarFile(file: path.lastPathComponent, bytes: Array(data))
    }
  }()
}
