import Rendering
import TraceFormat

/// What the options of `record` want, whatever is recorded: where to, and whether it is told.
struct RecordingPlan {
  let telling: Telling
  private let to: String
  private let isPrinted: Bool
  private let isSynchronized: Bool
  private let isForced: Bool

  /// Whether the trace goes to standard output, so that nothing else may.
  var takesOutput: Bool { to == "-" }

  init(_ arguments: Arguments) throws {
    to = arguments.value(.output) ?? RecordingName.next()
    if to == "-" && arguments.has(.print) {
      throw Failure.usage("--print and -o - both want standard output", command: "record")
    }
    isPrinted = to != "-" && (arguments.has(.print) || Terminal.isOutput)
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
    let recording = try Recording(
      capture, to: to, isLive: isLive, isSynchronized: isSynchronized, isForced: isForced)
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
}
