/// `embedded.mobileprovision`: what Apple signed that an app may do. The property list in it is
/// looked for; the signature around it is not judged.
package enum ProvisioningProfile {
  /// The entitlements that it grants; nil where none can be read.
  package static func entitlements(_ bytes: [UInt8]) -> Entitlements? {
    guard bytes.count <= PropertyList.sizeLimit, let start = find("<plist", in: bytes, from: 0),
      let end = find("</plist>", in: bytes, from: start),
      let entries = try? PropertyList.entries(bytes[start..<end + 8]),
      case .keys(let granted) = entries["Entitlements"]
    else { return nil }
    return Entitlements(granted)
  }

  private static func find(_ text: StaticString, in bytes: [UInt8], from start: Int) -> Int? {
    let wanted = Array("\(text)".utf8)
    return bytes[start...].indices.first { bytes[$0...].starts(with: wanted) }
  }
}
