import Foundation
import Testing

/// Captures that are not part of the project; tests that want them are skipped where they are not.
enum Captures {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "../shared/captures").standardizedFileURL

  /// What a skipped test says.
  static let absence: Comment = "the folder ../shared/captures is not there"

  static var arePresent: Bool { !all.isEmpty }

  /// The paths of all pcap and pcapng files.
  static let all: [String] = ["pcap", "synthetic"].flatMap { name in
    let folder = folder.appending(path: name)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().map { folder.appending(path: $0).path }
  }

  /// The bytes of one in a folder of its own format.
  static func bytes(_ name: String, in place: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appending(path: "\(place)/\(name)")))
  }

  /// The bytes of one of them, by its name.
  static func bytes(_ name: String) throws -> [UInt8] {
    let path = try #require(all.first { $0.hasSuffix("/" + name) })
    return Array(try Data(contentsOf: URL(filePath: path)))
  }
}

/// A program that other people wrote, to check what we write.
enum Program {
  /// Whether it is installed.
  static func isInstalled(_ name: String) -> Bool { path(of: name) != nil }

  private static func path(of name: String) -> String? {
    ["/usr/bin/", "/usr/local/bin/"].map { $0 + name }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Runs it on a file of these bytes, whose path replaces `FILE` in the arguments; gives what it
  /// printed, and fails if it says that it failed.
  static func lines(_ name: String, _ arguments: [String], on bytes: [UInt8]) throws -> [String] {
    let output = try Self.bytes(name, arguments, on: bytes)
    return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// As `lines`, for output that is no text.
  static func bytes(_ name: String, _ arguments: [String], on bytes: [UInt8]) throws -> [UInt8] {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = URL(filePath: try #require(path(of: name)))
    process.arguments = arguments.map { $0 == "FILE" ? file.path : $0 }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let printed = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(name) refuses the file")
    return Array(printed)
  }
}
