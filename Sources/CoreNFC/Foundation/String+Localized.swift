public import Foundation

/// Texts for people, which Foundation has not on Linux. They are what the code says, or what the
/// bundle's tables have for that.
extension String {
  /// The text for a key.
  @_disfavoredOverload
  public init(
    localized key: LocalizationValue, table: String? = nil, bundle: Bundle? = nil,
    locale: Locale = .current, comment: StaticString? = nil
  ) {
    self = (bundle ?? .main).localizedString(forKey: key.text, value: key.text, table: table)
  }

  /// The text for a key that is not the text itself.
  @_disfavoredOverload
  public init(
    localized key: StaticString, defaultValue: LocalizationValue, table: String? = nil,
    bundle: Bundle? = nil, locale: Locale = .current, comment: StaticString? = nil
  ) {
    self = (bundle ?? .main).localizedString(
      forKey: "\(key)", value: defaultValue.text, table: table)
  }

  /// A text with what is put into it.
  public struct LocalizationValue: ExpressibleByStringInterpolation, Equatable, Sendable {
    let text: String

    /// A text as it stands.
    public init(_ value: String) { text = value }

    /// A text as it stands.
    public init(stringLiteral value: String) { text = value }

    /// A text that was put together.
    public init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

    /// Puts values into a text.
    public struct StringInterpolation: StringInterpolationProtocol, Sendable {
      var text = ""

      /// Begins an empty text.
      public init(literalCapacity: Int, interpolationCount: Int) {}

      /// Adds what stands there.
      public mutating func appendLiteral(_ literal: String) { text += literal }

      /// Adds a value.
      public mutating func appendInterpolation<Value>(_ value: Value) { text += "\(value)" }

      /// Adds a value, written by a format of C.
      public mutating func appendInterpolation(_ value: some CVarArg, specifier: String) {
        text += specifier.utf8.count <= 16 ? String(format: specifier, value) : "\(value)"
      }
    }
  }
}
