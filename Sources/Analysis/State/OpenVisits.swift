import Decoding

/// The states of the visits that are open.
struct OpenVisits {
  /// The first one is for steps of no visit, and of visits that never opened.
  private var states = [VisitState(number: 0, technology: .unknown)]
  /// Where the visit of the last step stands; most steps belong to the same one.
  private var recent = 0

  /// More than these are open at a time only in traces of many sources; the oldest is given up.
  static let limit = 1024

  mutating func open(_ visit: Visit) {
    if states.count > Self.limit { states.remove(at: 1) }
    recent = states.count
    states.append(VisitState(number: visit.number, technology: visit.technology))
  }

  /// Takes a visit's state out when it ends.
  mutating func close(_ number: Int) -> VisitState {
    let place = place(of: number)
    guard place > 0 else { return VisitState(number: number, technology: .unknown) }
    recent = 0
    return states.remove(at: place)
  }

  /// Where a visit's state stands until another visit opens or ends.
  mutating func place(of number: Int) -> Int {
    if states[recent].number != number {
      recent = states.lastIndex { $0.number == number } ?? 0
    }
    return recent
  }

  /// The state at a place, to read and to change.
  subscript(place: Int) -> VisitState {
    _read { yield states[place] }
    _modify { yield &states[place] }
  }
}
