package import Decoding

/// A finding's evidence: one place or two, seldom more. The first one is the primary one.
package struct Places: RandomAccessCollection, Equatable, Sendable, ExpressibleByArrayLiteral {
  package private(set) var count = 0
  private var one = Self.nowhere
  private var two = Self.nowhere
  private var more: [Place] = []

  private static var nowhere: Place { Place(frame: 0, bytes: 0..<0) }

  /// No place.
  package init() {}

  /// One place.
  package init(_ place: Place) {
    one = place
    count = 1
  }

  package init(arrayLiteral places: Place...) {
    for place in places { append(place) }
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { count }

  package subscript(index: Int) -> Place {
    precondition(index >= 0 && index < count, "there are only so many places")
    return index == 0 ? one : index == 1 ? two : more[index - 2]
  }

  /// Adds a place behind the others.
  package mutating func append(_ place: Place) {
    switch count {
    case 0: one = place
    case 1: two = place
    default: more.append(place)
    }
    count += 1
  }
}
