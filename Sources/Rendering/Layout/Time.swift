import Bytes

/// Nanoseconds as people read them, rounded half up.
enum Time {
  /// Appends seconds with `decimals` (0 to 9) decimals.
  static func append(seconds nanoseconds: Int64, decimals: Int, to out: inout ByteBuffer) {
    // The numbers of decimals that rows have: to divide by a number that is known is to multiply.
    switch decimals {
    case 3: appendFixed(nanoseconds, unit: 1_000_000, scale: 1_000, decimals: 3, to: &out)
    case 6: appendFixed(nanoseconds, unit: 1_000, scale: 1_000_000, decimals: 6, to: &out)
    default:
      appendFixed(
        nanoseconds, unit: power(9 - decimals), scale: UInt(power(decimals)), decimals: decimals,
        to: &out)
    }
  }

  /// Appends milliseconds with one decimal.
  static func append(milliseconds nanoseconds: Int64, to out: inout ByteBuffer) {
    appendFixed(nanoseconds, unit: 100_000, scale: 10, decimals: 1, to: &out)
  }

  /// Seconds since 1970, and the decimals behind them, after rounding.
  static func split(_ time: Int64, decimals: Int) -> (seconds: Int64, fraction: UInt) {
    let number = rounded(time, by: power(9 - decimals))
    let scale = power(decimals)
    let fraction = (number % scale + scale) % scale
    return ((number - fraction) / scale, UInt(fraction))
  }

  /// A quotient rounded half up (towards the greater number).
  @inline(__always) static func rounded(_ number: Int64, by unit: Int64) -> Int64 {
    let quotient = number / unit
    let rest = number % unit
    if rest >= 0 { return rest >= unit - rest ? quotient + 1 : quotient }
    return -rest > unit + rest ? quotient - 1 : quotient
  }

  @inline(__always) private static func appendFixed(
    _ nanoseconds: Int64, unit: Int64, scale: UInt, decimals: Int, to out: inout ByteBuffer
  ) {
    let number = rounded(nanoseconds, by: unit)
    if number < 0 { out.append(UInt8(ascii: "-")) }
    let magnitude = UInt(number.magnitude)
    out.append(decimal: magnitude / scale)
    if decimals > 0 {
      out.append(UInt8(ascii: "."))
      out.append(decimal: magnitude % scale, digits: decimals)
    }
  }

  /// Ten to a power from 0 to 9.
  private static func power(_ exponent: Int) -> Int64 {
    var power: Int64 = 1
    for _ in 0..<exponent { power *= 10 }
    return power
  }
}
