public import Foundation
import Tags

/// Records that the NFC Forum has defined.
extension NFCNDEFPayload {
  /// A record with a URI. The beginnings that have a code are abbreviated.
  public class func wellKnownTypeURIPayload(string uri: String) -> Self? {
    guard !uri.isEmpty else { return nil }
    return NFCNDEFPayload(URIRecord(uri).record) as? Self
  }

  /// A record with a URL. The beginnings that have a code are abbreviated.
  public class func wellKnownTypeURIPayload(url: URL) -> Self? {
    wellKnownTypeURIPayload(string: url.absoluteString)
  }

  /// A record with a text in UTF-8, and the language that the locale names.
  ///
  /// Whether Apple's own always writes UTF-16 is not known; who reads must take both.
  public class func wellKnownTypeTextPayload(string text: String, locale: Locale) -> Self? {
    let language = locale.identifier.split { "_@.".contains($0) }.first.map(String.init) ?? "en"
    guard language.utf8.count <= 63, language.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    let payload = [UInt8(language.utf8.count)] + Array(language.utf8) + Array(text.utf8)
    return NFCNDEFPayload(NDEFRecord(.wellKnown, type: [0x54], payload: payload)) as? Self
  }

  /// The same under the name that was misspelled. On iOS 13 calling it ends the app.
  @available(*, deprecated, renamed: "wellKnownTypeTextPayload(string:locale:)")
  public class func wellKnowTypeTextPayload(string text: String, locale: Locale) -> Self? {
    wellKnownTypeTextPayload(string: text, locale: locale)
  }

  /// The URL of a URI record; nil for any other.
  public func wellKnownTypeURIPayload() -> URL? {
    guard typeNameFormat == .nfcWellKnown, type == Data("U".utf8), !payload.isEmpty else {
      return nil
    }
    var faults = PayloadFaults()
    return URL(string: URIRecord(reading: Array(payload), faults: &faults).uri)
  }

  /// The text of a Text record and its language; nothing for any other.
  public func wellKnownTypeTextPayload() -> (String?, Locale?) {
    guard typeNameFormat == .nfcWellKnown, type == Data("T".utf8), let status = payload.first else {
      return (nil, nil)
    }
    let rest = payload.dropFirst()
    let length = Int(status & 0x3F)
    guard length <= rest.count else { return (nil, nil) }
    let language = String(decoding: rest.prefix(length), as: UTF8.self)
    let bytes = Data(rest.dropFirst(length))
    let text = status & 0x80 == 0 ? String(data: bytes, encoding: .utf8) : Self.utf16(bytes)
    guard let text else { return (nil, nil) }
    return (text, Locale(identifier: language))
  }

  /// UTF-16, big-endian where no mark says otherwise (RFC 2781).
  private static func utf16(_ bytes: Data) -> String? {
    guard bytes.count.isMultiple(of: 2) else { return nil }
    if bytes.starts(with: [0xFF, 0xFE]) {
      return String(data: bytes.dropFirst(2), encoding: .utf16LittleEndian)
    }
    let isMarked = bytes.starts(with: [0xFE, 0xFF])
    return String(data: isMarked ? bytes.dropFirst(2) : bytes, encoding: .utf16BigEndian)
  }
}
