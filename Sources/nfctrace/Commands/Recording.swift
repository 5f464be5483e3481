import TraceFormat

/// A trace that is being written from what passes through a reader.
final class Recording {
  /// What messages call the trace.
  private(set) var name: String
  private let capture: WatchedReader
  private let isLive: Bool
  private var writer: TraceWriter
  private var described: TraceDescription

  /// A live capture survives whatever ends the recording; one from a file is there when it is whole.
  init(
    _ capture: WatchedReader, to path: String, isLive: Bool, isSynchronized: Bool, isForced: Bool
  ) throws(TraceError) {
    name = path == "-" ? "standard output" : path
    self.capture = capture
    self.isLive = isLive
    described = capture.description
    writer = try TraceWriter(
      to: path, for: isLive ? .recording(synchronized: isSynchronized) : .conversion, described,
      force: isForced)
  }

  func append(_ batch: FrameBatch) throws(TraceError) {
    try describe()
    try writer.append(batch)
  }

  private func describe() throws(TraceError) {
    guard capture.description != described else { return }
    described = capture.description
    try writer.describe(described)
  }

  /// Ends the trace of a live capture where it is, with the reason in it. One from a file is not
  /// there if it is not whole.
  func breakOff(_ error: any Error) {
    guard isLive else { return }
    writer.breakOff("the recording stopped here: \(error)")
    capture.saySecrets(in: name)
  }

  /// Completes the trace and says what was written. Without a frame, a recording takes its file
  /// away, and a conversion, left unfinished, never gives it its name.
  func finish() throws(TraceError) {
    guard isLive || capture.frames > 0 else { return }
    try describe()
    let outcome = try writer.finish()
    for note in outcome.notes { StandardError.say(note) }
    guard outcome.frames > 0 else { return }
    let frames = outcome.frames == 1 ? "1 frame" : "\(outcome.frames) frames"
    name = outcome.movedTo ?? name
    StandardError.say("\(name): \(frames), \(outcome.bytes) bytes")
  }
}
