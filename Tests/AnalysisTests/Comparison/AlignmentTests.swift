import Testing

@testable import Analysis

/// Lists aligned: pairs are right, rise, and are as many as can be.
@Suite struct AlignmentTests {
  /// The most items that two lists have in common, in order: the textbook's table.
  private func longest(_ old: [UInt64], _ new: [UInt64]) -> Int {
    var row = [Int](repeating: 0, count: new.count + 1)
    for item in old {
      var diagonal = 0
      for index in new.indices {
        let above = row[index + 1]
        row[index + 1] = item == new[index] ? diagonal + 1 : max(above, row[index])
        diagonal = above
      }
    }
    return row[new.count]
  }

  private func isSound(
    _ pairs: [(old: Int, new: Int)], _ old: [UInt64], _ new: [UInt64]
  ) -> Bool {
    var last = (old: -1, new: -1)
    for pair in pairs {
      guard pair.old > last.old, pair.new > last.new, old[pair.old] == new[pair.new] else {
        return false
      }
      last = pair
    }
    return true
  }

  @Test func fewestDifferencesOfRandomLists() {
    var random = SystemRandomNumberGenerator()
    for round in 0..<400 {
      let kinds = UInt64([2, 3, 8, 40][round % 4])
      let old = (0..<Int.random(in: 0...30, using: &random)).map { _ in
        UInt64.random(in: 0..<kinds, using: &random)
      }
      let new = (0..<Int.random(in: 0...30, using: &random)).map { _ in
        UInt64.random(in: 0..<kinds, using: &random)
      }
      var myers = Myers(budget: 1_000_000)
      let pairs = myers.pairs(old, new)
      #expect(pairs.map { isSound($0, old, new) } == true, "\(old) \(new)")
      #expect(pairs?.count == longest(old, new), "\(old) \(new)")
      let alignment = Alignment(old, new)
      #expect(isSound(alignment.pairs, old, new), "\(old) \(new)")
      #expect(alignment.openGaps.isEmpty)
    }
  }

  @Test func unlikeListsAreGivenUpInTime() {
    // The same twenty values in another order, 20,000 times: no head, no tail, nothing unique.
    let old = (0..<20_000).map { UInt64($0 % 20) }
    let new = (0..<20_000).map { UInt64(($0 * 7 + 3) % 20) }
    let alignment = Alignment(old, new, budget: 3_000_000)
    #expect(alignment.openGaps == [Alignment.Gap(old: 0..<20_000, new: 0..<20_000)])
    #expect(alignment.budget < 3_000_000)
  }

  @Test func whatIsUniqueHoldsTheRestTogether() {
    // 5 and 9 are once in both; between them 1s and 2s repeat.
    let old: [UInt64] = [1, 2, 5, 1, 1, 2, 9, 2]
    let new: [UInt64] = [2, 1, 5, 1, 2, 9, 1, 2]
    let pairs = Alignment(old, new).pairs
    #expect(pairs.contains { $0.old == 2 && $0.new == 2 })
    #expect(pairs.contains { $0.old == 6 && $0.new == 5 })
    #expect(isSound(pairs, old, new))
  }

  @Test(
    "The longest rising run",
    arguments: [
      ([3, 1, 2], 2), ([], 0), ([5, 4, 3], 1), ([1, 5, 2, 6, 3, 7], 4), ([2, 9, 3, 4, 8, 5, 6], 5),
    ])
  func rises(items: [Int], length: Int) {
    let run = RisingRun.longest(items)
    #expect(run.count == length)
    #expect(zip(run, run.dropFirst()).allSatisfy { $0 < $1 && items[$0] < items[$1] })
  }

  @Test func whatMovedIsFoundOnce() {
    var matching = Matching(old: 3, new: 3)
    matching.pair(by: [7, 8, 9], [8, 9, 7])
    matching.findMoved(by: [7, 8, 9], [8, 9, 7])
    #expect(matching.newOfOld == [-1, 0, 1])
    #expect(matching.movedOld == [0: 2] && matching.movedNew == [2: 0])
  }
}
