package import Bytes
package import TraceFormat

/// Writes a pcap file: the very bytes of the one that the frames came from, where they came from
/// one, otherwise little endian, in nanoseconds, of the link type that the first frame needs.
///
/// NFC-A and NFC-B are link type 264, FeliCa is 252 for Wireshark's dissector, and what no link
/// type of the registry says is 148 with a header of ours (`User1Header`). One file has one link
/// type: frames that need two are refused.
package struct PcapWriter: FrameWriter {
  private var file: File?
  private var lost = Losses()

  /// What was decided when the file was begun.
  private struct File {
    let header: PcapHeader
    /// Whether the frames' own records are written again.
    let isRewritten: Bool
  }

  package init() {}

  package var losses: [String] { lost.sentences("pcap") }
}

extension PcapWriter {
  package mutating func write(
    _ batch: FrameBatch, of description: TraceDescription, to output: inout ByteBuffer
  ) throws(TraceError) {
    guard let first = batch.frames.first else { return }
    let file = try begun(description, with: first, &output)
    let bytes = batch.bytes.span
    for frame in batch.frames {
      let content = bytes.extracting(frame.bytes.range)
      if file.isRewritten, frame.flags.contains(.oddRecord),
        PcapRecord.writeAgain(
          content, behind: bytes.extracting(frame.extra.range), file.header.order, to: &output)
      {
        continue
      }
      try write(frame, content, to: file, from: source(of: frame, description), &output)
    }
  }

  package mutating func finish(
    _ description: TraceDescription, to output: inout ByteBuffer
  ) throws(TraceError) {
    let file = try begun(description, with: nil, &output)
    if file.isRewritten { output.append(description.pcapTail.span) }
  }

  /// The file as it was begun, which writes its header when this is the first call.
  private mutating func begun(
    _ description: TraceDescription, with first: Frame?, _ output: inout ByteBuffer
  ) throws(TraceError) -> File {
    if let file { return file }
    lost.notes = description.notes["constantBlockNumber"] != nil
    let file: File
    if description.pcapHeader.isEmpty {
      let linkType =
        first.map { LinkType(for: $0, of: source(of: $0, description)) }
        ?? description.sources.first?.linkType.map { LinkType($0) } ?? .iso14443
      file = File(header: PcapHeader(linkType: linkType), isRewritten: false)
      file.header.write(to: &output)
    } else {
      let header = try PcapHeader(description.pcapHeader.span, of: "the pcap header that was kept")
      file = File(header: header, isRewritten: true)
      output.append(description.pcapHeader.span)
    }
    self.file = file
    return file
  }

  private mutating func write(
    _ frame: Frame, _ bytes: Span<UInt8>, to file: File, from source: TraceDescription.Source?,
    _ output: inout ByteBuffer
  ) throws(TraceError) {
    let linkType = file.header.linkType
    let isFitting =
      file.isRewritten
      ? linkType.holds(frame, of: source)
      : frame.event != .none || LinkType(for: frame, of: source) == linkType
    guard isFitting else {
      throw TraceError(
        "frame \(frame.number) needs link type \(LinkType(for: frame, of: source).number), and a "
          + "pcap file has one for all its frames, here \(linkType.number); pcapng holds both")
    }
    var frame = frame
    var plan = PacketPlan(frame, bytes, in: linkType, of: source)
    if plan == nil, frame.event == .none, frame.direction == .unknown {
      frame.direction = .toCard
      plan = PacketPlan(frame, bytes, in: linkType, of: source)
      if plan != nil { lost.directions += 1 }
    }
    guard let plan else {
      if frame.event == .none { lost.leftOutFrames += 1 } else { lost.leftOutEvents += 1 }
      return
    }
    lost.count(frame, isMarked: linkType.layer == .user1)
    if frame.source != 0 { lost.sources = true }
    let (time, isExact) = PcapRecord.time(frame.time, file.header)
    if !isExact { lost.times += 1 }
    let order = file.header.order
    output.append(time.seconds, order)
    output.append(time.fraction, order)
    output.append(UInt32(plan.kept), order)
    output.append(plan.originalLength, order)
    plan.write(frame, bytes, to: &output)
  }

  private func source(
    of frame: Frame, _ description: TraceDescription
  ) -> TraceDescription.Source? {
    let number = Int(frame.source)
    return number < description.sources.count ? description.sources[number] : nil
  }
}
