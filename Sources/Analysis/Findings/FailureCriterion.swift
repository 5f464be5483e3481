/// What `--fail-on` names: findings that make a capture count as bad.
package struct FailureCriterion: Equatable, Sendable {
  private var severity: Severity?
  private var categories: Set<Category> = []
  private var ids: Set<FindingID> = []

  /// Reads words separated by commas: a severity (it and everything worse), a category, an id.
  package init(_ list: String) throws(UnknownWord) {
    for piece in list.split(separator: ",", omittingEmptySubsequences: false) {
      let word = String(piece)
      if let severity = Severity.allCases.first(where: { $0.word == word }) {
        self.severity = min(self.severity ?? severity, severity)
      } else if let category = Category(rawValue: word) {
        categories.insert(category)
      } else if let id = FindingID(rawValue: word) {
        ids.insert(id)
      } else {
        throw UnknownWord(word: word)
      }
    }
  }

  /// Whether a finding is one of those.
  package func matches(_ finding: Finding) -> Bool {
    if let severity, finding.severity >= severity { return true }
    return categories.contains(finding.category) || ids.contains(finding.id)
  }

  /// A word that is no severity, category or id.
  package struct UnknownWord: Error, Equatable, Sendable, CustomStringConvertible {
    package let word: String

    package var description: String {
      let severities = Severity.allCases.reversed().map(\.word)
      let categories = Category.allCases.map(\.rawValue)
      let ids = FindingID.allCases.map(\.rawValue).sorted()
      return """
        '\(word)' is no severity (\(severities.joined(separator: ", "))), no category \
        (\(categories.joined(separator: ", "))) and no finding's id \
        (\(ids.joined(separator: ", ")))
        """
    }
  }
}
