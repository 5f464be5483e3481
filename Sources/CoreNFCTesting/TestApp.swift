package import AppleRules
public import Foundation

/// The app under test, as far as its phone asks: what its Info.plist and its entitlements say.
public struct TestApp: Sendable {
  package var plist: InfoPlist
  package var entitlements: Entitlements

  /// An app with these entries. Without arguments it may read everything but ISO 7816 applications and
  /// FeliCa, which have to be listed.
  public init(
    usageDescription: String? = "Reads tags in a test.", formats: [String]? = ["TAG"],
    selectIdentifiers: [String] = [], systemCodes: [String] = []
  ) {
    plist = InfoPlist(
      usageDescription: usageDescription, selectIdentifiers: selectIdentifiers,
      systemCodes: systemCodes)
    entitlements = Entitlements(formats: formats)
  }

  /// An app with its own files, in XML or binary. Where Xcode completes Info.plist from build settings,
  /// `usageDescription` is what INFOPLIST_KEY_NFCReaderUsageDescription adds to it.
  public init(infoPlist: URL, entitlements: URL, usageDescription: String? = nil) throws {
    do {
      plist = try InfoPlist(Data(contentsOf: infoPlist))
      plist.usageDescription = plist.usageDescription ?? usageDescription
    } catch let error as PropertyList.Unreadable {
      throw TestInputError("\(infoPlist.path) \(error)")
    }
    do {
      self.entitlements = try Entitlements(Data(contentsOf: entitlements))
    } catch let error as PropertyList.Unreadable {
      throw TestInputError("\(entitlements.path) \(error)")
    }
  }

  /// An app with its own files, given as paths.
  public init(infoPlist: String, entitlements: String, usageDescription: String? = nil) throws {
    try self.init(
      infoPlist: URL(fileURLWithPath: infoPlist), entitlements: URL(fileURLWithPath: entitlements),
      usageDescription: usageDescription)
  }
}

/// Something that a test gives to a phone and that is not what it should be.
public struct TestInputError: Error, CustomStringConvertible {
  /// What is wrong, in a line.
  public let description: String

  init(_ description: String) { self.description = description }
}
