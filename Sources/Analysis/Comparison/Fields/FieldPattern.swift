/// Names fields by their path: `6F.A5.BF0C` stands for that field and everything in it, `*` for any
/// one component, `*.9F36` therefore for 9F36 in any template, and `blocks[*].block` for all items.
package struct FieldPattern: Equatable, Sendable {
  /// As it was given.
  package let text: String
  private let components: [Substring]

  /// Reads a pattern; nil where a component is empty.
  package init?(_ text: String) {
    let components = Self.components(of: text)
    guard !components.isEmpty, !components.contains(where: \.isEmpty) else { return nil }
    self.text = text
    self.components = components
  }

  /// Whether a path is the named one, or inside it.
  package func matches(_ path: String) -> Bool {
    let parts = Self.components(of: path)
    guard parts.count >= components.count else { return false }
    return zip(components, parts).allSatisfy { pattern, part in
      pattern == "*" || pattern == "[*]" && part.hasPrefix("[")
        || pattern.compare(ignoringCase: part)
    }
  }

  /// Names between points, and indices with their brackets: `blocks[0].block` has three.
  private static func components(of path: String) -> [Substring] {
    path.split(separator: ".", omittingEmptySubsequences: false).flatMap { component in
      guard let bracket = component.firstIndex(of: "["), bracket != component.startIndex else {
        return [component]
      }
      return [component[..<bracket], component[bracket...]]
    }
  }
}

extension Substring {
  /// Whether two are the same, letters of either case being one: tags are written in both.
  fileprivate func compare(ignoringCase other: Substring) -> Bool {
    utf8.count == other.utf8.count && lowercased() == other.lowercased()
  }
}
