/// What a phone would do or refuse, why, and what to change.
package struct AppFinding: Equatable, Sendable {
  package var finding: Finding
  /// The file it is about.
  package var file: String
  /// What to change, beginning with a small letter; empty where nothing has to be.
  package var change: String
  /// Lines to paste there.
  package var lines: [String]

  /// Who says so.
  package var source: AppleSource { AppleSource(finding.id) }
}

/// Who says that iOS does so.
package enum AppleSource: Equatable, Sendable {
  /// A page of Apple's documentation, below `developer.apple.com/documentation/`.
  case page(String)
  /// People who tried it; no page of Apple's says it.
  case reported

  /// Who says what findings of an id say.
  package init(_ id: FindingID) {
    switch id {
    case .iosUsageDescription:
      self = .page("bundleresources/information-property-list/nfcreaderusagedescription")
    case .iosEntitlementTag:
      self = .page("bundleresources/entitlements/com.apple.developer.nfc.readersession.formats")
    case .iosBackground: self = .page("corenfc/adding-support-for-background-tag-reading")
    case .iosAIDForm:
      self = .page(
        "bundleresources/entitlements/"
          + "com.apple.developer.nfc.readersession.iso7816.select-identifiers")
    case .iosSystemCodeForm:
      self = .page(
        "bundleresources/entitlements/com.apple.developer.nfc.readersession.felica.systemcodes")
    case .iosCardInvisible, .iosAIDOrder: self = .page("corenfc/nfciso7816tag")
    case .iosAIDUnlisted, .iosNDEFAIDMissing, .iosPaymentAID, .iosPACE:
      self = .page("corenfc/nfctagreadersession")
    case .iosSystemCodeUnlisted: self = .page("corenfc/nfcfelicatag")
    case .iosMIFAREClassic: self = .page("corenfc/nfcmifaretag")
    case .iosNDEFCapacity, .iosNDEFEmpty: self = .page("corenfc/nfcndeftag")
    case .iosTextStatus, .iosTextRaw, .iosURIPrefix: self = .page("corenfc/nfcndefpayload")
    case .iosTagError, .iosResponseLength: self = .page("corenfc/nfciso15693tag")
    case .iosSessionTime: self = .page("corenfc/nfcreadersession")
    default: self = .reported
    }
  }
}
