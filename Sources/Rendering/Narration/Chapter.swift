import Analysis
import Decoding

/// A piece of a trace's story with what was found in it: what is told at a time.
struct Chapter {
  /// Its place among the others, from 0.
  var number = 0
  var story = Story()
  var findings: [Finding] = []
  var outcomes: [VisitOutcome] = []
  /// Whether everything before it has ended: no visit is open, and no frame waits for its step. Such
  /// a chapter can be told without the ones before it.
  var startsAtRest = false

  /// Forgets the story and keeps the room.
  mutating func clear() {
    story.clear()
    findings.removeAll(keepingCapacity: true)
    outcomes.removeAll(keepingCapacity: true)
  }
}
