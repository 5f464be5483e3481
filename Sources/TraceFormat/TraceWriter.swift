import Bytes

/// Writes a trace: from a file that is converted, or from what happens while it happens.
package struct TraceWriter: ~Copyable {
  /// Where the frames come from, which decides what becomes of the file if something goes wrong.
  package enum Purpose: Equatable, Sendable {
    /// From a file: the trace is there when it is whole, and never in part.
    case conversion
    /// As they happen: whatever ends the recording, what was recorded stays. `synchronized` puts
    /// it on the disk ten times a second, so that a power cut takes no more than that.
    case recording(synchronized: Bool)
  }

  /// What was written.
  package struct Outcome: Equatable, Sendable {
    package var frames: Int
    package var bytes: Int64
    /// Where the trace is, if that is not where it was to be.
    package var movedTo: String?
    /// What went otherwise than it should, each in one line.
    package var notes: [String]
  }

  /// One of the two writes.
  var conversion: BlockWriter?
  let recording: Recording?
  private let alarm: Alarm?

  /// Begins a trace under a name; `-` is standard output. A file of that name is refused unless
  /// `force`.
  package init(
    to path: String, for purpose: Purpose, _ description: TraceDescription, force: Bool = false
  ) throws(TraceError) {
    switch purpose {
    case .conversion:
      try self.init(converting: try OutputFile.beside(path, force: force), description)
    case .recording(let synchronized):
      let output = try OutputFile.under(path, force: force)
      let recording = try Recording.begin(output, description, synchronized: synchronized)
      try self.init(recording, named: path)
    }
  }

  /// Converts into a file that takes its name when it is finished.
  init(
    converting output: consuming OutputFile, _ description: TraceDescription
  ) throws(TraceError) {
    conversion = try BlockWriter.begin(output, description, identity: 0)
    recording = nil
    alarm = nil
  }

  private init(_ recording: Recording, named name: String) throws(TraceError) {
    do throws(SystemError) {
      alarm = try Alarm { recording.ring() }
    } catch {
      throw error.error(name)
    }
    self.recording = recording
    conversion = nil
  }

  /// Adds frames, whose numbers go up. A recording that cannot go on says so once and each time.
  package mutating func append(_ batch: FrameBatch) throws(TraceError) {
    if let recording {
      if try recording.append(batch) { alarm?.set() }
    } else {
      for frame in batch.frames { try conversion?.append(frame, in: batch.bytes.span) }
    }
  }

  /// Describes the trace anew, because something was learned of it, such as another source.
  package mutating func describe(_ description: TraceDescription) throws(TraceError) {
    try recording?.describe(description)
    try conversion?.describe(description)
  }

  /// Ends a recording at its last frame, because what delivered the frames failed, and says so in
  /// the trace. A conversion is let go, and nothing of it is left.
  package mutating func breakOff(_ reason: String) {
    alarm?.stop()
    recording?.breakOff(reason)
  }

  /// Completes the trace. A recording without a frame leaves no file.
  package mutating func finish() throws(TraceError) -> Outcome {
    if let recording {
      alarm?.stop()
      return try recording.finish()
    }
    try conversion?.finish()
    try conversion?.output.finish()
    return Outcome(
      frames: conversion?.frames ?? 0, bytes: conversion?.goodLength ?? 0, notes: [])
  }
}
