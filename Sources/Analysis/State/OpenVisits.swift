import Decoding

/// The states of the visits that are open, found by number.
struct OpenVisits {
  private var states: [VisitState] = []
  /// Where the visit of the last step stands; most steps belong to the same one.
  private var recent = 0
  /// For steps that belong to no visit.
  private var outside = VisitState(number: 0, technology: .unknown)

  /// More than these are open at a time only in traces of many sources; the oldest is given up.
  static let limit = 1024

  mutating func open(_ visit: Visit) {
    if states.count == Self.limit { states.removeFirst() }
    recent = states.count
    states.append(VisitState(number: visit.number, technology: visit.technology))
  }

  /// Takes a visit's state out when it ends.
  mutating func close(_ number: Int) -> VisitState {
    guard let index = states.firstIndex(where: { $0.number == number }) else {
      return VisitState(number: number, technology: .unknown)
    }
    recent = 0
    return states.remove(at: index)
  }

  /// A visit's state, to read and to change in place; a visit that never opened shares one.
  subscript(number: Int) -> VisitState {
    _read {
      if let index = index(of: number) { yield states[index] } else { yield outside }
    }
    _modify {
      if let index = index(of: number) {
        recent = index
        yield &states[index]
      } else {
        yield &outside
      }
    }
  }

  private func index(of number: Int) -> Int? {
    if recent < states.count, states[recent].number == number { return recent }
    return states.lastIndex { $0.number == number }
  }
}
