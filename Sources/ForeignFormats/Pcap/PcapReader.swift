import Bytes
package import TraceFormat

/// A pcap file or stream, of either byte order, in microseconds or nanoseconds.
///
/// Every record becomes a frame, also one that is no valid packet of its link type (`badRecord`).
/// What a frame cannot say of its record, `Frame.extra` keeps (`oddRecord`): the record's header
/// and whatever else stands before the frame's bytes. `PcapWriter` makes the same file of it again.
package final class PcapReader: FrameReader {
  package private(set) var description: TraceDescription
  package var damage: [TraceDamage] { log.entries }

  private var window: InputWindow
  private var records: PcapRecords
  private var log = DamageLog()
  private var isAtEnd = false

  /// The longest rest of a file that is kept to be written again.
  package static let longestTail = 1024 * 1024

  /// Reads the file's header.
  package init(_ source: any ByteSource) throws(TraceError) {
    window = InputWindow(source)
    _ = try window.fill(PcapHeader.size)
    let start = window.copy(atMost: PcapHeader.size)
    let header = try PcapHeader(start.span, of: source.name)
    records = PcapRecords(of: header)

    description = TraceDescription(format: "pcap")
    description.reason =
      "it begins with pcap's magic number, and its header names link type "
      + "\(header.linkType.number)"
    description.timeDigits = header.isNanoseconds ? 9 : 6
    description.pcapHeader = start
    description.sources = [
      TraceDescription.Source(
        name: "", linkType: header.linkType.number, link: header.linkType.layer.link)
    ]
    window.advance(to: PcapHeader.size)
  }

  package func read(into batch: inout FrameBatch) throws(TraceError) -> Bool {
    batch.clear()
    while !isAtEnd {
      let (next, stop) = records.read(window.bytes.span, from: window.start, into: &batch)
      window.advance(to: next)
      if !batch.frames.isEmpty {
        describe(batch)
        return true
      }
      switch stop {
      case .isTooLong(let length):
        try end(
          because: "record \(records.count + 1) says that it has \(length) bytes; more than "
            + "\(PcapRecords.longest) are not believed, and the rest cannot be read")
      case .needsMore:
        if try !window.refill() { try endInRecord() }
      }
    }
    return false
  }

  /// What the frames tell of the whole capture.
  private func describe(_ batch: FrameBatch) {
    if let first = batch.frames.first, first.number == 1 {
      description.timesAreWallClock = first.time >= TraceDescription.firstWallClock
    }
    // Only the first frame of a batch tells something new (`PcapRecords.tells`).
    if let first = batch.frames.first, first.event == .none, description.sources[0].link == .other {
      description.sources[0].link = first.link
    }
    if records.hasFieldEvents { description.sources[0].recordsField = true }
  }

  private func endInRecord() throws(TraceError) {
    if window.count == 0 {
      isAtEnd = true
    } else {
      try end(because: "the file ends \(window.count) bytes into record \(records.count + 1)")
    }
  }

  /// Notes why nothing more is read, and keeps the rest of the file if it is not too long.
  private func end(because reason: String) throws(TraceError) {
    isAtEnd = true
    log.note(reason, at: window.position)
    while window.count <= Self.longestTail {
      if try !window.refill() {
        description.pcapTail = window.copy(atMost: window.count)
        return
      }
    }
    log.note("the bytes from here on are not kept", at: window.position)
  }
}
