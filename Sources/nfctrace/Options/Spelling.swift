/// Guesses what a mistyped word was meant to be.
enum Spelling {
  /// The word that is at most two letters away (or one, for short words), if there is one.
  static func nearest(to word: String, among words: [String]) -> String? {
    let allowed = word.utf8.count > 5 ? 2 : 1
    return
      words
      .map { (word: $0, distance: distance(Array(word.utf8), Array($0.utf8))) }
      .filter { $0.distance <= allowed }
      .min { $0.distance < $1.distance }?
      .word
  }

  /// How many letters must be put in, taken out or changed to make one word of the other.
  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var row = Array(0...right.count)
    for (i, letter) in left.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, other) in right.enumerated() {
        let above = row[j + 1]
        row[j + 1] = min(above + 1, row[j] + 1, diagonal + (letter == other ? 0 : 1))
        diagonal = above
      }
    }
    return row[right.count]
  }
}
