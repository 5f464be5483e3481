import Bytes

/// Frames on their way into a block: each of their fields beside the same field of the others.
///
/// Seven columns: the forms; each frame's form; the times' differences; the durations; the bytes
/// without the CRCs that can be computed again; the parity bits; the remainders of odd records.
struct FrameColumns: ~Copyable {
  /// How many frames there are.
  private(set) var count = 0
  /// The earliest and the latest time.
  private(set) var times: ClosedRange<Int64> = 0...0
  /// Bit n for source n; bit 63 for every source from 63 on.
  private(set) var sources: UInt64 = 0

  private var table = FormTable()
  private var formOf: [UInt64] = []
  private var stamps: [Int64] = []
  /// Each duration less the one before it of the same form: the same frame takes the same time.
  private var durations: [Int64] = []
  private var lastDuration: [Int64] = []
  private var bytes = ByteBuffer(capacity: 1 << 16)
  private var parity = ByteBuffer(capacity: 1)
  private var extra = ByteBuffer(capacity: 1)

  /// How many columns a block of frames has.
  static let columns = 7

  init() {}

  /// About how many bytes the columns will take before they are compressed.
  var size: Int {
    bytes.count + parity.count + extra.count + 4 * count + 2 * durations.count
      + 16 * table.forms.count
  }

  /// Forgets all frames and keeps the room.
  mutating func clear() {
    count = 0
    sources = 0
    table.clear()
    formOf.removeAll(keepingCapacity: true)
    stamps.removeAll(keepingCapacity: true)
    durations.removeAll(keepingCapacity: true)
    lastDuration.removeAll(keepingCapacity: true)
    bytes.clear()
    parity.clear()
    extra.clear()
  }

  /// Adds a frame, whose bytes lie in `store`.
  mutating func append(_ frame: Frame, in store: Span<UInt8>) {
    let content = store.extracting(frame.bytes.range)
    let form = FrameForm(frame, check: FrameCheck(of: content, on: frame.link))
    let number = table.number(of: form)
    if number == lastDuration.count { lastDuration.append(0) }
    formOf.append(UInt64(number))
    stamps.append(frame.time)
    if let duration = frame.duration {
      durations.append(duration &- lastDuration[number])
      lastDuration[number] = duration
    }
    bytes.append(content.extracting(0..<form.storedLength))
    if form.parityLength > 0 { parity.append(store.extracting(frame.parity.range)) }
    if form.extraLength > 0 { extra.append(store.extracting(frame.extra.range)) }
    sources |= 1 << UInt64(min(frame.source, 63))
    let earliest = count == 0 ? frame.time : min(times.lowerBound, frame.time)
    let latest = count == 0 ? frame.time : max(times.upperBound, frame.time)
    times = earliest...latest
    count += 1
  }

  /// Writes the columns into an empty buffer: first the list of their lengths, then the columns.
  /// Says where the bytes change their nature, as the lengths of the runs between: at every
  /// column, and at every plane of a column of numbers.
  func write(into raw: inout ByteBuffer) -> [Int] {
    var body = ByteBuffer(capacity: size + 64)
    var cuts = [0]
    var ends: [Int] = []

    for form in table.forms { form.write(to: &body) }
    Self.end(&ends, &cuts, body.count)

    let width = max(1, DeltaColumn.bytes(UInt64(max(1, table.forms.count) - 1)))
    DeltaColumn.appendPlanes(formOf.span, width: width, to: &body)
    Self.end(&ends, &cuts, body.count, every: count)

    var differences: [Int64] = []
    differences.reserveCapacity(count)
    var last = times.lowerBound
    for stamp in stamps {
      differences.append(stamp &- last)
      last = stamp
    }
    DeltaColumn.append(differences.span, to: &body)
    Self.end(&ends, &cuts, body.count, every: count)

    if !durations.isEmpty { DeltaColumn.append(durations.span, to: &body) }
    Self.end(&ends, &cuts, body.count, every: durations.count)
    body.append(bytes.span)
    Self.end(&ends, &cuts, body.count)
    body.append(parity.span)
    Self.end(&ends, &cuts, body.count)
    body.append(extra.span)
    Self.end(&ends, &cuts, body.count)

    Varint.append(UInt64(Self.columns), to: &raw)
    for (start, end) in zip([0] + ends, ends) { Varint.append(UInt64(end - start), to: &raw) }
    let list = raw.count
    raw.append(body.span)
    return [list] + zip(cuts, cuts.dropFirst()).map { $1 - $0 }
  }

  /// Notes that a column ends, which consists of planes of `length` bytes behind its head.
  private static func end(
    _ ends: inout [Int], _ cuts: inout [Int], _ end: Int, every length: Int = .max
  ) {
    let start = ends.last ?? 0
    ends.append(end)
    guard end > start else { return }
    if length < end - start {
      cuts += stride(from: end - length, to: start, by: -length).reversed()
    }
    cuts.append(end)
  }
}
