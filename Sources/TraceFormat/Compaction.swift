/// Writes a finished recording once more, in large blocks instead of many small ones, or because
/// its file was taken away meanwhile.
enum Compaction {
  /// Replaces the file by its compact form, wherever it lies now. Where that cannot be done, it
  /// stays as it is, and a note says why. What lies nowhere any more is written anew.
  static func run(
    _ recorded: borrowing OutputFile, blockFrames: Int, _ outcome: inout TraceWriter.Outcome
  ) throws(TraceError) {
    guard let place = recorded.place else {
      return try rescue(recorded, blockFrames, &outcome)
    }
    if place != recorded.name {
      outcome.movedTo = place
      outcome.notes.append("\(recorded.name) was moved meanwhile; the recording is \(place)")
    }
    let reader = try TraceReader(try recorded.reopened())
    do throws(TraceError) {
      outcome.bytes = try copy(reader, to: place, force: true, recorded.room, blockFrames)
    } catch {
      outcome.notes.append("\(place) stays in small blocks: \(error.system?.words ?? "\(error)")")
    }
    try check(reader, of: place)
  }

  /// Writes a recording that has no name any more under its own name again or, where that is
  /// another's now or its folder is gone, under one as near as can be.
  private static func rescue(
    _ recorded: borrowing OutputFile, _ blockFrames: Int, _ outcome: inout TraceWriter.Outcome
  ) throws(TraceError) {
    let name = recorded.name
    var failure: TraceError?
    for target in [name, "\(name).recording"] + here(name) {
      // Somebody else's file of that name is not ours to replace.
      guard Descriptor.standing(target) == .nothing else { continue }
      let reader = try TraceReader(try recorded.reopened())
      do throws(TraceError) {
        outcome.bytes = try copy(reader, to: target, force: false, recorded.room, blockFrames)
        outcome.movedTo = target
        outcome.notes.append("\(name) was taken away meanwhile; the recording is \(target)")
        return try check(reader, of: target)
      } catch {
        failure = failure ?? error
      }
    }
    throw TraceError(
      "\(name): taken away meanwhile, and it cannot be written again: "
        + (failure.map { $0.system?.words ?? "\($0)" } ?? "its name is another's"),
      system: failure?.system)
  }

  /// The names in the folder that the program runs in.
  private static func here(_ name: String) -> [String] {
    guard name.contains("/"), let last = name.split(separator: "/").last else { return [] }
    return ["./\(last)", "./\(last).recording"]
  }

  private static func copy(
    _ reader: TraceReader, to target: String, force: Bool, _ room: Int?, _ blockFrames: Int
  ) throws(TraceError) -> Int64 {
    var output = try OutputFile.beside(target, force: force)
    output.room = room
    var writer = try BlockWriter.begin(output, reader.description, identity: 0)
    writer.frameGoal = blockFrames
    var batch = FrameBatch()
    while try reader.read(into: &batch) {
      for frame in batch.frames { try writer.append(frame, in: batch.bytes.span) }
    }
    // What is damaged is better left as it is than copied in part.
    if let damage = reader.damage.first { throw TraceError(damage.reason) }
    try writer.describe(reader.description)
    try writer.finish()
    try writer.output.finish()
    return writer.goodLength
  }

  /// Whether what was written came back: somebody else may have written into the file.
  private static func check(_ reader: TraceReader, of name: String) throws(TraceError) {
    guard let damage = reader.damage.first else { return }
    let lost = damage.frames.map { "; frames \($0.lowerBound) to \($0.upperBound) are lost" } ?? ""
    throw TraceError("\(name): changed while it was recorded: \(damage.reason)\(lost)")
  }
}
