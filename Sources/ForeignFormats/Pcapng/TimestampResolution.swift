/// What one count of an interface's clock is, and when it counted 0 (`if_tsresol`, `if_tsoffset`).
struct TimestampResolution: Equatable {
  /// How many counts a second has, as a power.
  enum Unit: Equatable {
    case powerOfTen(UInt8)
    case powerOfTwo(UInt8)
  }

  var unit = Unit.powerOfTen(6)
  /// Seconds to add to every time.
  var offset: Int64 = 0

  /// Reads the byte of `if_tsresol`: the high bit chooses the base, the rest is the exponent.
  mutating func setUnit(_ byte: UInt8) {
    unit = byte & 0x80 == 0 ? .powerOfTen(byte) : .powerOfTwo(byte & 0x7F)
  }
}

extension TimestampResolution {
  /// How many decimal digits of a second its times have, as far as nanoseconds hold them.
  var digits: UInt8 {
    switch unit {
    case .powerOfTen(let exponent): min(exponent, 9)
    case .powerOfTwo: 9
    }
  }

  /// A count as nanoseconds. What is finer is cut off, and what no trace can hold is the last
  /// time that it can.
  func nanoseconds(_ count: UInt64) -> Int64 {
    let magnitude: UInt64
    switch unit {
    case .powerOfTen(let exponent) where exponent <= 9:
      let (product, overflow) = count.multipliedReportingOverflow(
        by: Self.powersOfTen[Int(9 - exponent)])
      magnitude = overflow ? .max : product
    case .powerOfTen(let exponent):
      let places = Int(exponent) - 9
      magnitude = places < Self.powersOfTen.count ? count / Self.powersOfTen[places] : 0
    case .powerOfTwo(let exponent):
      let (high, low) = count.multipliedFullWidth(by: 1_000_000_000)
      magnitude = Self.shifted(high, low, by: exponent)
    }
    let time = Int64(clamping: magnitude)
    let (shift, overflow) = offset.multipliedReportingOverflow(by: 1_000_000_000)
    if overflow { return offset > 0 ? .max : .min }
    let (sum, isTooLarge) = time.addingReportingOverflow(shift)
    return isTooLarge ? .max : sum
  }

  /// The 128-bit number `high`, `low` without its last `places` bits, or the largest there is.
  private static func shifted(_ high: UInt64, _ low: UInt64, by places: UInt8) -> UInt64 {
    if places == 0 { return high == 0 ? low : .max }
    if places >= 64 { return high >> UInt64(places - 64) }
    return high >> UInt64(places) == 0 ? high << UInt64(64 - places) | low >> UInt64(places) : .max
  }

  /// 1 to 10^19, the last that fits.
  private static let powersOfTen: [UInt64] = {
    var powers: [UInt64] = [1]
    while let last = powers.last, last <= UInt64.max / 10 { powers.append(last * 10) }
    return powers
  }()
}
