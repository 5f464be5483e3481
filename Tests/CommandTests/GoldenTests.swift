import Foundation
import Testing

/// What `analyze` prints of the captures in Traces/, at both widths. The expected texts were read
/// line by line against the bytes; `Tests/Twins/expect.sh` writes them anew, and then that is due
/// again.
@Suite struct GoldenTests {
  @Test("A capture of our own is told as expected", arguments: names, [80, 120])
  func tellsAsExpected(name: String, width: Int) throws {
    let run = try Child.nfctrace(
      ["analyze", "--width", "\(width)", Twin.path("\(name).pcap")], in: Scratch())
    let expected = String(decoding: try Twin.data("\(name).\(width).txt"), as: UTF8.self)
    #expect(run.code == 0)
    // A line at a time, so that a failure shows the line.
    let lines = (run.text.split(separator: "\n"), expected.split(separator: "\n"))
    for (line, wanted) in zip(lines.0, lines.1) { #expect(line == wanted) }
    #expect(run.text == expected)
  }

  @Test("A trace gives the pcap it was made from, and the same story", arguments: names)
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

  @Test func everyCaptureIsExplained() throws {
    for name in Self.names {
      #expect(try Twin.data("\(name).md").starts(with: Data("# \(name)\n".utf8)))
    }
  }

  private static let names =
    ((try? FileManager.default.contentsOfDirectory(atPath: Twin.folder.path)) ?? [])
    .filter { $0.hasSuffix(".pcap") }.map { String($0.dropLast(5)) }.sorted()
}
