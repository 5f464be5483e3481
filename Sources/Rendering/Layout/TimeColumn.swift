import Bytes

/// What the time column counts from.
struct TimeColumn {
  private let counting: TextOptions.Counting
  private let decimals: Int
  /// The time of the first frame, or of the row before.
  private var origin: Int64?

  init(_ counting: TextOptions.Counting, decimals: Int) {
    self.counting = counting
    self.decimals = decimals
  }

  /// Sets the time of the first frame.
  mutating func start(at time: Int64) { origin = time }

  /// Appends a row's time.
  mutating func append(_ time: Int64, to out: inout ByteBuffer) {
    switch counting {
    case .clock:
      Self.append(clock: time, decimals: decimals, to: &out)
    case .sinceStart, .sinceRow:
      let (elapsed, overflow) = time.subtractingReportingOverflow(origin ?? time)
      Time.append(seconds: overflow ? 0 : elapsed, decimals: decimals, to: &out)
      if counting == .sinceRow { origin = time }
    }
  }

  private static func append(clock time: Int64, decimals: Int, to out: inout ByteBuffer) {
    let (seconds, rest) = Time.split(time, decimals: decimals)
    guard let local = LocalTime(seconds) else { return }
    out.append(decimal: UInt(clamping: local.hour), digits: 2)
    out.append(UInt8(ascii: ":"))
    out.append(decimal: UInt(clamping: local.minute), digits: 2)
    out.append(UInt8(ascii: ":"))
    out.append(decimal: UInt(clamping: local.second), digits: 2)
    out.append(UInt8(ascii: "."))
    out.append(decimal: rest, digits: decimals)
  }
}
