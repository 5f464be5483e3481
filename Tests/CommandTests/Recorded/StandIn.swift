import Foundation
import Glibc
import TraceFormat

/// A program and the libraries it calls, built from Tests/Programs: a reader that needs no hardware
/// and always answers.
enum StandIn {
  /// The program; nil where there is no compiler.
  static let program: String? = {
    let script = Twin.folder.appendingPathComponent("../Tests/Programs/build.sh").path
    let folder = Child.binary.deletingLastPathComponent().appendingPathComponent("stand-in").path
    let run = try? Child.run("/bin/sh", [script, folder], in: Scratch())
    return run?.code == 0 ? "\(folder)/program" : nil
  }()

  /// A program without a linker, beside the other one.
  static var staticProgram: String? {
    guard let program else { return nil }
    let path = program.replacing(/program$/, with: "static")
    return FileManager.default.isExecutableFile(atPath: path) ? path : nil
  }
}

/// A trace that a test reads back.
struct Recorded {
  var frames: [Frame] = []
  var contents: [[UInt8]] = []
  var description = TraceDescription(format: "")

  /// Reads a trace in a test's folder.
  init(_ name: String, in scratch: Scratch) throws {
    let path = scratch.folder.appendingPathComponent(name).path
    let reader = try TraceReader(InputFile(path: path))
    var batch = FrameBatch()
    while try reader.read(into: &batch) {
      for frame in batch.frames {
        frames.append(frame)
        contents.append(batch.copy(of: frame.bytes))
      }
    }
    description = reader.description
  }

  /// The frames that are no events, as hex with the mark of their direction.
  var lines: [String] { lines { _ in true } }

  /// Those of them that are asked for.
  func lines(where isWanted: (Frame) -> Bool) -> [String] {
    zip(frames, contents).filter { $0.0.event == .none && isWanted($0.0) }.map { frame, bytes in
      (frame.direction == .toCard ? ">" : "<") + bytes.map { Self.hex($0) }.joined()
    }
  }

  /// The exchanges of a simulated reader's log, as `lines` has them.
  static func log(_ text: Data) -> [String] {
    String(decoding: text, as: UTF8.self).split(separator: "\n").compactMap { line in
      // The time may stand before the mark.
      let words = line.split(separator: " ").suffix(2)
      guard words.count == 2, let mark = words.first, mark == ">" || mark == "<" else { return nil }
      return words.joined()
    }
  }

  /// What the recorder has to say.
  var comments: [String] {
    zip(frames, contents).filter { $0.0.event == .comment }
      .map { String(decoding: $0.1, as: UTF8.self) }
  }

  /// How many there are of an event.
  func count(of event: FrameEvent) -> Int { frames.count { $0.event == event } }

  static func hex(_ byte: UInt8) -> String {
    String(byte >> 4, radix: 16, uppercase: true) + String(byte & 15, radix: 16, uppercase: true)
  }

  /// What the stand-in's `exchange` sends and is answered, from a count on.
  static func exchanges(_ counts: Range<UInt32>) -> [String] {
    counts.flatMap { count -> [String] in
      let data = (0..<4).map { hex(UInt8(truncatingIfNeeded: count >> (24 - 8 * $0))) }.joined()
      return [">D44001" + data, "<D54100" + data]
    }
  }

  /// What the stand-in's reader is asked when it is opened: it is woken first.
  static let opening = [">D41401", "<D515", ">D402", "<D50332010607"]
}
