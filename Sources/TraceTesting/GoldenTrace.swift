import ForeignFormats
import Foundation
import TraceFormat

/// The file that a test's recordings are held against.
struct GoldenTrace {
  let path: String

  /// Set to 1, recordings take the place of golden traces.
  static let variable = "NFCTRACE_UPDATE_GOLDEN"

  /// A path seen from the folder of a source file, unless it is absolute.
  init(_ path: String, seenFrom source: String) {
    let folder = source.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    self.path = path.hasPrefix("/") ? path : (folder + [Substring(path)]).joined(separator: "/")
  }

  var exists: Bool { FileManager.default.fileExists(atPath: path) }

  /// The folder that it is in.
  var folder: String { String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) }

  /// Writes a recording in its place, in the format that its name tells.
  func update(with recorded: RecordedTrace) throws {
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
    var reader = try recorded.open()
    _ = try Conversion.run(
      from: &reader, to: path, as: Conversion.Format(endingOf: path) ?? .trace, force: true)
  }
}
