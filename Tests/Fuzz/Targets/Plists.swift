import Analysis
import AppleRules
import Bytes
import Rendering

/// An app's files, read and looked at.
enum Plists {
  /// The list stands for Info.plist and for the entitlements.
  static func run(_ bytes: [UInt8]) {
    _ = BuildSettings(bytes)
    guard let entries = try? PropertyList.entries(bytes) else { return }
    var app = AppFacts()
    app.info = InfoPlist(entries)
    app.entitlements = Entitlements(entries)
    var out = ByteBuffer(capacity: 4096)
    LintReport.writeJSON(PhoneLint(app).found, isDocument: true, into: &out)
  }
}
