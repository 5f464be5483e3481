import TraceFormat

/// The files in a folder and below it that say what an app may do with tags.
struct FolderWalk {
  private let top: String
  private(set) var infoPlists: [String] = []
  private(set) var entitlements: [String] = []
  /// `project.pbxproj` of Xcode projects.
  private(set) var projects: [String] = []
  /// `.xcconfig` files, XcodeGen's `project.yml`, and profiles of built apps.
  private(set) var configurations: [String] = []
  private(set) var specifications: [String] = []
  private(set) var profiles: [String] = []

  init(_ top: String) { self.top = top }

  /// Folders that are somebody else's, or that builds make.
  private static let skipped: Set<String> = [
    ".", "..", ".git", ".build", "Pods", "Carthage", "node_modules", "DerivedData", "build",
  ]
  /// How deep, and how many folders, are looked into.
  private static let depthLimit = 8
  private static let folderLimit = 4_000

  /// Looks, nearest folders first.
  mutating func run() {
    var open = [(path: top, depth: 0)]
    var next = 0
    while next < open.count, next < Self.folderLimit {
      let (path, depth) = open[next]
      next += 1
      for name in Folder.names(in: path, ending: "") where !Self.skipped.contains(name) {
        let inside = path.hasSuffix("/") ? path + name : "\(path)/\(name)"
        switch Descriptor.standing(inside) {
        case .file: note(name, inside)
        case .folder where depth < Self.depthLimit: open.append((inside, depth + 1))
        case .folder, .device, .nothing: break
        }
      }
    }
  }

  private mutating func note(_ name: String, _ path: String) {
    if name == "Info.plist" || name.hasSuffix("-Info.plist") { infoPlists.append(path) }
    if name.hasSuffix(".entitlements") || name.hasSuffix(".xcent") { entitlements.append(path) }
    if name == "project.pbxproj" { projects.append(path) }
    if name.hasSuffix(".xcconfig") { configurations.append(path) }
    if name == "project.yml" || name == "project.yaml" { specifications.append(path) }
    if name == "embedded.mobileprovision" { profiles.append(path) }
  }
}
