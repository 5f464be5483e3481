import Foundation
import Testing

@testable import AppleRules

/// Profiles: a signed envelope with a property list in it.
@Suite struct ProvisioningProfileTests {
  /// The first bytes of a CMS envelope, the list, and bytes of certificates.
  private static func profile(_ entitlements: [String: Any]) throws -> [UInt8] {
    let list = try PropertyListSerialization.data(
      fromPropertyList: ["Name": "App", "Entitlements": entitlements], format: .xml, options: 0)
    return [
      0x30, 0x82, 0x1F, 0x00, 0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02,
    ]
      + Array(list) + [0xA0, 0x82, 0x3C, 0x70, 0x6C]
  }

  @Test func grantsAreRead() throws {
    let bytes = try Self.profile([Entitlements.key: ["NDEF", "TAG"], "get-task-allow": true])
    #expect(ProvisioningProfile.entitlements(bytes)?.formats == ["NDEF", "TAG"])
    let without = try Self.profile(["get-task-allow": true])
    #expect(ProvisioningProfile.entitlements(without)?.formats == .some(nil))
  }

  @Test func damageIsBorne() throws {
    let bytes = try Self.profile([Entitlements.key: ["TAG"]])
    for end in bytes.indices { _ = ProvisioningProfile.entitlements(Array(bytes[..<end])) }
    #expect(ProvisioningProfile.entitlements([]) == nil)
    #expect(ProvisioningProfile.entitlements(Array("<plist></plist>".utf8)) == nil)
  }
}
