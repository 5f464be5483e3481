import Bytes
import TraceFormat

/// The records of a Proxmark3 trace, read from a window of it.
struct ProxmarkRecords {
  /// How many records were read.
  private(set) var count = 0

  private let technology: ProxmarkTechnology
  private var clock = UnrolledClock()

  init(of technology: ProxmarkTechnology) { self.technology = technology }

  /// Adds every whole record from `start` on to the batch, until that is full; gives the index behind
  /// the last one.
  mutating func read(
    _ window: Span<UInt8>, from start: Int, into batch: inout FrameBatch
  ) -> Int {
    var at = start
    while !batch.isFull, let record = ProxmarkRecord(window, at: at) {
      add(record, at: at, of: window, to: &batch)
      at = record.parity.upperBound
    }
    return at
  }

  private mutating func add(
    _ record: ProxmarkRecord, at index: Int, of window: Span<UInt8>, to batch: inout FrameBatch
  ) {
    count += 1
    var frame = Frame(
      number: count, time: CarrierTicks.nanoseconds(clock.ticks(record.start)),
      link: technology.link, direction: record.isFromCard ? .fromCard : .toCard)
    let bytes = window.extracting(record.bytes)
    let parity = window.extracting(record.parity)
    frame.duration = technology.duration(
      record.duration, bytes: bytes.count, isFromCard: record.isFromCard
    ).map(CarrierTicks.nanoseconds)
    frame.lastBits = technology.lastBits(record.duration, bytes: bytes.count)

    var prefix = 0
    if case .iso14443(let hasParity) = technology {
      if ProxmarkTechnology.hasFelicaSync(bytes) {
        frame.link = .nfcF
        prefix = ProxmarkTechnology.felicaSync.count
      } else if hasParity, bytes.count > 1, !Self.isTypeB(bytes) {
        frame.parity = batch.store(parity)
        if ProxmarkTechnology.hasWrongParity(bytes, parity) { frame.flags.insert(.parityBad) }
      }
    }
    let content = bytes.extracting(prefix..<bytes.count)
    frame.bytes = batch.store(content)
    let header = window.extracting(index..<index + ProxmarkRecord.headerSize)
    Self.keepRest(of: content, parity, header, in: &frame, &batch)
    batch.frames.append(frame)
  }

  /// Keeps of a record what `ProxmarkWriter` would not write again.
  private static func keepRest(
    of bytes: Span<UInt8>, _ parity: Span<UInt8>, _ header: Span<UInt8>, in frame: inout Frame,
    _ batch: inout FrameBatch
  ) {
    var made = ByteBuffer(capacity: bytes.count + parity.count + 16)
    ProxmarkWriter.write(
      frame, bytes, parity: frame.parity.isEmpty ? parity.extracting(0..<0) : parity, since: 0,
      to: &made)
    let madeParity = made.count - parity.count
    if frame.parity.isEmpty,
      !equal(made.span.extracting(madeParity..<made.count), parity)
    {
      frame.parity = batch.store(parity)
    }
    if !equal(made.span.extracting(0..<header.count), header) {
      frame.flags.insert(.oddRecord)
      frame.extra = batch.store(header)
    }
  }

  private static func equal(_ one: Span<UInt8>, _ other: Span<UInt8>) -> Bool {
    for index in other.indices where one[index] != other[index] { return false }
    return true
  }

  private static func isTypeB(_ bytes: Span<UInt8>) -> Bool {
    guard bytes.count >= 3 else { return false }
    let check = ByteOrder.little.number16(bytes, at: bytes.count - 2)
    let body = bytes.extracting(0..<bytes.count - 2)
    return Checksum.crcB(body) == check && Checksum.crcA(body) != check
  }
}
