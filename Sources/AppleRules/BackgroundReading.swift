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
    let scheme = uri.prefix { $0 != ":" }.lowercased()
    guard scheme.count < uri.count, !scheme.isEmpty else {
      return .nothing(because: "\(uri) is no URI with a scheme")
    }
    switch scheme {
    case "http", "https":
      let isMap = uri.lowercased().hasPrefix("\(scheme)://maps.apple.com/")
      return .opens(uri: uri, by: isMap ? .system(scheme: "maps") : .universalLink)
    case "mailto", "sms", "tel", "facetime", "facetime-audio", "x-hm":
      return .opens(uri: uri, by: .system(scheme: scheme))
    default:
      return .nothing(
        because: "\(scheme): is a scheme that background reading does not open; a universal link "
          + "(https) does")
    }
  }
}
