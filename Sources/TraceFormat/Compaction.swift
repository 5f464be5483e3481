/// Writes a finished recording once more, in large blocks instead of many small ones, or because
/// its file was taken away meanwhile.
enum Compaction {
  /// Replaces the file by its compact form. Where that cannot be done, it stays as it is, and a
  /// note says why.
  static func run(_ recorded: borrowing OutputFile, _ outcome: inout TraceWriter.Outcome) {
    let name = recorded.name
    let wasInPlace = recorded.isInPlace
    // Somebody else's file of that name is not ours to replace.
    let isTaken = !wasInPlace && Descriptor.standing(name) != .nothing
    let target = isTaken ? "\(name).recording" : name
    do throws(TraceError) {
      var output = try OutputFile.beside(target, force: wasInPlace)
      output.room = recorded.room
      var writer = try copy(from: recorded, to: output)
      try writer.output.finish()
      outcome.bytes = writer.goodLength
      if !wasInPlace {
        outcome.notes.append("\(name) was taken away meanwhile; the recording is in \(target)")
      }
    } catch {
      let why = error.system?.words ?? "\(error)"
      outcome.notes.append(
        wasInPlace
          ? "\(name) stays in small blocks: \(why)"
          : "\(name) was taken away meanwhile, and \(target) cannot be written: \(why)")
    }
  }

  private static func copy(
    from recorded: borrowing OutputFile, to output: consuming OutputFile
  ) throws(TraceError) -> BlockWriter {
    let reader = try TraceReader(try recorded.reopened())
    var writer = try BlockWriter.begin(output, reader.description, identity: 0)
    var batch = FrameBatch()
    while try reader.read(into: &batch) {
      for frame in batch.frames { try writer.append(frame, in: batch.bytes.span) }
    }
    if let damage = reader.damage.first {
      throw TraceError("\(recorded.name): \(damage.reason)", offset: damage.offset)
    }
    try writer.describe(reader.description)
    try writer.finish()
    return writer
  }
}
