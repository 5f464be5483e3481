import Analysis
import AppleRules
import Bytes
import TraceFormat

/// The files of an app that iOS looks into, found and read.
struct AppFiles {
  /// What they say.
  var facts = AppFacts()

  /// Whether there is any.
  var hasAny: Bool { facts.info != nil || facts.entitlements != nil || facts.settings != nil }

  /// Reads an Info.plist.
  mutating func take(infoPlist path: String) throws {
    facts.info = InfoPlist(try entries(of: path))
    facts.infoName = path
  }

  /// Reads entitlements.
  mutating func take(entitlements path: String) throws {
    facts.entitlements = Entitlements(try entries(of: path))
    facts.entitlementsName = path
  }

  /// Reads a file as what it is, if it is a property list.
  mutating func take(propertyList path: String) throws -> Bool {
    guard path != "-", Descriptor.standing(path) == .file else { return false }
    let head = try Self.bytes(of: path, atMost: 4096)
    guard PropertyList.recognizes(head) else { return false }
    let entries = try entries(of: path)
    let isEntitlements =
      path.hasSuffix(".entitlements") || path.hasSuffix(".xcent")
      || entries.contains { $0.key == Entitlements.key }
        && !entries.contains { $0.key.hasPrefix("CFBundle") }
    if isEntitlements {
      facts.entitlements = Entitlements(entries)
      facts.entitlementsName = path
    } else {
      facts.info = InfoPlist(entries)
      facts.infoName = path
    }
    return true
  }

  /// Looks for the files of a built app or of a project.
  mutating func search(_ path: String) throws {
    guard Descriptor.standing(path) == .folder else {
      throw Failure("\(path): is no folder; --app takes an .app or a project's folder")
    }
    var walk = FolderWalk(path)
    walk.run()
    for settings in walk.projects {
      let bytes = try Self.bytes(of: settings, atMost: PropertyList.sizeLimit)
      var read = BuildSettings(bytes)
      if let known = facts.settings { read.merge(known) }
      facts.settings = read
    }
    let plists = Self.best(of: walk.infoPlists, named: facts.settings?.infoPlists ?? [])
    if let plist = try plists.first(where: mentionsReading) ?? plists.first {
      try take(infoPlist: plist)
    } else if facts.settings?.generatesInfoPlist == true {
      facts.info = InfoPlist(usageDescription: nil)
      facts.infoName = "the Info.plist that Xcode makes"
    }
    let rights = Self.best(of: walk.entitlements, named: facts.settings?.entitlements ?? [])
    if let file = try rights.first(where: mentionsReading) ?? rights.first {
      try take(entitlements: file)
    }
    guard hasAny else {
      throw Failure("\(path): has no Info.plist, no entitlements and no Xcode project")
    }
  }

  /// The paths that build settings name first, then those nearest to the top.
  private static func best(of paths: [String], named names: [String]) -> [String] {
    let endings = names.map { name in
      // `$(SRCROOT)/App/Info.plist` is known by what follows the variable.
      name.contains("$(") ? String(name.drop { $0 != ")" }.dropFirst(2)) : name
    }
    return paths.sorted { one, other in
      let (isNamed, isOtherNamed) = (
        endings.contains { !$0.isEmpty && one.hasSuffix($0) },
        endings.contains { !$0.isEmpty && other.hasSuffix($0) }
      )
      if isNamed != isOtherNamed { return isNamed }
      let (depth, otherDepth) = (one.count { $0 == "/" }, other.count { $0 == "/" })
      return (depth, one) < (otherDepth, other)
    }
  }

  /// Whether a property list has anything to do with reading tags.
  private func mentionsReading(_ path: String) throws -> Bool {
    let entries = try entries(of: path)
    let info = InfoPlist(entries)
    return info.usageDescription != nil || !info.nearMisses.isEmpty
      || entries.contains { $0.key.hasPrefix("com.apple.developer.nfc.") }
  }

  private func entries(of path: String) throws -> [PropertyList.Entry] {
    let bytes = try Self.bytes(of: path, atMost: PropertyList.sizeLimit + 1)
    do throws(PropertyList.Unreadable) {
      return try PropertyList.entries(bytes)
    } catch {
      throw Failure("\(path): \(error.description)")
    }
  }

  private static func bytes(of path: String, atMost limit: Int) throws(TraceError) -> [UInt8] {
    let input = try InputFile(path: path)
    var buffer = ByteBuffer(capacity: 1 << 16)
    while buffer.count < limit {
      if try input.read(into: &buffer, atMost: min(1 << 16, limit - buffer.count)) == 0 { break }
    }
    return [UInt8](copying: buffer.span)
  }
}
