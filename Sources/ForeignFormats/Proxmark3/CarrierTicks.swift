/// Periods of the carrier, 1/13.56 MHz, of which 339 are 25,000 ns.
enum CarrierTicks {
  private static let ticks: Int64 = 339
  private static let nanoseconds: Int64 = 25_000

  /// The nanoseconds of so many periods, to the nearest.
  static func nanoseconds(_ count: Int64) -> Int64 {
    let (whole, rest) = count.quotientAndRemainder(dividingBy: ticks)
    let (product, overflow) = whole.multipliedReportingOverflow(by: nanoseconds)
    return overflow ? (count < 0 ? .min : .max) : product + rounded(rest * nanoseconds, by: ticks)
  }

  /// The periods in so many nanoseconds, to the nearest: what `nanoseconds` was given.
  static func count(_ time: Int64) -> Int64 {
    let (whole, rest) = time.quotientAndRemainder(dividingBy: nanoseconds)
    return whole * ticks + rounded(rest * ticks, by: nanoseconds)
  }

  private static func rounded(_ number: Int64, by divisor: Int64) -> Int64 {
    (number + (number < 0 ? -divisor : divisor) / 2) / divisor
  }
}

/// A clock of 32 bits that is told its readings in order and gives times that do not start again.
///
/// A reading a little before the last is a time that ran backwards, as sniffers write them. One far
/// before it is the clock's next round.
struct UnrolledClock {
  private var last: UInt32?
  private var round: Int64 = 0

  /// How far a time may run backwards without being taken for another round: 1.2 s.
  private static let mostBackwards: UInt32 = 1 << 24

  /// The ticks since the clock's first 0.
  mutating func ticks(_ reading: UInt32) -> Int64 {
    var round = round
    if let last {
      if reading < last, last - reading > UInt32.max / 2 {
        round += 1
      } else if reading > last, reading - last > UInt32.max - Self.mostBackwards {
        // Back across the point where a round begins.
        return (round - 1) << 32 + Int64(reading)
      }
    }
    self.round = round
    last = reading
    return round << 32 + Int64(reading)
  }
}
