import Foundation
import Testing

/// What `analyze` prints of the captures in Traces/, at both widths. The expected texts were read
/// line by line against the bytes; `Tests/Twins/expect.sh` writes them anew, and then that is due
/// again.
@Suite struct GoldenTests {
  @Test("A capture of our own is told as expected", arguments: names, [80, 120])
  func tellsAsExpected(name: String, width: Int) throws {
    let run = try Child.nfctrace(
      ["analyze", "--width", "\(width)", Twin.path(Self.capture(name))], in: Scratch())
    let expected = String(decoding: try Twin.data("\(name).\(width).txt"), as: UTF8.self)
    #expect(run.code == 0)
    // A line at a time, so that a failure shows the line.
    let lines = (run.text.split(separator: "\n"), expected.split(separator: "\n"))
    for (line, wanted) in zip(lines.0, lines.1) { #expect(line == wanted) }
    #expect(run.text == expected)
  }

  @Test("A trace gives the pcap it was made from, and the same story", arguments: pcaps)
  func traceIsThePcap(name: String) throws {
    let scratch = Scratch()
    let back = try Child.nfctrace(
      ["convert", Twin.path("\(name).trace"), "back.pcap"], in: scratch)
    #expect(back.code == 0)
    #expect(try scratch.read("back.pcap") == Twin.data("\(name).pcap"))
    let stories = try ["pcap", "trace"].map { format in
      try Child.nfctrace(["analyze", "-x", Twin.path("\(name).\(format)")], in: scratch)
        .text.drop { $0 != "\n" }
    }
    #expect(stories[0] == stories[1])
  }

  /// What it shows, and how it was made.
  @Test func everyCaptureIsExplained() throws {
    #expect(Self.names.count >= 8)
    for name in Self.names {
      let note = String(decoding: try Twin.data("\(name).md"), as: UTF8.self)
      #expect(note.hasPrefix("# \(name)\n"), "\(name)")
      #expect(note.contains("\nMade "), "\(name)")
      #expect(Self.files.contains("\(name).trace"), "\(name)")
    }
  }

  private static let files =
    (try? FileManager.default.contentsOfDirectory(atPath: Twin.folder.path)) ?? []
  private static let pcaps = names.filter { files.contains("\($0).pcap") }
  private static let names = Set(
    files.filter { $0.hasSuffix(".pcap") || $0.hasSuffix(".trace") }.map { file in
      String(file.prefix { $0 != "." })
    }
  ).sorted()

  /// The file of a name that is told: the pcap that its trace was made from, where there is one.
  private static func capture(_ name: String) -> String {
    files.contains("\(name).pcap") ? "\(name).pcap" : "\(name).trace"
  }
}
