import Foundation

/// Writes card files as Swift string literals.
struct CardEmbedding {
  private let output: String
  private let paths: [String]

  /// `OUTPUT FILE…`
  init(arguments: [String]) {
    output = arguments.count > 1 ? arguments[1] : ""
    paths = Array(arguments.dropFirst(2))
  }

  /// Writes the output, or says what could not be read or written; the exit code.
  func run() -> Int32 {
    var text = "// Generated from Traces/cards/.\n\nextension BuiltInCard {\n"
    text += "  /// Every card, in the order of the files' names.\n"
    text += "  package static let all: [BuiltInCard] = ["
    for path in paths {
      guard let card = try? String(contentsOfFile: path, encoding: .utf8) else {
        return fail("\(path): error: cannot be read")
      }
      let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
      text +=
        "\n    BuiltInCard(\n      name: \"\(name)\",\n      text: ##\"\"\"\n\(card)\n\"\"\"##),"
    }
    text += "\n  ]\n}\n"
    guard FileManager.default.createFile(atPath: output, contents: Data(text.utf8)) else {
      return fail("\(output): error: cannot be written")
    }
    return 0
  }

  private func fail(_ message: String) -> Int32 {
    FileHandle.standardError.write(Data((message + "\n").utf8))
    return 1
  }
}
