package import Bytes
package import TraceFormat

/// Writes a pcapng file: one section, little endian, in nanoseconds, and an interface for every
/// source and link type.
///
/// The link types are `PcapWriter`'s. A frame that its own cannot tell goes to a second interface
/// of the same source, of link type 148, whose description names the first; `PcapngReader` puts the
/// two together again.
package struct PcapngWriter: FrameWriter {
  private var hasBegun = false
  /// The number of every interface that was written.
  private var interfaces: [Interface: Int] = [:]
  /// The first interface of every source.
  private var first: [UInt16: Int] = [:]
  private var lost = Losses()

  /// One interface block that was written.
  private struct Interface: Hashable {
    let source: UInt16
    let linkType: LinkType
  }

  package init() {}

  package var losses: [String] { lost.sentences("pcapng") }
}

extension PcapngWriter {
  package mutating func write(
    _ batch: FrameBatch, of description: TraceDescription, to output: inout ByteBuffer
  ) throws(TraceError) {
    begin(description, &output)
    let bytes = batch.bytes.span
    for frame in batch.frames {
      let content = bytes.extracting(frame.bytes.range)
      write(frame, content, from: description, &output)
    }
  }

  package mutating func finish(
    _ description: TraceDescription, to output: inout ByteBuffer
  ) throws(TraceError) {
    begin(description, &output)
  }

  private mutating func begin(_ description: TraceDescription, _ output: inout ByteBuffer) {
    if hasBegun { return }
    hasBegun = true
    let application = description.recorder.isEmpty ? "nfctrace" : description.recorder
    PcapngBlock.writeSection(application: application, to: &output)
    for (number, source) in description.sources.enumerated() {
      guard let number = UInt16(exactly: number) else { break }
      let frame = Frame(number: 0, time: 0, link: source.link, direction: .unknown)
      _ = interface(LinkType(for: frame, of: source), of: number, source, &output)
    }
  }

  private mutating func write(
    _ frame: Frame, _ bytes: Span<UInt8>, from description: TraceDescription,
    _ output: inout ByteBuffer
  ) {
    let number = Int(frame.source)
    let source = number < description.sources.count ? description.sources[number] : nil
    var linkType = LinkType(for: frame, of: source)
    var plan = PacketPlan(frame, bytes, in: linkType, of: source)
    if plan == nil {
      linkType = .user1
      plan = PacketPlan(frame, bytes, in: linkType, of: source)
    }
    guard let plan else { return lost.leftOutFrames += 1 }
    lost.count(frame, isMarked: linkType == .user1)
    if frame.time < 0 { lost.times += 1 }
    let interface = interface(linkType, of: frame.source, source, &output)
    PcapngBlock.writePacketHead(
      interface: interface, time: UInt64(max(0, frame.time)), plan, to: &output)
    plan.write(frame, bytes, to: &output)
    PcapngBlock.writePacketEnd(plan, to: &output)
  }

  /// The number of the interface of a source and link type, which is written when it is new.
  private mutating func interface(
    _ linkType: LinkType, of number: UInt16, _ source: TraceDescription.Source?,
    _ output: inout ByteBuffer
  ) -> UInt32 {
    let key = Interface(source: number, linkType: linkType)
    if let known = interfaces[key] { return UInt32(known) }
    let companion = linkType == .user1 ? first[number] : nil
    PcapngBlock.writeInterface(
      linkType, name: source?.name ?? "",
      description: companion.map(PcapngSection.companion(of:)) ?? "", to: &output)
    let added = interfaces.count
    interfaces[key] = added
    if first[number] == nil { first[number] = added }
    return UInt32(added)
  }
}
