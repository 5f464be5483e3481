package import Bytes
package import TraceFormat

/// Writes a trace that a Proxmark3 client loads: the very records of the one that the frames came
/// from, where they came from one.
///
/// The format knows frames on air alone, with their CRC and parity bits. Where hardware took the CRC
/// off, it is put back; parity that nobody saw is made right.
package struct ProxmarkWriter: FrameWriter {
  private var since: Int64?
  private var lost: [Loss: Int] = [:]

  /// What the format has no place for.
  private enum Loss: Int, CaseIterable {
    case links, events, directions, bitRates, sources, clock, lengths, checks

    func words(_ count: Int) -> String {
      let frames = count == 1 ? "1 frame" : "\(count) frames"
      return switch self {
      case .links: "leaves out \(frames) that were not on air, or whose record was no valid one"
      case .events: "leaves out \(count == 1 ? "1 event" : "\(count) events")"
      case .directions: "writes \(frames) of unknown direction as sent to the card"
      case .bitRates: "leaves out the bit rate of \(frames)"
      case .sources: "leaves out which source saw \(frames)"
      case .clock: "leaves out the date; its times count from the first frame"
      case .lengths: "leaves out how long \(frames) were that the capture cut"
      case .checks: "writes \(frames) with the CRC that the capture had taken off"
      }
    }
  }

  package init() {}

  package var losses: [String] {
    Loss.allCases.compactMap { loss in
      lost[loss].map { "proxmark \(loss.words($0))" }
    }
  }
}

extension ProxmarkWriter {
  package mutating func write(
    _ batch: FrameBatch, of description: TraceDescription, to output: inout ByteBuffer
  ) throws(TraceError) {
    let isOwn = [description.format, description.notes[TraceDescription.origin]].contains(
      ProxmarkReader.format)
    let store = batch.bytes.span
    for frame in batch.frames {
      let since = start(frame, description)
      guard frame.event == .none else {
        lost[.events, default: 0] += 1
        continue
      }
      let bytes = store.extracting(frame.bytes.range)
      guard Self.isOnAir(frame.link), !frame.flags.isBadRecord,
        bytes.count < ProxmarkRecord.longest - 4
      else {
        lost[.links, default: 0] += 1
        continue
      }
      note(frame)
      let first = output.count
      Self.write(
        frame, bytes, parity: store.extracting(frame.parity.range), since: since, to: &output)
      if isOwn, frame.flags.contains(.oddRecord), frame.extra.count == ProxmarkRecord.headerSize {
        Self.replaceHeader(at: first, by: store.extracting(frame.extra.range), in: &output)
      }
    }
  }

  package mutating func finish(
    _ description: TraceDescription, to output: inout ByteBuffer
  ) throws(TraceError) {}

  /// What times count from.
  private mutating func start(_ frame: Frame, _ description: TraceDescription) -> Int64 {
    if let since { return since }
    let since = description.timesAreWallClock ? frame.time : 0
    self.since = since
    if description.timesAreWallClock { lost[.clock] = 1 }
    return since
  }

  private mutating func note(_ frame: Frame) {
    if frame.direction != .toCard, frame.direction != .fromCard {
      lost[.directions, default: 0] += 1
    }
    if frame.bitRate != 0 { lost[.bitRates, default: 0] += 1 }
    if frame.source != 0 { lost[.sources, default: 0] += 1 }
    if frame.flags.contains(.cut) { lost[.lengths, default: 0] += 1 }
    if frame.flags.contains(.crcStripped) { lost[.checks, default: 0] += 1 }
  }

  private static func isOnAir(_ link: Link) -> Bool {
    switch link {
    case .iso14443, .nfcA, .nfcB, .nfcF, .nfcV: true
    default: false
    }
  }

  private static func replaceHeader(
    at first: Int, by header: Span<UInt8>, in output: inout ByteBuffer
  ) {
    let end = output.count
    let behind = first + ProxmarkRecord.headerSize
    var rest = ByteBuffer(capacity: end - behind)
    rest.append(output.span.extracting(behind..<end))
    output.truncate(to: first)
    output.append(header)
    output.append(rest)
  }
}

extension ProxmarkWriter {
  /// Appends the record of a frame on air.
  static func write(
    _ frame: Frame, _ bytes: Span<UInt8>, parity: Span<UInt8>, since: Int64,
    to output: inout ByteBuffer
  ) {
    var whole = ByteBuffer(capacity: bytes.count + 4)
    if frame.link == .nfcF {
      for byte in ProxmarkTechnology.felicaSync { whole.append(byte) }
    }
    whole.append(bytes)
    if frame.flags.contains(.crcStripped) { appendCheck(frame.link, bytes, to: &whole) }

    let duration = ticks(frame, whole.count)
    let (time, overflow) = frame.time.subtractingReportingOverflow(since)
    var start = CarrierTicks.count(overflow ? 0 : time)
    if frame.flags.contains(.stampedAtEnd) { start -= duration }
    let unit: Int64 = frame.link == .nfcV ? 32 : 1
    ProxmarkRecord.writeHeader(
      start: UInt32(truncatingIfNeeded: start),
      duration: UInt16(clamping: (duration + unit / 2) / unit),
      isFromCard: frame.direction == .fromCard, length: whole.count, to: &output)
    output.append(whole)
    if parity.count == ProxmarkRecord.parityLength(of: whole.count) {
      output.append(parity)
    } else if hasParity(frame, bytes) {
      ProxmarkTechnology.appendParity(of: whole.span, to: &output)
    } else {
      output.append(repeating: 0, count: ProxmarkRecord.parityLength(of: whole.count))
    }
  }

  /// How long a frame was on air, in periods of the carrier; from its length where nobody measured.
  private static func ticks(_ frame: Frame, _ count: Int) -> Int64 {
    if let duration = frame.duration { return CarrierTicks.count(max(0, duration)) }
    switch frame.link {
    case .nfcV:
      return ProxmarkTechnology.lengthOnAir(
        bytes: count, isFromCard: frame.direction == .fromCard)
    // The sync code is among the bytes; six of preamble are before it.
    case .nfcF: return (6 + Int64(count)) * 8 * 64
    case .nfcB: return (22 + 10 * Int64(count)) * 128
    default:
      // A client tells a frame of seven bits by its length alone.
      let isShort = count == 1 && frame.direction != .fromCard
      return isShort ? 8 * 128 : (1 + 9 * Int64(count)) * 128
    }
  }

  private static func hasParity(_ frame: Frame, _ bytes: Span<UInt8>) -> Bool {
    switch frame.link {
    case .nfcA: return true
    case .iso14443: break
    default: return false
    }
    guard bytes.count >= 3, !frame.flags.lacksCRC else { return true }
    let check = ByteOrder.little.number16(bytes, at: bytes.count - 2)
    return Checksum.crcB(bytes.extracting(0..<bytes.count - 2)) != check
  }

  private static func appendCheck(_ link: Link, _ bytes: Span<UInt8>, to output: inout ByteBuffer) {
    switch link {
    case .nfcB, .nfcV: output.append(Checksum.crcB(bytes), .little)
    case .nfcF: output.append(Checksum.crcF(bytes), .big)
    default: output.append(Checksum.crcA(bytes), .little)
    }
  }
}
