import Analysis
import AppleRules
import Bytes
import Rendering

/// An app's files, read and looked at.
enum Plists {
  /// The bytes stand for every file that an app has: Info.plist, entitlements, a profile, a project's
  /// settings in each of their forms.
  static func run(_ bytes: [UInt8]) {
    var settings = BuildSettings(bytes)
    settings.fill(from: BuildSettings.configurationFile(bytes))
    settings.keep { $0.usageDescription != nil }
    let specification = ProjectSpecification(bytes)
    settings.fill(from: specification.configuration)
    var app = AppFacts()
    app.settings = settings
    app.deploymentTarget = settings.deploymentTarget
    app.profile = ProvisioningProfile.entitlements(bytes)
    app.info = InfoPlist(specification.info)
    app.entitlements = Entitlements(specification.entitlements)
    tell(app)
    guard let entries = try? PropertyList.entries(bytes) else { return }
    app.info = InfoPlist(entries)
    app.entitlements = Entitlements(entries)
    tell(app)
  }

  private static func tell(_ app: AppFacts) {
    let found = PhoneLint(app).found
    for finding in found {
      expect(!finding.finding.message.text(command: "").isEmpty, "a finding has a sentence")
    }
    var out = ByteBuffer(capacity: 4096)
    LintReport.writeJSON(found, isDocument: true, into: &out)
    LintReport(found).write(.github, into: &out)
    LintReport(found).write(
      .terminal(80), Typeface(isUTF8: true, hasColour: false), into: &out)
  }
}
