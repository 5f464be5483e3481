import Bytes
import TraceFormat

/// Decimal numbers of seconds as nanoseconds, digit by digit: a `Double` of a date holds no more
/// than 200 ns.
enum DecimalSeconds {
  /// The nanoseconds that a number like `1700000000.25` or `6.8e-05` of seconds is; what is finer is
  /// cut off. Nil where it is no number, or one that no time has.
  static func nanoseconds(_ text: Span<UInt8>) -> Int64? {
    var mantissa: Int64 = 0
    var digits = 0
    var scale = 9
    var isFraction = false
    var index = 0
    let isNegative = text.count > 0 && text[0] == UInt8(ascii: "-")
    if isNegative { index = 1 }
    scan: while index < text.count {
      switch text[index] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        digits += 1
        // Eighteen digits fit; what comes behind them is finer than a nanosecond, or too large.
        if mantissa < 100_000_000_000_000_000 {
          mantissa = mantissa * 10 + Int64(text[index] - UInt8(ascii: "0"))
          if isFraction { scale -= 1 }
        } else if !isFraction {
          scale += 1
        }
      case UInt8(ascii: "."):
        if isFraction { return nil }
        isFraction = true
      case UInt8(ascii: "e"), UInt8(ascii: "E"):
        guard let exponent = exponent(text.extracting(index + 1..<text.count)) else { return nil }
        scale += exponent
        break scan
      default: return nil
      }
      index += 1
    }
    guard digits > 0, let scaled = scaled(mantissa, by: scale) else { return nil }
    return isNegative ? -scaled : scaled
  }

  private static func exponent(_ text: Span<UInt8>) -> Int? {
    guard (1...4).contains(text.count) else { return nil }
    return Int(String(decoding: [UInt8](copying: text), as: UTF8.self))
  }

  private static func scaled(_ mantissa: Int64, by scale: Int) -> Int64? {
    if mantissa == 0 { return 0 }
    guard abs(scale) <= 40 else { return scale < 0 ? 0 : nil }
    var number = mantissa
    for _ in 0..<abs(scale) {
      if scale > 0 {
        let (product, overflow) = number.multipliedReportingOverflow(by: 10)
        if overflow { return nil }
        number = product
      } else {
        number /= 10
      }
    }
    return number
  }
}
