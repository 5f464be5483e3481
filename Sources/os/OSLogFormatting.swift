import Foundation

/// How a whole number is written into a message.
public struct OSLogIntegerFormatting: Sendable {
  private var radix = 10
  private var hasPlus = false
  private var prefix = ""
  private var isUppercase = false
  private var minDigits = 1

  /// In tens.
  public static var decimal: OSLogIntegerFormatting { decimal() }
  /// In sixteens.
  public static var hex: OSLogIntegerFormatting { hex() }
  /// In eights.
  public static var octal: OSLogIntegerFormatting { octal() }

  /// In tens.
  public static func decimal(
    explicitPositiveSign: Bool = false, minDigits: @autoclosure () -> Int = 1
  ) -> OSLogIntegerFormatting {
    OSLogIntegerFormatting(hasPlus: explicitPositiveSign, minDigits: minDigits())
  }

  /// In sixteens.
  public static func hex(
    explicitPositiveSign: Bool = false, includePrefix: Bool = false, uppercase: Bool = false,
    minDigits: @autoclosure () -> Int = 1
  ) -> OSLogIntegerFormatting {
    OSLogIntegerFormatting(
      radix: 16, hasPlus: explicitPositiveSign, prefix: includePrefix ? "0x" : "",
      isUppercase: uppercase, minDigits: minDigits())
  }

  /// In eights.
  public static func octal(
    explicitPositiveSign: Bool = false, includePrefix: Bool = false, uppercase: Bool = false,
    minDigits: @autoclosure () -> Int = 1
  ) -> OSLogIntegerFormatting {
    OSLogIntegerFormatting(
      radix: 8, hasPlus: explicitPositiveSign, prefix: includePrefix ? "0o" : "",
      isUppercase: uppercase, minDigits: minDigits())
  }

  func text(of number: some FixedWidthInteger) -> String {
    let digits = String(number.magnitude, radix: radix, uppercase: isUppercase)
    let zeros = String(repeating: "0", count: max(0, min(minDigits, 128) - digits.count))
    return (number < 0 ? "-" : hasPlus ? "+" : "") + prefix + zeros + digits
  }
}

/// How a number with a fraction is written into a message.
public struct OSLogFloatFormatting: Sendable {
  private var conversion = "f"
  private var precision = 6
  private var hasPlus = false

  /// With a fraction of six digits.
  public static var fixed: OSLogFloatFormatting { fixed() }
  /// With an exponent.
  public static var exponential: OSLogFloatFormatting { exponential() }
  /// As is shorter.
  public static var hybrid: OSLogFloatFormatting { hybrid() }
  /// In sixteens.
  public static var hex: OSLogFloatFormatting {
    OSLogFloatFormatting(conversion: "a", precision: -1)
  }

  /// With a fraction of so many digits.
  public static func fixed(
    precision: @autoclosure () -> Int = 6, explicitPositiveSign: Bool = false
  ) -> OSLogFloatFormatting {
    OSLogFloatFormatting(precision: precision(), hasPlus: explicitPositiveSign)
  }

  /// With an exponent.
  public static func exponential(
    precision: @autoclosure () -> Int = 6, explicitPositiveSign: Bool = false
  ) -> OSLogFloatFormatting {
    OSLogFloatFormatting(
      conversion: "e", precision: precision(), hasPlus: explicitPositiveSign)
  }

  /// As is shorter.
  public static func hybrid(
    precision: @autoclosure () -> Int = 6, explicitPositiveSign: Bool = false
  ) -> OSLogFloatFormatting {
    OSLogFloatFormatting(
      conversion: "g", precision: precision(), hasPlus: explicitPositiveSign)
  }

  func text(of number: Double) -> String {
    let digits = precision < 0 ? "" : ".\(min(precision, 64))"
    return String(format: "%\(hasPlus ? "+" : "")\(digits)\(conversion)", number)
  }
}

/// How what is true or false is written into a message.
public enum OSLogBoolFormat: Sendable {
  /// true or false.
  case truth
  /// yes or no.
  case answer

  func text(of boolean: Bool) -> String {
    switch self {
    case .truth: boolean ? "true" : "false"
    case .answer: boolean ? "yes" : "no"
    }
  }
}
