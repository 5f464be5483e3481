import TraceFormat

/// The name of a recording that was given none: `session.trace`, `session-2.trace`, …
enum RecordingName {
  /// The first of the names that nothing stands under.
  static func next(
    isTaken: (String) -> Bool = { Descriptor.standing($0) != .nothing }
  ) -> String {
    var number = 1
    while true {
      let name = number == 1 ? "session.trace" : "session-\(number).trace"
      if !isTaken(name) { return name }
      number += 1
    }
  }
}
