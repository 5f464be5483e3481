import Bytes
package import TraceFormat

/// Gives a capture between hosts and readers as the frames on air that follow from it, for formats
/// that know no others.
///
/// A captured frame from which none follows is given as it is, and so is one that was on air itself.
package final class AirFrameReader: FrameReader {
  private var reader: any FrameReader
  private var hosts: [UInt16: Host] = [:]
  private var captured = FrameBatch()
  /// How many frames were derived, and from how many captured ones.
  package private(set) var counts = (derived: 0, captured: 0)

  /// A source's layers, and the blocks that its card spoke in.
  private struct Host {
    let side = HostSide()
    var blocks = AirBlocks()
  }

  package init(_ reader: any FrameReader) { self.reader = reader }

  package var description: TraceDescription { reader.description }
  package var damage: [TraceDamage] { reader.damage }

  package func read(into batch: inout FrameBatch) throws(TraceError) -> Bool {
    batch.clear()
    guard try reader.read(into: &captured) else { return false }
    guard captured.frames.contains(where: \.link.isHostSide) else {
      swap(&batch, &captured)
      return true
    }
    for frame in captured.frames {
      if !derive(from: frame, into: &batch) { keep(frame, in: &batch) }
    }
    return true
  }

  /// Puts what follows from a frame into the batch; false where that is nothing on air.
  private func derive(from frame: Frame, into batch: inout FrameBatch) -> Bool {
    guard frame.link.isHostSide else { return false }
    let store = captured.bytes
    var host = hosts[frame.source] ?? Host()
    let count = host.side.derive(
      from: frame, store.span.extracting(frame.bytes.range), with: &host.blocks, into: &batch)
    hosts[frame.source] = host
    guard count > 0 else { return false }
    counts.derived += count
    counts.captured += 1
    return true
  }

  private func keep(_ frame: Frame, in batch: inout FrameBatch) {
    var kept = frame
    let store = captured.bytes
    kept.bytes = batch.store(store.span.extracting(frame.bytes.range))
    kept.parity = batch.store(store.span.extracting(frame.parity.range))
    kept.extra = batch.store(store.span.extracting(frame.extra.range))
    batch.frames.append(kept)
  }
}

extension HostSide {
  /// Appends the frames on air that follow from a captured one, and gives how many these are.
  fileprivate func derive(
    from frame: Frame, _ bytes: Span<UInt8>, with blocks: inout AirBlocks,
    into batch: inout FrameBatch
  ) -> Int {
    guard follow(frame, bytes) else { return 0 }
    var count = 0
    for index in derived.frames.indices {
      var made = derived.frames[index]
      let run = derived.bytes.span.extracting(made.bytes.range)
      if made.event != .none { continue }
      if made.link == .apdu, blocks.isActivated {
        count += blocks.append(made, run, to: &batch)
      }
      guard !made.link.isHostSide else { continue }
      blocks.note(made, run)
      made.bytes = batch.store(run)
      batch.frames.append(made)
      count += 1
    }
    return count
  }
}
