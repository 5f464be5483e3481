/// A key with a typing error: it is none, but looks like one.
package struct NearMiss: Equatable, Sendable {
  /// What stands there.
  package var written: String
  /// What it should be.
  package var meant: String
  /// Whether the right key stands there too, so that nothing is missed.
  package var isBesideIt = false

  /// Keys that differ from a known one in case, white space or a letter or two.
  static func all(in entries: [PropertyList.Entry], of known: [String]) -> [NearMiss] {
    let keys = Set(entries.map(\.key))
    let meant = known.map { (key: $0, letters: simplified($0)) }
    var found: [NearMiss] = []
    var left = comparisonLimit
    for written in keys.subtracting(known).sorted() where written.utf8.count <= 200 {
      let bare = simplified(written)
      for (key, letters) in meant where abs(bare.count - letters.count) <= distance {
        left -= 1
        guard isNear(bare, letters) else { continue }
        found.append(NearMiss(written: written, meant: key, isBesideIt: keys.contains(key)))
        break
      }
      if found.count >= limit || left <= 0 { break }
    }
    return found
  }

  /// How many letters may be wrong.
  private static let distance = 2
  /// How many are found, and how many keys are looked at closely. A list may be made of nothing else.
  private static let limit = 64
  private static let comparisonLimit = 2_000

  private static func simplified(_ key: String) -> [Character] {
    Array(key.lowercased().filter { !$0.isWhitespace })
  }

  /// Whether one becomes the other by changing, adding or leaving out at most two letters.
  private static func isNear(_ one: [Character], _ other: [Character]) -> Bool {
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
    return row[other.count] <= distance
  }
}
