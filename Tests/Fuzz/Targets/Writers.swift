import Bytes
import ForeignFormats
import TraceFormat

/// Frames written in every format; what can hold all of them gives them back.
enum Writers {
  /// The first byte says how the trace is written.
  static func run(_ bytes: [UInt8]) {
    var numbers = Numbers(bytes)
    let kind = numbers.byte()
    let conversation = Conversation(&numbers)
    var reading = Reading(Replay(conversation.frames, conversation.description))
    if kind & 1 != 0 { reading.description.recorder = "fuzz" }
    write(reading)
    guard !reading.frames.isEmpty else { return }
    let size = kind >> 2 == 0 ? 4096 : Int(kind >> 2)
    let purpose: TraceWriter.Purpose =
      kind & 2 == 0 ? .conversion : .recording(synchronized: false)
    do {
      checkTrace(reading, try trace(of: reading, purpose, inBatchesOf: size))
    } catch {
      expect(false, "a trace can be written: \(error)")
    }
  }

  /// Writes everything that was read in all formats but a trace, and reads it again.
  static func write(_ reading: Reading) {
    if let pcap = write(reading, with: PcapWriter()) { readAgain(pcap) }
    if let pcapng = write(reading, with: PcapngWriter()) { readAgain(pcapng) }
    _ = write(reading, with: TextTraceWriter(times: true))
    _ = write(reading, with: TextTraceWriter(times: false))
  }

  /// What a writer makes of everything that was read; nil where it refuses.
  static func write(_ reading: Reading, with writer: some FrameWriter) -> [UInt8]? {
    var reader: any FrameReader = Replay(reading.frames, reading.description)
    var written: [UInt8] = []
    do throws(TraceError) {
      let outcome = try Conversion.run(from: &reader, with: writer) { bytes throws(TraceError) in
        written.append(bytes)
      }
      expect(outcome.frames == reading.frames.count, "every frame is written")
      return written
    } catch {
      return nil
    }
  }

  private static func readAgain(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    let again = Reading.of { () throws(TraceError) in try openFrames(InputFile(Pieces(bytes))) }
    guard case .success = again else { return expect(false, "what was written can be read") }
  }

  /// A trace's bytes.
  static func trace(
    of reading: Reading, _ purpose: TraceWriter.Purpose, inBatchesOf size: Int
  ) throws -> [UInt8] {
    defer { Descriptor.remove(Scratch.path) }
    var writer = try TraceWriter(
      to: Scratch.path, for: purpose, reading.description, force: true)
    var replay = Replay(reading.frames, reading.description, inBatchesOf: size)
    var batch = FrameBatch()
    while try replay.read(into: &batch) { try writer.append(batch) }
    let outcome = try writer.finish()
    expect(outcome.frames == reading.frames.count, "every frame is written")
    let input = try InputFile(path: Scratch.path)
    var bytes = ByteBuffer(capacity: 4096)
    while try input.read(into: &bytes, atMost: 1 << 20) > 0 {}
    return [UInt8](copying: bytes.span)
  }

  private static func checkTrace(_ reading: Reading, _ trace: [UInt8]) {
    let again = Reading.of { () throws(TraceError) in try TraceReader(InputFile(Pieces(trace))) }
    guard case .success(let again) = again else {
      return expect(false, "a trace that was written can be read")
    }
    expect(again.damage.isEmpty && again.error == nil, "a trace that was written is whole")
    expect(again.frames == reading.frames, "a trace gives back every frame")
  }
}
