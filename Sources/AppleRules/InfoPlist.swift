package import Foundation

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
  /// Whether values are missing that Xcode puts in from build settings.
  package var isCompletedByXcode = false

  /// A key with a typing error.
  package struct NearMiss: Equatable, Sendable {
    package var written: String
    package var meant: String
  }

  /// The names of the keys.
  package enum Key {
    package static let usageDescription = "NFCReaderUsageDescription"
    package static let selectIdentifiers =
      "com.apple.developer.nfc.readersession.iso7816.select-identifiers"
    package static let systemCodes = "com.apple.developer.nfc.readersession.felica.systemcodes"

    static let all = [usageDescription, selectIdentifiers, systemCodes]
  }

  /// One that says what these arguments say.
  package init(
    usageDescription: String?, selectIdentifiers: [String] = [], systemCodes: [String] = []
  ) {
    self.usageDescription = usageDescription
    self.selectIdentifiers = selectIdentifiers
    self.systemCodes = systemCodes
  }

  /// Reads a property list, in XML or binary.
  package init(_ bytes: Data) throws(PropertyList.Unreadable) {
    let keys = try PropertyList.dictionary(bytes)
    usageDescription = PropertyList.strings(keys[Key.usageDescription]).first
    selectIdentifiers = PropertyList.strings(keys[Key.selectIdentifiers])
    systemCodes = PropertyList.strings(keys[Key.systemCodes])
    nearMisses = PropertyList.nearMisses(in: keys, of: Key.all)
    let values = [usageDescription].compactMap { $0 } + selectIdentifiers + systemCodes
    isCompletedByXcode = values.contains { $0.contains("$(") || $0.contains("${") }
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

/// What an app's entitlements say about NFC.
package struct Entitlements: Equatable, Sendable {
  /// What the app may read: `TAG`, `NDEF`, `PACE`; nil where the key is missing.
  package var formats: [String]?
  /// Keys that are none, but look like one.
  package var nearMisses: [InfoPlist.NearMiss] = []

  /// The name of the key.
  package static let key = "com.apple.developer.nfc.readersession.formats"

  /// Entitlements with these formats.
  package init(formats: [String]?) { self.formats = formats }

  /// Reads a property list, in XML or binary.
  package init(_ bytes: Data) throws(PropertyList.Unreadable) {
    let keys = try PropertyList.dictionary(bytes)
    formats = keys[Self.key].map { PropertyList.strings($0) }
    nearMisses = PropertyList.nearMisses(in: keys, of: [Self.key])
  }

  /// Whether one of these formats is there.
  package func allows(_ format: String...) -> Bool {
    format.contains { formats?.contains($0) == true }
  }
}
