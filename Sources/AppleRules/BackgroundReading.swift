/// What a phone does with a tag that is held to it while no app reads.
package enum BackgroundReading: Equatable, Sendable {
  /// A notification opens this.
  case opens(uri: String, by: Opener)
  /// Nothing happens, and why.
  case nothing(because: String)

  /// Who is opened.
  package enum Opener: Equatable, Sendable {
    /// The app that has the domain among its associated ones, otherwise Safari.
    case universalLink
    /// The system's own app for the scheme.
    case system(scheme: String)
  }

  /// The first record that is a URI decides; other records before it do not stand in its way.
  ///
  /// Apple says "the first URI record"; one third party says that only the first record is looked at.
  /// So the URI is best put first.
  package static func verdict(uris: [String]) -> BackgroundReading {
    guard let uri = uris.first else {
      return .nothing(
        because: "the message has no URI record, and background reading looks for one")
    }
    if uri.isEmpty { return .nothing(because: "its URI is empty") }
    guard let scheme = scheme(of: uri) else {
      return .nothing(because: "\(quoted(uri)) is no URI with a scheme")
    }
    switch scheme {
    case "http", "https":
      guard let host = host(of: uri) else {
        return .nothing(because: "\(quoted(uri)) names no host")
      }
      let isMap = host == "maps.apple.com"
      return .opens(uri: uri, by: isMap ? .system(scheme: "maps") : .universalLink)
    case "mailto", "sms", "tel", "facetime", "facetime-audio", "x-hm":
      return .opens(uri: uri, by: .system(scheme: scheme))
    default:
      return .nothing(
        because:
          "\(quoted(scheme)) is a scheme that background reading does not open, as it opens a "
          + "universal link (https)")
    }
  }

  /// RFC 3986, 3.1: a letter, then letters, digits, "+", "-" and ".". In small letters.
  private static func scheme(of uri: String) -> String? {
    guard let end = uri.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let scheme = uri[..<end]
    let isSound = scheme.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2D, 0x2E: true
      default: false
      }
    }
    guard isSound, let first = scheme.utf8.first, first > 0x40 else { return nil }
    return scheme.lowercased()
  }

  /// RFC 3986, 3.2: who a link leads to, without name, password and port; nil where that is nobody.
  package static func host(of uri: String) -> String? {
    let rest = uri.drop { $0 != ":" }.dropFirst()
    guard rest.hasPrefix("//") else { return nil }
    let authority = rest.dropFirst(2).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    let place = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] }
    let name = place ?? authority
    let host = name.hasPrefix("[") ? name.prefix { $0 != "]" } + "]" : name.prefix { $0 != ":" }
    return host.isEmpty ? nil : host.lowercased()
  }

  /// The first 80 characters, in quotation marks.
  private static func quoted(_ text: String) -> String {
    let head = text.prefix(80)
    return "\"" + head + (head.endIndex == text.endIndex ? "" : "…") + "\""
  }
}
