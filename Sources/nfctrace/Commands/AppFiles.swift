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
    facts.signing = nil
  }

  /// Reads a file as what it is, if it is a property list.
  mutating func take(propertyList path: String) throws -> Bool {
    guard path != "-", Descriptor.standing(path) == .file else { return false }
    let isOfRights = path.hasSuffix(".entitlements") || path.hasSuffix(".xcent")
    let head = try Self.bytes(of: path, atMost: 4096)
    guard isOfRights || path.hasSuffix(".plist") || PropertyList.recognizes(head) else {
      return false
    }
    let entries = try entries(of: path)
    let isEntitlements =
      isOfRights
      || entries.contains { $0.key == Entitlements.key }
        && !entries.contains { $0.key.hasPrefix("CFBundle") }
    if isEntitlements {
      facts.entitlements = Entitlements(entries)
      facts.entitlementsName = path
      facts.signing = nil
    } else {
      facts.info = InfoPlist(entries)
      facts.infoName = path
    }
    return true
  }

  func entries(of path: String) throws -> [PropertyList.Entry] {
    let bytes = try Self.bytes(of: path, atMost: PropertyList.sizeLimit + 1)
    do throws(PropertyList.Unreadable) {
      return try PropertyList.entries(bytes)
    } catch {
      throw Failure("\(path): \(error.description)")
    }
  }

  static func bytes(of path: String, atMost limit: Int) throws(TraceError) -> [UInt8] {
    let input = try InputFile(path: path)
    var buffer = ByteBuffer(capacity: 1 << 16)
    while buffer.count < limit {
      if try input.read(into: &buffer, atMost: min(1 << 16, limit - buffer.count)) == 0 { break }
    }
    return [UInt8](copying: buffer.span)
  }
}
