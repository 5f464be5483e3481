/// What an app's entitlements say about NFC.
package struct Entitlements: Equatable, Sendable {
  /// What the app may read: `TAG`, `NDEF`, `PACE`; nil where the key is missing.
  package var formats: [String]?
  /// Keys that are none, but look like one.
  package var nearMisses: [NearMiss] = []
  /// What stands here and belongs into Info.plist.
  package var misplaced: [PropertyList.Entry] = []
  /// What is not of the kind that iOS takes.
  package var mistyped: [MistypedValue] = []
  /// Keys that stand there twice.
  package var repeatedKeys: [String] = []
  /// The domains whose links open the app.
  package var domains: [String] = []

  /// The name of the key.
  package static let key = "com.apple.developer.nfc.readersession.formats"

  /// Entitlements with these formats.
  package init(formats: [String]?) { self.formats = formats }

  /// Reads a property list, in XML or binary.
  package init(_ bytes: some Sequence<UInt8>) throws(PropertyList.Unreadable) {
    self.init(try PropertyList.entries(bytes))
  }

  /// Looks for the keys in a list that was read.
  package init(_ entries: [PropertyList.Entry]) {
    formats = entries[Self.key].map { PropertyList.strings($0) }
    nearMisses = NearMiss.all(in: entries, of: [Self.key] + InfoPlist.Key.all)
    misplaced = InfoPlist.Key.all.compactMap { key in entries.last { $0.key == key } }
    mistyped = [MistypedValue(list: entries[Self.key], under: Self.key)].compactMap { $0 }
    repeatedKeys = entries.repeated.filter { $0 == Self.key }
    domains = PropertyList.strings(entries["com.apple.developer.associated-domains"])
      .compactMap { text in
        guard text.hasPrefix("applinks:") else { return nil }
        return String(text.dropFirst(9).prefix { $0 != "?" })
      }
  }

  /// Whether one of these formats is there.
  package func allows(_ format: String...) -> Bool {
    format.contains { formats?.contains($0) == true }
  }
}
