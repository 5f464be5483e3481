import Analysis
import AppleRules
import TraceFormat

/// Which of a folder's files are the app's.
extension AppFiles {
  /// Looks for the files of a built app or of a project.
  mutating func search(_ path: String) throws {
    guard Descriptor.standing(path) == .folder else {
      throw Failure("\(path): is no folder; --app takes an .app or a project's folder")
    }
    // Beside an Xcode project, its files.
    let isProject = path.hasSuffix(".xcodeproj") || path.hasSuffix(".xcodeproj/")
    var walk = FolderWalk(isProject ? Self.folder(of: path) : path)
    walk.run()
    let named = try readSettings(walk)
    let specification = try walk.specifications.first.map { path in
      (path: path, said: ProjectSpecification(try Self.bytes(of: path, atMost: Self.limit)))
    }
    try choosePlist(walk, named.infoPlists, specification)
    try chooseEntitlements(walk, named.entitlements, specification)
    // Of a project in another form than Xcode's own no target is known.
    if !walk.projects.isEmpty, facts.settings?.configurations.isEmpty == false {
      facts.signing = signing(named)
    }
    keepSettings(named)
    if let path = walk.profiles.first {
      facts.profile = ProvisioningProfile.entitlements(
        try Self.bytes(of: path, atMost: Self.limit))
      facts.profileName = path
    }
    guard hasAny else {
      throw Failure("\(path): has no Info.plist, no entitlements and no Xcode project")
    }
  }

  private static let limit = PropertyList.sizeLimit + 1

  /// Files that build settings name.
  private struct Named {
    var infoPlists: [String] = []
    var entitlements: [String] = []
    /// The folders that their paths start in.
    var folders: [String] = []
  }

  /// Reads what projects, configuration files and specifications set.
  private mutating func readSettings(_ walk: FolderWalk) throws -> Named {
    var named = Named()
    var all: BuildSettings?
    for path in walk.projects {
      let settings = BuildSettings(try Self.bytes(of: path, atMost: Self.limit))
      named.folders.append(Self.folder(of: Self.folder(of: path)))
      if all?.merge(settings) == nil { all = settings }
    }
    for path in walk.specifications.prefix(1) {
      let said = ProjectSpecification(try Self.bytes(of: path, atMost: Self.limit))
      named.folders.append(Self.folder(of: path))
      if all?.fill(from: said.configuration) == nil { all = BuildSettings(said.configuration) }
    }
    for path in walk.configurations {
      let said = BuildSettings.configurationFile(try Self.bytes(of: path, atMost: Self.limit))
      named.folders.append(Self.folder(of: path))
      if all?.fill(from: said) == nil { all = BuildSettings(said) }
    }
    facts.settings = all
    let roots = named.folders
    named.infoPlists = (all?.infoPlists ?? []).flatMap { Self.places(of: $0, from: roots) }
    named.entitlements = (all?.entitlements ?? []).flatMap { Self.places(of: $0, from: roots) }
    return named
  }

  /// Where a path of the settings may lead: `$(SRCROOT)/App/Info.plist` is known by what follows the
  /// variable.
  private static func places(of path: String, from folders: [String]) -> [String] {
    let rest = path.hasPrefix("$") ? String(path.drop { $0 != "/" }.dropFirst()) : path
    guard !rest.isEmpty else { return [] }
    return folders.map { $0 == "." ? rest : "\($0)/\(rest)" }
  }

  /// The settings of the target whose files were taken.
  private mutating func keepSettings(_ named: Named) {
    let chosen = [facts.infoName, facts.entitlementsName]
    facts.settings?.keep { configuration in
      [configuration.infoPlist, configuration.entitlements].compactMap { $0 }.contains { path in
        Self.places(of: path, from: named.folders).contains { chosen.contains($0) }
      }
    }
  }

  private mutating func choosePlist(
    _ walk: FolderWalk, _ named: [String],
    _ specification: (path: String, said: ProjectSpecification)?
  ) throws {
    let candidates = Self.candidates(walk.infoPlists, named).map { path in
      var candidate = Candidate(path: path, isNamed: named.contains(path))
      if let entries = try? entries(of: path) {
        let info = InfoPlist(entries)
        candidate.isReadable = true
        candidate.isOfOther = info.isOfOther
        candidate.mentions =
          info.usageDescription != nil || !info.nearMisses.isEmpty || Self.mentions(entries)
      }
      return candidate
    }
    let written = specification?.said.info ?? []
    if let best = candidates.min() {
      let entries = try entries(of: best.path)
      // XcodeGen writes what its file says into the list.
      facts.info = InfoPlist(
        entries + written.filter { key in !entries.contains { $0.key == key.key } })
      facts.infoName = best.path
    } else if let specification, !written.isEmpty {
      facts.info = InfoPlist(written)
      facts.infoName = specification.path
    } else if facts.settings?.generatesInfoPlist == true {
      facts.info = InfoPlist(usageDescription: nil)
      facts.infoName = "the Info.plist that Xcode makes"
    }
  }

  private mutating func chooseEntitlements(
    _ walk: FolderWalk, _ named: [String],
    _ specification: (path: String, said: ProjectSpecification)?
  ) throws {
    let candidates = Self.candidates(walk.entitlements, named).map { path in
      var candidate = Candidate(path: path, isNamed: named.contains(path))
      if let entries = try? entries(of: path) {
        candidate.isReadable = true
        candidate.mentions = !Entitlements(entries).nearMisses.isEmpty || Self.mentions(entries)
      }
      return candidate
    }
    let written = specification?.said.entitlements ?? []
    if let best = candidates.min() {
      let entries = try entries(of: best.path)
      facts.entitlements = Entitlements(
        entries + written.filter { key in !entries.contains { $0.key == key.key } })
      facts.entitlementsName = best.path
    } else if let specification, !written.isEmpty {
      facts.entitlements = Entitlements(written)
      facts.entitlementsName = specification.path
    }
  }

  /// What the settings of the project and the file that was taken make of each other.
  private func signing(_ named: Named) -> Signing {
    guard let path = facts.settings?.entitlements.first else {
      return facts.entitlements == nil ? .nothing : .unnamed
    }
    return facts.entitlements == nil && !path.contains("$(") ? .missing(path) : .named
  }

  /// The files that were found, and those of other names that settings name.
  private static func candidates(_ found: [String], _ named: [String]) -> [String] {
    found + Set(named).filter { !found.contains($0) && Descriptor.standing($0) == .file }.sorted()
  }

  private static func mentions(_ entries: [PropertyList.Entry]) -> Bool {
    entries.contains { $0.key.hasPrefix("com.apple.developer.nfc.") }
  }

  /// The folder that a file is in.
  private static func folder(of path: String) -> String {
    let bare = path.hasSuffix("/") ? path.dropLast() : path[...]
    guard let slash = bare.lastIndex(of: "/") else { return "." }
    return slash == bare.startIndex ? "/" : String(bare[..<slash])
  }
}

/// A file that may be the app's; the least is the best.
private struct Candidate: Comparable {
  let path: String
  let isNamed: Bool
  var isReadable = false
  /// Of an extension, a framework, tests.
  var isOfOther = false
  /// Whether it has anything to do with reading tags.
  var mentions = false

  static func < (one: Candidate, other: Candidate) -> Bool {
    one.rank.lexicographicallyPrecedes(other.rank)
      || one.rank == other.rank && one.path < other.path
  }

  /// What counts, the most important first; the nearest to the top last.
  private var rank: [Int] {
    [
      isReadable || isNamed ? 0 : 1, isOfOther ? 1 : 0, isNamed ? 0 : 1, mentions ? 0 : 1,
      path.count { $0 == "/" },
    ]
  }
}
