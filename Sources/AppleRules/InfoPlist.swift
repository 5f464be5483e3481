/// What an app's Info.plist says about NFC.
package struct InfoPlist: Equatable, Sendable {
  /// Why the app reads tags, as the user is told; nil where the key is missing.
  package var usageDescription: String?
  /// The applications that may be selected, as they stand there.
  package var selectIdentifiers: [String] = []
  /// The FeliCa systems that may be polled for, as they stand there.
  package var systemCodes: [String] = []
  /// Keys that are none, but look like one: what stands there, and what it should be.
  package var nearMisses: [NearMiss] = []
  /// Keys that stand there twice, of which one is not seen.
  package var repeatedKeys: [String] = []
  /// What stands here and belongs into the entitlements.
  package var misplaced: [PropertyList.Entry] = []
  /// What is not of the kind that iOS takes.
  package var mistyped: [MistypedValue] = []
  /// The keys of ours that are there, whatever is under them.
  package var present: Set<String> = []
  /// The lowest iOS that a built app runs on, as its own list says it.
  package var minimumSystem: Int?
  /// Whether the list is of something else than an app: of an extension, a framework, of tests.
  package var isOfOther = false
  /// Whether values are missing that Xcode puts in from build settings.
  package var isCompletedByXcode = false
  /// Whether the list names its own bundle, as one does that is whole. Projects of today keep only
  /// what build settings cannot say.
  package var isWhole = true

  /// The names of the keys.
  package enum Key {
    package static let usageDescription = "NFCReaderUsageDescription"
    package static let selectIdentifiers =
      "com.apple.developer.nfc.readersession.iso7816.select-identifiers"
    package static let systemCodes = "com.apple.developer.nfc.readersession.felica.systemcodes"

    /// All of them.
    package static let all = [usageDescription, selectIdentifiers, systemCodes]
  }

  /// One that says what these arguments say.
  package init(
    usageDescription: String?, selectIdentifiers: [String] = [], systemCodes: [String] = []
  ) {
    self.usageDescription = usageDescription
    self.selectIdentifiers = selectIdentifiers
    self.systemCodes = systemCodes
    if usageDescription != nil { present.insert(Key.usageDescription) }
    if !selectIdentifiers.isEmpty { present.insert(Key.selectIdentifiers) }
    if !systemCodes.isEmpty { present.insert(Key.systemCodes) }
  }

  /// Reads a property list, in XML or binary.
  package init(_ bytes: some Sequence<UInt8>) throws(PropertyList.Unreadable) {
    self.init(try PropertyList.entries(bytes))
  }

  /// Looks for the keys in a list that was read.
  package init(_ entries: [PropertyList.Entry]) {
    if case .text(let text) = entries[Key.usageDescription] { usageDescription = text }
    selectIdentifiers = PropertyList.strings(entries[Key.selectIdentifiers])
    systemCodes = PropertyList.strings(entries[Key.systemCodes])
    nearMisses = NearMiss.all(in: entries, of: Key.all + [Entitlements.key])
    repeatedKeys = entries.repeated.filter { Key.all.contains($0) }
    misplaced = entries.last { $0.key == Entitlements.key }.map { [$0] } ?? []
    mistyped = [
      MistypedValue(text: entries[Key.usageDescription], under: Key.usageDescription),
      MistypedValue(list: entries[Key.selectIdentifiers], under: Key.selectIdentifiers),
      MistypedValue(list: entries[Key.systemCodes], under: Key.systemCodes),
    ].compactMap { $0 }
    present = Set(Key.all.filter { entries[$0] != nil })
    if case .text(let text) = entries["MinimumOSVersion"] {
      minimumSystem = BuildConfiguration.major(text)
    }
    isOfOther = entries["NSExtension"] != nil || entries["EXAppExtensionAttributes"] != nil
    if case .text(let type) = entries["CFBundlePackageType"] {
      isOfOther = isOfOther || ["BNDL", "XPC!", "FMWK"].contains(type)
    }
    let values = [usageDescription].compactMap { $0 } + selectIdentifiers + systemCodes
    isCompletedByXcode = values.contains { $0.contains("$(") || $0.contains("${") }
    isWhole = entries["CFBundleIdentifier"] != nil && entries["CFBundleExecutable"] != nil
  }
}

extension InfoPlist {
  /// The applications as bytes, in their order; nil for an entry that is no hex.
  package var applications: [[UInt8]?] { selectIdentifiers.map(Hexadecimal.bytes) }

  /// The systems as numbers, in their order; nil for an entry that is no code, and for one with FF
  /// in either byte, which stands for any and is refused.
  package var systems: [UInt16?] {
    systemCodes.map { text in
      guard let bytes = Hexadecimal.bytes(text), bytes.count == 2, !bytes.contains(0xFF) else {
        return nil
      }
      return UInt16(bytes[0]) << 8 | UInt16(bytes[1])
    }
  }
}
