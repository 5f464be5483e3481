import Foundation

/// The package's own files, as the tests of its shape read them.
enum Sources {
  /// The folder that Package.swift is in.
  static let root: URL = {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { url.deleteLastPathComponent() }
    return url
  }()

  /// One file and its text.
  struct File: CustomStringConvertible, Sendable {
    /// Its path from the package's folder.
    let path: String
    let text: String

    var description: String { path }
    var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

    /// The module it belongs to: the folder below `Sources`.
    var module: String { path.split(separator: "/").dropFirst().first.map(String.init) ?? "" }

    /// The modules it imports.
    var imports: [String] {
      lines.compactMap { line in
        let words = line.split(separator: " ")
        guard let index = words.firstIndex(of: "import"), index + 1 < words.count,
          words[..<index].allSatisfy({ Self.modifiers.contains($0) })
        else { return nil }
        return String(words[index + 1])
      }
    }

    private static let modifiers: Set<Substring> = [
      "package", "internal", "public", "private", "fileprivate", "@unsafe", "@preconcurrency",
      "@testable", "@_exported",
    ]
  }

  /// Every Swift file below a folder of the package.
  static func swiftFiles(in folder: String) -> [File] {
    let start = root.appendingPathComponent(folder)
    let paths = FileManager.default.enumerator(atPath: start.path)?.compactMap { $0 as? String }
    return (paths ?? []).filter { $0.hasSuffix(".swift") }.sorted().compactMap { path in
      guard let text = try? text(of: "\(folder)/\(path)") else { return nil }
      return File(path: "\(folder)/\(path)", text: text)
    }
  }

  /// The text of a file of the package.
  static func text(of path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }
}
