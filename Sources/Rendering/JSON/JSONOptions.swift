/// How a story is written as JSON.
package struct JSONOptions: Sendable {
  /// One document, an array of the objects; otherwise one object a line.
  package var isDocument = false
  /// Which part of the trace is written; the summary is of all.
  package var filter = Filter()
  /// What is written; findings and the summary always are.
  package var details: Set<Detail> = [.exchanges]

  package init() {}

  /// How much of a trace is told.
  package enum Detail: String, CaseIterable, Sendable {
    case visits, exchanges, fields, frames
  }

  /// What is asked for, worked out once.
  struct Contents: Sendable {
    let frames: Bool
    let fields: Bool
    /// Fields are those of exchanges, unless only frames are asked for beside them.
    let exchanges: Bool
    let visits: Bool

    init(_ details: Set<Detail>) {
      frames = details.contains(.frames)
      fields = details.contains(.fields)
      exchanges = details.contains(.exchanges) || fields && !frames
      visits = exchanges || details.contains(.visits)
    }
  }
}
