/// The fewest items to take out and put in that make one list of another (E. Myers, “An O(ND)
/// Difference Algorithm and Its Variations”, 1986), as long as that costs no more than it may.
struct Myers {
  /// What may still be looked at.
  private(set) var budget: Int

  /// More differences than these are not searched for: what is kept to walk back grows with their
  /// square.
  private static let mostDifferences = 3_000

  init(budget: Int) { self.budget = budget }

  /// The items that stay, as pairs of indices; nil where it would cost too much.
  mutating func pairs(_ old: [UInt64], _ new: [UInt64]) -> [(old: Int, new: Int)]? {
    let most = min(old.count + new.count, Self.mostDifferences)
    // How far each diagonal has come, and what it was after each round.
    var reached = [Int32](repeating: 0, count: 2 * most + 3)
    let middle = most + 1
    var rounds: [[Int32]] = []
    for round in 0...most {
      budget -= round + 1
      guard budget > 0 else { return nil }
      rounds.append(Array(reached[(middle - round)...(middle + round)]))
      for diagonal in stride(from: -round, through: round, by: 2) {
        let below = Int(reached[middle + diagonal - 1])
        let above = Int(reached[middle + diagonal + 1])
        let goesDown = diagonal == -round || diagonal != round && below < above
        var place = goesDown ? above : below + 1
        while place < old.count, place - diagonal < new.count,
          old[place] == new[place - diagonal]
        {
          place += 1
          budget -= 1
        }
        reached[middle + diagonal] = Int32(place)
        if place >= old.count, place - diagonal >= new.count {
          return Self.walkBack(old, new, rounds, diagonal: diagonal, round: round)
        }
      }
    }
    return nil
  }

  /// Follows the way back from the end of both lists.
  private static func walkBack(
    _ old: [UInt64], _ new: [UInt64], _ rounds: [[Int32]], diagonal: Int, round: Int
  ) -> [(old: Int, new: Int)] {
    var pairs: [(old: Int, new: Int)] = []
    var place = (old: old.count, new: new.count)
    var diagonal = diagonal
    for round in stride(from: round, through: 0, by: -1) {
      // What the diagonals had reached before this round: `rounds[round]` covers -round...round.
      let reached = rounds[round]
      func before(_ diagonal: Int) -> Int {
        let index = diagonal + round
        return reached.indices.contains(index) ? Int(reached[index]) : 0
      }
      let goesDown =
        diagonal == -round || diagonal != round && before(diagonal - 1) < before(diagonal + 1)
      let start: (old: Int, new: Int)
      if round == 0 {
        start = (0, 0)
      } else {
        let from = goesDown ? diagonal + 1 : diagonal - 1
        let reachedOld = goesDown ? before(from) : before(from) + 1
        start = (reachedOld, reachedOld - diagonal)
        diagonal = from
      }
      while place.old > start.old, place.new > start.new {
        place.old -= 1
        place.new -= 1
        pairs.append((place.old, place.new))
      }
      if round > 0 { place = goesDown ? (start.old, start.new - 1) : (start.old - 1, start.new) }
    }
    return pairs.reversed()
  }
}
