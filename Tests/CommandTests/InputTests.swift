import Foundation
import Glibc
import Testing

/// What every command that reads captures says of files that are none.
@Suite struct InputTests {
  @Test("A wrong file is one line that says what it is, and exit code 2", arguments: commands)
  func refusesWrongFiles(command: [String]) throws {
    let scratch = Scratch()
    try FileManager.default.createDirectory(
      at: scratch.folder.appendingPathComponent("folder"), withIntermediateDirectories: false)
    try scratch.write(Data(), to: "empty")
    try scratch.write(Data("%!not a capture".utf8), to: "text")
    try scratch.write(Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), to: "picture.pcap")
    try scratch.write(
      Data((0..<4096).map { UInt8(truncatingIfNeeded: $0 * 167 + $0 / 7) }), to: "noise")
    for (name, words) in [
      ("missing.pcap", "No such file or directory"), ("folder", "Is a directory"),
      ("empty", "empty"), ("text", "text"), ("picture.pcap", "PNG image"),
      ("noise", "unknown data"),
    ] {
      let run = try Child.nfctrace(command.map { $0 == "IN" ? name : $0 }, in: scratch)
      #expect(run.code == 2)
      #expect(run.error.hasPrefix("nfctrace: \(name): \(words)"), "\(run.error)")
      #expect(run.error.filter { $0 == "\n" }.count == 1)
      #expect(run.output.isEmpty)
    }
    #expect(scratch.names == ["empty", "folder", "noise", "picture.pcap", "text"])
  }

  @Test("A file that may not be read is one line", .enabled(if: getuid() != 0 || hasSetpriv))
  func saysThatAFileMayNotBeRead() throws {
    let scratch = Scratch()
    try scratch.write(try Twin.data("payment.pcap"), to: "a.pcap")
    let asNobody = getuid() == 0 ? "setpriv --reuid 65534 --clear-groups " : ""
    let run = try Child.shell(
      "chmod 755 . && chmod 000 a.pcap && \(asNobody)nfctrace analyze a.pcap", in: scratch)
    #expect(run.code == 2)
    #expect(run.error == "nfctrace: a.pcap: Permission denied\n")
  }

  @Test("A capture is told by its content, also when it is packed")
  func readsThroughPacking() throws {
    let scratch = Scratch()
    try scratch.write(try Twin.data("payment.pcap"), to: "a")
    let run = try Child.shell(
      """
      gzip -k a && nfctrace analyze a | tail -n +2 >plain && nfctrace analyze a.gz | tail -n +2 \
        | cmp plain - && gunzip <a.gz | nfctrace analyze - | tail -n +2 | cmp plain -
      """, in: scratch)
    #expect(run.code == 0)
  }

  private static var hasSetpriv: Bool { Child.installed("setpriv") != nil }

  private static let commands = [
    ["analyze", "IN"], ["record", "-o", "out", "--from", "IN"], ["convert", "IN", "out.pcapng"],
  ]
}
