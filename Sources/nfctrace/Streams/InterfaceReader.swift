import Bytes
import Capture
import ForeignFormats
import TraceFormat

/// The frames that pass a capture interface, and among them how many packets were lost.
final class InterfaceReader: FrameReader {
  private var inner: any FrameReader
  private let source: LivePcap
  private var dropped = 0
  /// How many events were put in, by which the numbers of frames are higher.
  private var events = 0
  private var frames = 0
  private var time: Int64 = 0

  init(_ source: LivePcap) throws(TraceError) {
    self.source = source
    inner = try openFrames(InputFile(source))
  }

  var damage: [TraceDamage] { inner.damage }

  var description: TraceDescription {
    var description = inner.description
    for index in description.sources.indices { description.sources[index].name = source.name }
    description.reason = "the interface's link type is \(source.linkType)"
    return description
  }

  func read(into batch: inout FrameBatch) throws(TraceError) -> Bool {
    _ = try inner.read(into: &batch)
    for index in batch.frames.indices { batch.frames[index].number += events }
    frames += batch.frames.count
    time = batch.frames.last?.time ?? time
    noteLosses(in: &batch)
    return !batch.frames.isEmpty
  }

  private func noteLosses(in batch: inout FrameBatch) {
    let now = source.dropped
    guard now > dropped else { return }
    events += 1
    frames += 1
    let link = description.sources.first?.link ?? .other
    var event = Frame(number: frames, time: time, link: link, direction: .none)
    event.event = .framesDropped
    var count = ByteBuffer(capacity: 8)
    count.append(UInt64(now - dropped), .big)
    event.bytes = batch.store(count.span)
    batch.frames.append(event)
    dropped = now
  }
}
