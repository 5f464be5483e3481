/// What the type of a record is a name of.
public enum NFCTypeNameFormat: UInt8, Sendable, CaseIterable {
  /// The record is empty.
  case empty = 0x00
  /// A type that the NFC Forum has defined.
  case nfcWellKnown = 0x01
  /// A media type of RFC 2046.
  case media = 0x02
  /// A URI of RFC 3986.
  case absoluteURI = 0x03
  /// Somebody's own type.
  case nfcExternal = 0x04
  /// The type is not known.
  case unknown = 0x05
  /// The record continues the one before.
  case unchanged = 0x06
}
