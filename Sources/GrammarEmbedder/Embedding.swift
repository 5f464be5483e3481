import Foundation
import GrammarLanguage

/// Checks grammar files and writes them as Swift string literals.
struct Embedding {
  private let output: String
  private let folder: String
  private let paths: [String]

  /// `OUTPUT FOLDER FILE…`
  init(arguments: [String]) {
    output = arguments.count > 1 ? arguments[1] : ""
    folder = arguments.count > 2 ? arguments[2] : ""
    paths = Array(arguments.dropFirst(3))
  }

  /// Writes the output, or says what is wrong; the exit code.
  func run() -> Int32 {
    var files: [GrammarFile] = []
    for path in paths {
      guard let data = FileManager.default.contents(atPath: path) else {
        return fail("\(path): error: cannot be read")
      }
      files.append(
        GrammarFile(file: path, bytes: data.filter { $0 != UInt8(ascii: "\r") }, isUsers: false))
    }
    let checks = Lexicon.check(files)
    let errors = checks.flatMap(\.errors)
    guard errors.isEmpty else {
      for error in errors { _ = fail("\(error.located): error: \(error.message)") }
      return 1
    }
    do {
      let text = source(try Lexicon(files), files)
      guard FileManager.default.createFile(atPath: output, contents: Data(text.utf8)) else {
        return fail("\(output): error: cannot be written")
      }
      return 0
    } catch {
      return fail("\(error.located): error: \(error.message)")
    }
  }

  private func source(_ lexicon: Lexicon, _ files: [GrammarFile]) -> String {
    var text = "// Generated from Grammars/.\n\nextension BuiltInGrammar {\n"
    text += "  /// Every grammar, in the order of the files' names.\n"
    text += "  package static let all: [BuiltInGrammar] = ["
    for name in lexicon.names {
      var labelCount = lexicon.grammar(name)?.labelCount ?? 0
      for file in lexicon.files(of: name) {
        guard case .bytes(let bytes) = file.text else { continue }
        let path = file.file.dropFirst(folder.count + 1)
        text += "\n    BuiltInGrammar(\n      name: \"\(name)\", file: \"\(path)\", "
        text += "labelCount: \(labelCount), text: \(literal(bytes))),"
        labelCount = 0
      }
    }
    return text + "\n  ]\n}\n"
  }

  /// A raw string literal with as many # as its text needs.
  private func literal(_ bytes: [UInt8]) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    var marks = "#"
    while text.contains("\"\"\"" + marks) || text.contains("\\" + marks) { marks += "#" }
    return "\(marks)\"\"\"\n\(text)\n\"\"\"\(marks)"
  }

  private func fail(_ message: String) -> Int32 {
    FileHandle.standardError.write(Data((message + "\n").utf8))
    return 1
  }
}

extension GrammarError {
  /// `file:line:column`
  fileprivate var located: String { "\(file):\(line):\(column)" }
}
