import CoreNFC
import Foundation
import Synchronization
import TraceFormat

/// Something that a test wanted of the app and did not get: what it was, what the phone did with
/// times, and where that and the trace of the run lie.
public struct PhoneFailure: Error, CustomStringConvertible {
  /// What was wanted.
  public let message: String
  /// What the phone did.
  public let story: String
  /// The trace of the run, which `nfctrace analyze` tells and `nfctrace diff` compares; nil where it
  /// could not be written.
  public let trace: String?

  /// All of it.
  public var description: String {
    let lines = story.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
    return "\(message)\n\n\(lines)\n\n  " + (trace.map { "trace: \($0)" } ?? "no trace was written")
  }
}

extension TestPhone {
  /// A failure with the story, whose files are written.
  func failure(_ message: String) -> PhoneFailure {
    phone.note("✗ \(message)")
    let story = phone.state.withLock { state in
      // Whoever tells of this failure need not tell the story again.
      told.store(state.story.lines.count, ordering: .relaxed)
      return state.story.text
    }
    return PhoneFailure(message: message, story: story, trace: try? leaveFiles(in: Self.folder))
  }

  /// Where stories and traces go.
  static var folder: String {
    ProcessInfo.processInfo.environment["NFCTRACE_PHONES"] ?? ".build/phones"
  }

  /// Writes story and trace into a folder, and gives the trace's path.
  @discardableResult
  func leaveFiles(in folder: String) throws -> String {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let file = "\(folder)/\(fileName())"
    try story.write(toFile: "\(file).story.txt", atomically: true, encoding: .utf8)
    let path = "\(file).trace"
    try writeTrace(to: path)
    return path
  }

  /// Writes every frame that went over the phone's air, as a trace that nfctrace reads.
  public func writeTrace(to path: String) throws {
    let frames = phone.state.withLock { $0.frames }
    var description = TraceDescription(format: "trace")
    description.recorder = "CoreNFCTesting"
    description.timesAreWallClock = false
    var source = TraceDescription.Source(name: "phone", linkType: nil, link: .nfcA)
    source.recordsField = true
    description.sources = [source]
    var writer = try TraceWriter(to: path, for: .conversion, description, force: true)
    try writer.append(frames)
    _ = try writer.finish()
  }
}
