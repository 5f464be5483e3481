/// A key with a typing error: it is none, but looks like one.
package struct NearMiss: Equatable, Sendable {
  /// What stands there.
  package var written: String
  /// What it should be.
  package var meant: String

  /// Keys that differ from a known one in case, white space or a letter or two.
  static func all(in entries: [PropertyList.Entry], of known: [String]) -> [NearMiss] {
    entries.map(\.key).sorted().compactMap { written in
      guard !known.contains(written), written.utf8.count <= 200 else { return nil }
      let bare = simplified(written)
      guard let meant = known.first(where: { isNear(bare, simplified($0)) }) else { return nil }
      return NearMiss(written: written, meant: meant)
    }
  }

  private static func simplified(_ key: String) -> [Character] {
    Array(key.lowercased().filter { !$0.isWhitespace })
  }

  /// Whether one becomes the other by changing, adding or leaving out at most two letters.
  private static func isNear(_ one: [Character], _ other: [Character]) -> Bool {
    guard abs(one.count - other.count) <= 2 else { return false }
    var row = Array(0...other.count)
    for (index, letter) in one.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for (column, opposite) in other.enumerated() {
        let change = diagonal + (letter == opposite ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(change, row[column] + 1, row[column + 1] + 1)
      }
    }
    return row[other.count] <= 2
  }
}
