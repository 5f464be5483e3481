/// What a payload's reader finds wrong, at the bytes of the payload.
package struct PayloadFaults: Equatable, Sendable {
  package private(set) var found: [(kind: NDEFProblem.Kind, bytes: Range<Int>)] = []

  package init() {}

  /// Takes one, as long as there is room.
  mutating func note(_ kind: NDEFProblem.Kind, _ bytes: Range<Int>) {
    guard found.count < NDEFMessage.problemLimit else { return }
    found.append((kind, bytes))
  }

  /// The kinds in the order in which they were found.
  package var kinds: [NDEFProblem.Kind] { found.map(\.kind) }

  package static func == (one: Self, other: Self) -> Bool {
    one.kinds == other.kinds && one.found.map(\.bytes) == other.found.map(\.bytes)
  }
}
