/// Tells whether a visit's rows are those of an earlier one.
///
/// Each visit's rows make a chain of numbers. While a visit's chain is the beginning of an earlier
/// one's it may be a repeat; at its end it is one if it is an earlier one's whole chain. Polls in
/// front count for nothing, and those at the end are compared apart.
struct VisitRepeats {
  /// Every beginning of the chains that are known.
  private var beginnings: Set<Int> = []
  private var known: [Int: Known] = [:]
  /// The visit under work: the beginnings of its chain.
  private var chain: [Int] = []
  private var link = 0
  private var polls: [Int] = []
  /// Whether the visit under work may be a repeat.
  private(set) var isCandidate = false

  /// A visit that others may repeat.
  private struct Known {
    let visit: Int
    let polls: [Int]
  }

  /// How much is remembered; more visits are written out in full.
  private static let limit = 65_536

  /// A visit that is the same as an earlier one.
  struct Match: Equatable {
    let visit: Int
    /// Whether the polls at its end are the same, too.
    let pollsMatch: Bool
  }

  /// Begins a visit.
  mutating func begin() {
    chain.removeAll(keepingCapacity: true)
    polls.removeAll(keepingCapacity: true)
    link = 0
    isCandidate = !known.isEmpty
  }

  /// Takes in a row. Afterwards the visit may be no candidate any more.
  mutating func add(_ row: borrowing Row) {
    var key = RowKey()
    key.add(UInt64(bitPattern: Int64(row.key)))
    key.add(UInt64(row.count))
    if row.folding == .poll {
      polls.append(key.value)
      return
    }
    if !chain.isEmpty { for poll in polls { extend(by: poll) } }
    polls.removeAll(keepingCapacity: true)
    extend(by: key.value)
  }

  /// The visit is written out, whatever follows.
  mutating func giveUp() { isCandidate = false }

  /// Ends a visit, whose end showed the findings that `extra` stands for.
  mutating func end(_ visit: Int, extra: Int) -> Match? {
    extend(by: extra)
    if isCandidate, let earlier = known[link] {
      return Match(visit: earlier.visit, pollsMatch: earlier.polls == polls)
    }
    if beginnings.count + chain.count <= Self.limit, known[link] == nil {
      beginnings.formUnion(chain)
      known[link] = Known(visit: visit, polls: polls)
    }
    return nil
  }

  private mutating func extend(by key: Int) {
    var next = RowKey()
    next.add(UInt64(bitPattern: Int64(link)))
    next.add(UInt64(bitPattern: Int64(key)))
    link = next.value
    if isCandidate, !beginnings.contains(link) { isCandidate = false }
    if chain.count < Self.limit { chain.append(link) }
  }
}
