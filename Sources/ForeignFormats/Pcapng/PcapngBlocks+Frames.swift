import Bytes
import TraceFormat

extension PcapngBlocks {
  /// Opens a section: the numbers of interfaces begin at 0 again.
  mutating func open(_ window: Span<UInt8>, _ body: Range<Int>, _ order: ByteOrder) {
    earlier = section.interfaces
    section = PcapngSection(order: order)
    // Behind byte-order magic, version and the section's length, which is not needed.
    let options = window.extracting(body.lowerBound + 16..<body.upperBound)
    var application = ""
    PcapngOption.forEach(in: options, order) { code, value in
      if code == PcapngOption.application { application = PcapngOption.text(value) }
    }
    if description.recorder.isEmpty { description.recorder = application }
  }

  /// Adds the interface that a block describes; one that nothing can be read of keeps its number.
  mutating func addInterface(_ body: Span<UInt8>?, at position: Int64) {
    var linkType: LinkType?
    var snapLength: UInt32 = 0
    var name = ""
    var words = ""
    var resolution = TimestampResolution()
    if let body {
      let order = section.order
      linkType = LinkType(UInt32(order.number16(body, at: 0)))
      snapLength = order.number32(body, at: 4)
      PcapngOption.forEach(in: body.extracting(8..<body.count), order) { code, value in
        switch code {
        case PcapngOption.interfaceName: name = PcapngOption.text(value)
        case PcapngOption.interfaceDescription: words = PcapngOption.text(value)
        case PcapngOption.timestampResolution where value.count == 1: resolution.setUnit(value[0])
        case PcapngOption.timestampOffset where value.count == 8:
          resolution.offset = Int64(bitPattern: order.number64(value, at: 0))
        default: break
        }
      }
    }
    let first = linkType == .user1 ? section.interface(named: words) : nil
    guard let source = first?.source ?? source(name: name, linkType: linkType) else {
      return stop("there are more than \(Int(UInt16.max) + 1) interfaces", at: position)
    }
    section.add(
      PcapngSection.Interface(
        linkType: linkType, layer: linkType?.layer ?? .whole(.other), name: name,
        resolution: resolution, snapLength: snapLength, source: source))
    let digits = resolution.digits
    description.timeDigits =
      hasInterface ? max(description.timeDigits, digits) : digits
    hasInterface = true
    if section.isOfNFCGate {
      description.recorder = "NFCGate"
      description.notes["constantBlockNumber"] = "1"
    }
  }

  /// The source of the next interface: the one at its place in the section before if that is the
  /// same, otherwise a new one; nil when there can be no more.
  private mutating func source(name: String, linkType: LinkType?) -> UInt16? {
    let place = section.interfaces.count
    if place < earlier.count, earlier[place].name == name, earlier[place].linkType == linkType {
      return earlier[place].source
    }
    return addSource(name: name, linkType: linkType)
  }

  private mutating func addSource(name: String, linkType: LinkType?) -> UInt16? {
    guard let number = UInt16(exactly: description.sources.count) else { return nil }
    description.sources.append(
      TraceDescription.Source(
        name: name, linkType: linkType?.number, link: linkType?.layer.link ?? .other))
    return number
  }

  /// Adds the frame of a packet.
  mutating func addPacket(
    _ block: PcapngPacket, in window: Span<UInt8>, stored: Int, at position: Int64,
    into batch: inout FrameBatch
  ) {
    count += 1
    var frame = Frame(number: count, time: lastTime, link: .other, direction: .unknown)
    let packet = Packet(
      range: block.range, originalLength: block.originalLength,
      stored: stored + block.range.lowerBound)
    var layer = PacketLayer.whole(.other)
    if block.interface < section.interfaces.count {
      layer = section.interfaces[block.interface].layer
      frame.source = section.interfaces[block.interface].source
      if let time = block.time {
        frame.time = section.interfaces[block.interface].resolution.nanoseconds(time)
      }
      // Next to link type 264, 147 is what NFCGate says of a tag beforehand.
      if layer == .user0, section.hasISO14443 { layer = .whole(.other) }
    } else if let strayed = strayedSource() {
      log.note("a packet is of interface \(block.interface), which is not described", at: position)
      frame.source = strayed
      if let time = block.time { frame.time = TimestampResolution().nanoseconds(time) }
      frame.flags = .badRecord
    }
    if block.claimed > block.range.count {
      log.note(
        "a packet says that it has \(block.claimed) bytes; its block has room for "
          + "\(block.range.count)", at: position)
      _ = frame.takeBad(packet, as: layer.link)
    } else {
      _ = layer.read(packet, in: window, into: &frame, &batch.bytes)
    }
    lastTime = frame.time
    if count == 1 {
      description.timesAreWallClock = frame.time >= TraceDescription.firstWallClock
    }
    describe(frame)
    batch.frames.append(frame)
  }

  /// What a frame tells of its source.
  private mutating func describe(_ frame: Frame) {
    let source = Int(frame.source)
    if frame.event == .fieldOn || frame.event == .fieldOff {
      if !description.sources[source].recordsField {
        description.sources[source].recordsField = true
      }
    } else if description.sources[source].link == .other, frame.event == .none {
      // Where the link type alone does not tell the link, its first frame does.
      description.sources[source].link = frame.link
    }
  }

  /// The source of packets whose interface nothing describes.
  private mutating func strayedSource() -> UInt16? {
    if strayed == nil { strayed = addSource(name: "not described", linkType: nil) }
    return strayed
  }
}
