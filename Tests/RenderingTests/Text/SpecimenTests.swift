import Bytes
import Decoding
import ForeignFormats
import Foundation
import Testing
import TraceFormat

@testable import Rendering

/// The folder beside the package that holds captures and specimens, where there is one.
enum Shared {
  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("shared")
  static let isThere = FileManager.default.fileExists(atPath: folder.path)

  static func capture(_ name: String) -> String {
    let folder = name.hasPrefix("hf_") ? "captures/pcap" : "captures/synthetic"
    return Self.folder.appendingPathComponent("\(folder)/\(name).pcap").path
  }
}

@Suite(.enabled(if: Shared.isThere, "the folder with captures and specimens is not there"))
struct SpecimenTests {
  @Test(
    "A capture's story is its specimen, byte for byte",
    arguments: ["hf_visa_apple_ecp", "hf_mfdes_sniff", "d1_malformed"], [80, 120])
  func isItsSpecimen(name: String, width: Int) throws {
    let path = Shared.folder.appendingPathComponent("specimens/\(name).\(width).txt").path
    let specimen = try String(contentsOfFile: path, encoding: .utf8)
    var ours = try text(name, width: width).split(
      separator: "\n", omittingEmptySubsequences: false
    ).map(String.init)[...]
    for line in specimen.split(separator: "\n", omittingEmptySubsequences: false) {
      if ours.first == String(line) {
        ours.removeFirst()
        continue
      }
      guard let later = Self.later.first(where: { line.contains($0.words) }) else {
        #expect(ours.first == String(line))
        return
      }
      guard let instead = later.instead else { continue }
      #expect(ours.first?.contains(instead) == true, "\(ours.first ?? "") instead of \(line)")
      ours = ours.dropFirst()
    }
    #expect(ours.isEmpty)
  }

  /// Lines that need words of DESFire's own, and what stands there without them.
  private static let later: [(words: String, instead: String?)] = [
    ("8-byte challenges", "< 9100 in 2 steps, 16 bytes "),
    ("< 9100 7 bytes + MAC", "< 9100 15 bytes "),
    ("< 9100 5 bytes + MAC", "< 9100 13 bytes "),
    ("standard data file, 56 bytes, MACed;", nil),
    ("                  read-write key 0, change key 3", nil),
    ("30 31 81 02 C2", nil),
    ("UID complete            4.5", "UID complete            4.5       0.4"),
    ("106 kbit/s     0.5", "106 kbit/s     0.5       0.2"),
    ("[13]                  0.5", "[13]                  0.5       0.2"),
    ("= DESFire: D3494F, file 0F in part;", "= DESFire; silent from frame 28 to 34"),
  ]

  @Test(
    "A visit that equals an earlier one folds, reads in a row fold, and numbers run on",
    arguments: [
      (80, "  102   14.532  the same exchanges and findings as visit 1 (--repeats)"),
      (80, "   92    1.581  > READ 8, 12, 16, 20          < pages 8–23                   0.6"),
      (80, "  299   26.701  2 ECP, 3 polls, 3 answered"),
      (
        120,
        "102        14.532207  the same 23 exchanges and findings as visit 1 (--repeats shows them)"
      ),
      (120, "299        26.701351  2 ECP v1, 3 polls, 3 answered"),
      (
        120,
        "92–99       1.581075  > READ pages 8, 12, 16, 20                < pages 8–23"
          + ": as frames 64–70              0.6       0.3"
      ),
      (
        120,
        "57–62       1.023556  > READ page 4 ×3                          < pages 4–7: 0343DA20 "
          + "1E016170 …           0.6       0.3"
      ),
    ])
  func foldsARealSniff(width: Int, line: String) throws {
    let lines = try text("hf_14a_mfu-sim", width: width).split(separator: "\n").map(String.init)
    #expect(lines.contains(line))
  }

  @Test func readsCapturesOfEveryKindToTheirEnd() throws {
    for folder in ["captures/pcap", "captures/synthetic"] {
      let path = Shared.folder.appendingPathComponent(folder).path
      for file in try FileManager.default.contentsOfDirectory(atPath: path).sorted() {
        var reader = try openFrames(path: "\(path)/\(file)")
        var batch = FrameBatch()
        var frames = 0
        while try reader.read(into: &batch) { frames += batch.frames.count }
        let lines = try text("\(path)/\(file)", width: 80)
        #expect(lines.contains("\n\(frames) frame"), "\(file)")
      }
    }
  }

  private func text(_ name: String, width: Int) throws -> String {
    let options = TextOptions(
      columns: .terminal(width), typeface: Typeface(isUTF8: true, hasColour: false))
    var renderer = StoryText(options, names: try Known.names(), secrets: try Known.secrets())
    let path = name.contains("/") ? name : Shared.capture(name)
    return try tell(try openFrames(path: path), by: &renderer, file: path).text
  }
}
