import Rendering
import TraceFormat

/// What the options of `record` want, whatever is recorded: where to, and whether it is told.
struct RecordingPlan {
  let telling: Telling
  /// Where to; nil for the first name that is free when the recording begins.
  private let given: String?
  private let isPrinted: Bool
  private let isSynchronized: Bool
  private let isForced: Bool

  /// Whether the trace goes to standard output, so that nothing else may.
  var takesOutput: Bool { given == "-" }

  init(_ arguments: Arguments) throws {
    given = arguments.value(.output)
    if given == "-" && arguments.has(.print) {
      throw Failure.usage("--print and -o - both want standard output", command: "record")
    }
    isPrinted = given != "-" && (arguments.has(.print) || Terminal.isOutput)
    isSynchronized = arguments.value(.sync) != "none"
    isForced = arguments.has(.force)
    var telling = try Telling(arguments)
    telling.goesOnUnheard = true
    self.telling = telling
  }

  /// Records a capture to its end, and tells it while it comes where that is wanted. `begun` is
  /// called once the trace is there.
  func record(
    _ capture: WatchedReader, named name: String, isLive: Bool, begun: () throws -> Void = {}
  ) throws {
    let recording = try begin(capture, isLive: isLive)
    capture.tap = { batch throws(TraceError) in try recording.append(batch) }
    // The two know each other; a recording that is let go takes what is unfinished with it.
    defer { capture.tap = nil }
    do {
      try begun()
      if isPrinted {
        if try telling.tell(capture, file: name).hasMasked { Telling.sayMasked() }
      } else {
        var batch = FrameBatch()
        while try capture.read(into: &batch) {}
      }
      try recording.finish()
    } catch {
      recording.breakOff(error)
      throw error
    }
    capture.saySecrets(in: recording.name)
  }

  /// Begins the trace. A name that is looked for may be taken by another recording in between: then
  /// it is the next one's turn.
  private func begin(_ capture: WatchedReader, isLive: Bool) throws(TraceError) -> Recording {
    var name = given ?? RecordingName.next()
    while true {
      do {
        return try Recording(
          capture, to: name, isLive: isLive, isSynchronized: isSynchronized, isForced: isForced)
      } catch {
        let next = RecordingName.next()
        if given != nil || next == name { throw error }
        name = next
      }
    }
  }
}
