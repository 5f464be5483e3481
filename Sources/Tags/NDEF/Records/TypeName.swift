/// Types that are names of others: MIME types, external types, Android's application record.
package enum TypeName {
  /// What is wrong with a name.
  package enum Fault: Equatable, Sendable {
    /// No `type/subtype` (RFC 2046).
    case notMIME
    /// A type with bytes that are no printable ASCII.
    case notASCII
    /// No `domain:type` (NFC Forum, RTD).
    case notExternal
    /// An Android Application Record that holds no name of a package.
    case notPackage(String)
    /// An absolute URI without a scheme.
    case noScheme
    /// The type of a text or URI is forgotten: the payload fits it.
    case typeForgotten
  }

  /// The type of Android's record for the application to start.
  package static let androidApplication = "android.com:pkg"

  /// Whether a name is `type/subtype`, parameters apart.
  package static func isMIME(_ name: [UInt8]) -> Bool {
    let essence = name.prefix { $0 != UInt8(ascii: ";") }
    let parts = essence.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(isTokenCharacter) }
  }

  private static func isTokenCharacter(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7F && !Array("()<>@,;:\\\"/[]?=".utf8).contains(byte)
  }

  /// Whether a name is `domain:type`.
  package static func isExternal(_ name: [UInt8]) -> Bool {
    guard let colon = name.firstIndex(of: UInt8(ascii: ":")) else { return false }
    return colon > 0 && colon < name.count - 1
  }

  /// Whether a name is one of a Java package of at least two parts.
  package static func isPackage(_ name: [UInt8]) -> Bool {
    let parts = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count >= 2
      && parts.allSatisfy { part in
        guard let first = part.first, UTF8Text.isLetter(first) || first == UInt8(ascii: "_") else {
          return false
        }
        return part.allSatisfy { UTF8Text.isAlphanumeric($0) || $0 == UInt8(ascii: "_") }
      }
  }

  /// Whether an absolute URI begins with a scheme (RFC 3986).
  package static func hasScheme(_ uri: [UInt8]) -> Bool {
    guard let colon = uri.firstIndex(of: UInt8(ascii: ":")), colon > 0, UTF8Text.isLetter(uri[0])
    else { return false }
    return uri[..<colon].allSatisfy {
      UTF8Text.isAlphanumeric($0) || Array("+-.".utf8).contains($0)
    }
  }
}
