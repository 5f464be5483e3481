/// A message with what is put into it.
///
/// On a phone what is not public is hidden in the log. Here everything is shown: the log is the one
/// of a test.
public struct OSLogMessage: ExpressibleByStringInterpolation, Sendable {
  let text: String

  /// A message as it stands.
  public init(stringLiteral value: String) { text = value }

  /// A message that was put together.
  public init(stringInterpolation: OSLogInterpolation) { text = stringInterpolation.text }
}

/// Who may see what is put into a message.
public struct OSLogPrivacy: Sendable {
  /// What is shown in place of what is hidden.
  public enum Mask: Sendable {
    /// Something that is the same for the same value.
    case hash
    /// Nothing.
    case none
  }

  /// Everybody.
  public static var `public`: OSLogPrivacy { OSLogPrivacy() }
  /// Nobody but whoever looks for a mistake.
  public static var `private`: OSLogPrivacy { OSLogPrivacy() }
  /// Nobody.
  public static var sensitive: OSLogPrivacy { OSLogPrivacy() }
  /// What the value's kind says.
  public static var auto: OSLogPrivacy { OSLogPrivacy() }
  /// Nobody, but the same value is seen to be the same.
  public static func `private`(mask: Mask) -> OSLogPrivacy { OSLogPrivacy() }
  /// Nobody, but the same value is seen to be the same.
  public static func sensitive(mask: Mask) -> OSLogPrivacy { OSLogPrivacy() }
  /// What the value's kind says.
  public static func auto(mask: Mask) -> OSLogPrivacy { OSLogPrivacy() }
}

/// How wide a value is written.
public enum OSLogStringAlignment: Sendable {
  /// As wide as it is.
  case none
  /// Filled up on its left.
  case right(columns: Int)
  /// Filled up on its right.
  case left(columns: Int)
}

/// Puts values into a message.
public struct OSLogInterpolation: StringInterpolationProtocol, Sendable {
  var text = ""

  /// Begins an empty message.
  public init(literalCapacity: Int, interpolationCount: Int) {
    text.reserveCapacity(literalCapacity)
  }

  /// Adds what stands there.
  public mutating func appendLiteral(_ literal: String) { text += literal }

  /// Adds a value.
  public mutating func appendInterpolation<Value>(
    _ value: @autoclosure () -> Value, align: OSLogStringAlignment = .none,
    privacy: OSLogPrivacy = .auto
  ) {
    add("\(value())", align)
  }

  /// Adds a number.
  public mutating func appendInterpolation<Value: FixedWidthInteger>(
    _ number: @autoclosure () -> Value, format: OSLogIntegerFormatting,
    align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
  ) {
    add(format.text(of: number()), align)
  }

  /// Adds a number.
  public mutating func appendInterpolation<Value: BinaryFloatingPoint>(
    _ number: @autoclosure () -> Value, format: OSLogFloatFormatting,
    align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
  ) {
    add(format.text(of: Double(number())), align)
  }

  /// Adds what is true or false.
  public mutating func appendInterpolation(
    _ boolean: @autoclosure () -> Bool, format: OSLogBoolFormat, privacy: OSLogPrivacy = .auto
  ) {
    add(format.text(of: boolean()), .none)
  }

  private mutating func add(_ value: String, _ align: OSLogStringAlignment) {
    switch align {
    case .none: text += value
    case .right(let columns): text += Self.spaces(columns - value.count) + value
    case .left(let columns): text += value + Self.spaces(columns - value.count)
    }
  }

  private static func spaces(_ count: Int) -> String {
    String(repeating: " ", count: max(0, count))
  }
}
