import Testing

@testable import AppleRules

/// What a phone makes of a URI while no app reads, by Apple's page on background tag reading.
@Suite struct BackgroundReadingTests {
  @Test(
    "What opens, and who",
    arguments: [
      ("https://example.com/a", .universalLink), ("HTTP://EXAMPLE.COM", .universalLink),
      ("http://maps.apple.com/?q=x", .system(scheme: "maps")),
      ("https://maps.apple.com?q=x", .system(scheme: "maps")),
      ("https://maps.apple.com.example.com/", .universalLink),
      ("tel:+123", .system(scheme: "tel")), ("SMS:+123", .system(scheme: "sms")),
      ("mailto:a@example.com", .system(scheme: "mailto")),
      ("facetime-audio:a@example.com", .system(scheme: "facetime-audio")),
      ("X-HM://0023", .system(scheme: "x-hm")),
    ] as [(String, BackgroundReading.Opener)])
  func opens(uri: String, opener: BackgroundReading.Opener) {
    #expect(BackgroundReading.verdict(uris: [uri]) == .opens(uri: uri, by: opener))
  }

  @Test(
    "What opens nothing",
    arguments: [
      "", "example.com", "//example.com", " https://example.com", ":x", "https://", "https:///a",
      "https:example.com", "myapp://x", "geo:1,2", "maps://?q=x", "\u{1B}[31mhttps://example.com",
      "http\u{0}s://example.com", "1a:x",
    ])
  func opensNothing(uri: String) throws {
    guard case .nothing(let reason) = BackgroundReading.verdict(uris: [uri, "https://example.com"])
    else {
      Issue.record("\(uri) opens something")
      return
    }
    #expect(!reason.hasPrefix(" "))
  }

  /// A tag's URI may be as long as the tag.
  @Test func reasonsAreShort() {
    let uri = String(repeating: "x", count: 10_000)
    guard case .nothing(let reason) = BackgroundReading.verdict(uris: [uri]) else {
      Issue.record("a word opens something")
      return
    }
    #expect(reason.count < 200)
  }

  @Test(
    "A link's host has no name, password or port",
    arguments: [
      ("https://example.com", "example.com"), ("https://Example.COM:8443/a:b@c", "example.com"),
      ("https://user:secret@example.com/", "example.com"),
      ("https://a@b@example.com", "example.com"),
      ("https://[::1]:80/", "[::1]"), ("https://[::1", "[::1]"), ("https://?x", nil),
      ("https:x", nil),
    ] as [(String, String?)])
  func hosts(uri: String, host: String?) {
    #expect(BackgroundReading.host(of: uri) == host)
  }
}
