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
    if namesLength <= Self.mostNames, namesLength + name.utf8.count > Self.mostNames {
      log.note("names of interfaces from here on are left out: they take over 1 MiB", at: position)
    }
    guard let source = first?.source ?? source(name: name, linkType: linkType) else {
      return stop("there are more than \(Int(UInt16.max) + 1) interfaces", at: position)
    }
    section.add(
      PcapngSection.Interface(
        linkType: linkType, layer: linkType?.layer ?? .whole(.other), isNamed: !name.isEmpty,
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
    if place < earlier.count, earlier[place].linkType == linkType,
      description.sources[Int(earlier[place].source)].name == name
    {
      return earlier[place].source
    }
    return addSource(name: name, linkType: linkType)
  }

  private mutating func addSource(name: String, linkType: LinkType?) -> UInt16? {
    guard let number = UInt16(exactly: description.sources.count) else { return nil }
    namesLength += name.utf8.count
    let name = namesLength <= Self.mostNames ? name : ""
    description.sources.append(
      TraceDescription.Source(
        name: name, linkType: linkType?.number, link: linkType?.layer.link ?? .other))
    return number
  }

  /// Adds the frame of a packet; false, with nothing done, if it tells something of its source and
  /// does not begin the batch.
  mutating func addPacket(
    _ block: PcapngPacket, in window: Span<UInt8>, stored: Int, at position: Int64,
    into batch: inout FrameBatch
  ) -> Bool {
    let isKnown = block.interface < section.interfaces.count
    if !isKnown, strayed == nil, !batch.frames.isEmpty { return false }
    count += 1
    var frame = Frame(number: count, time: lastTime, link: .other, direction: .unknown)
    let packet = Packet(
      range: block.range, originalLength: block.originalLength,
      stored: stored + block.range.lowerBound)
    var layer = PacketLayer.whole(.other)
    if isKnown {
      layer = section.interfaces[block.interface].layer
      frame.source = section.interfaces[block.interface].source
      if let time = block.time {
        frame.time = section.interfaces[block.interface].resolution.nanoseconds(time)
      }
      // Next to link type 264, 147 is what NFCGate says of a tag beforehand.
      if layer == .user0, section.hasISO14443 { layer = .whole(.other) }
    } else if let strayed = strayedSource() {
      frame.source = strayed
      if let time = block.time { frame.time = TimestampResolution().nanoseconds(time) }
      frame.flags = .badRecord
    }
    let isCut = block.claimed > block.range.count
    if isCut {
      _ = frame.takeBad(packet, as: layer.link)
    } else {
      _ = layer.read(packet, in: window, into: &frame, &batch.bytes)
    }
    if !batch.frames.isEmpty, tells(frame) {
      count -= 1
      return false
    }
    if !isKnown {
      log.note("a packet is of interface \(block.interface), which is not described", at: position)
    }
    if isCut {
      log.note(
        "a packet says that it has \(block.claimed) bytes; its block has room for "
          + "\(block.range.count)", at: position)
    }
    lastTime = frame.time
    if count == 1 {
      description.timesAreWallClock = frame.time >= TraceDescription.firstWallClock
    }
    if tells(frame) { describe(frame) }
    batch.frames.append(frame)
    return true
  }

  /// Whether a frame tells something of its source that was not known.
  private func tells(_ frame: Frame) -> Bool {
    let source = Int(frame.source)
    return switch frame.event {
    case .fieldOn, .fieldOff: !description.sources[source].recordsField
    case .none: description.sources[source].link == .other && frame.link != .other
    default: false
    }
  }

  private mutating func describe(_ frame: Frame) {
    if frame.event == .none {
      // Where the link type alone does not tell the link, its first frame does.
      description.sources[Int(frame.source)].link = frame.link
    } else {
      description.sources[Int(frame.source)].recordsField = true
    }
  }

  /// The source of packets whose interface nothing describes.
  private mutating func strayedSource() -> UInt16? {
    if strayed == nil { strayed = addSource(name: "not described", linkType: nil) }
    return strayed
  }
}
