import Foundation
import Glibc
import Testing

/// `record --from`: what becomes of the trace, whatever happens.
@Suite struct RecordTests {
  @Test func namesATraceThatWasGivenNoName() throws {
    let scratch = Scratch()
    for name in ["session.trace", "session-2.trace", "session-3.trace"] {
      let run = try Child.nfctrace(["record", "--from", Twin.path("payment.pcap")], in: scratch)
      #expect(run.code == 0)
      #expect(run.error.hasPrefix("nfctrace: \(name): 25 frames, "))
      #expect(run.output.isEmpty)
    }
    #expect(scratch.names == ["session-2.trace", "session-3.trace", "session.trace"])
    #expect(scratch.read("session.trace") == scratch.read("session-2.trace"))
  }

  @Test func replacesATraceOnlyWhenTold() throws {
    let scratch = Scratch()
    try scratch.write(Data("precious".utf8), to: "a.trace")
    let words = ["record", "-o", "a.trace", "--from", Twin.path("payment.pcap")]
    let refused = try Child.nfctrace(words, in: scratch)
    #expect(refused.code == 2)
    #expect(refused.error == "nfctrace: a.trace: exists already; --force replaces it\n")
    #expect(scratch.read("a.trace") == Data("precious".utf8))

    #expect(try Child.nfctrace(words + ["--force"], in: scratch).code == 0)
    #expect(scratch.read("a.trace")?.count ?? 0 > 100)
    #expect(scratch.names == ["a.trace"])
  }

  @Test("A file, a pipe and standard output give traces with the same frames")
  func writesWhereItIsTold() throws {
    let scratch = Scratch()
    let pcap = Twin.path("payment.pcap")
    for line in [
      "nfctrace record -o file.trace --from \(pcap)",
      "nfctrace record -o - --from \(pcap) >redirected.trace",
      "nfctrace record -o - --from - <\(pcap) | cat >piped.trace",
      "cat \(pcap) | nfctrace record -o - --from - >live.trace",
      "cat \(pcap) | nfctrace record -o live-file.trace --from -",
    ] {
      #expect(try Child.shell(line, in: scratch).code == 0, "\(line)")
    }
    let names = scratch.names
    #expect(names.count == 5, "nothing else is left behind: \(names)")
    for name in names {
      let run = try Child.nfctrace(["record", "-o", "again", "--from", name], in: scratch)
      #expect(run.error.contains(": 25 frames, "), "\(name)")
      try FileManager.default.removeItem(at: scratch.folder.appendingPathComponent("again"))
    }
  }

  @Test(
    "A recording without a frame says why and leaves nothing",
    arguments: [
      ("nfctrace record --from empty.pcap", "empty.pcap"),
      ("cat empty.pcap | nfctrace record --from -", "standard input"),
    ])
  func refusesNothing(line: String, name: String) throws {
    let scratch = Scratch()
    try scratch.write(try Twin.data("payment.pcap").prefix(24), to: "empty.pcap")
    let run = try Child.shell(line, in: scratch)
    #expect(run.code == 2)
    #expect(run.error == "nfctrace: \(name): holds no frame, so nothing was recorded\n")
    #expect(scratch.names == ["empty.pcap"])
  }

  @Test("What cannot be written is one line and exit code 2")
  func saysWhatCannotBeWritten() throws {
    let scratch = Scratch()
    for (target, words) in [
      ("/dev/full", "No space left on device"), ("missing/a.trace", "No such file or directory"),
      (".", "Is a directory"),
    ] {
      let run = try Child.nfctrace(
        ["record", "-o", target, "--from", Twin.path("payment.pcap")], in: scratch)
      #expect(run.code == 2)
      #expect(run.error == "nfctrace: \(target): \(words)\n")
    }
    #expect(scratch.names.isEmpty)
  }

  @Test(
    "A folder that may not be written to is one line", .enabled(if: getuid() != 0 || hasSetpriv))
  func saysThatTheFolderIsReadOnly() throws {
    let scratch = Scratch()
    try scratch.write(try Twin.data("payment.pcap"), to: "a.pcap")
    let line = "nfctrace record -o a.trace --from a.pcap"
    let asNobody = "chmod 755 . && setpriv --reuid 65534 --clear-groups \(line)"
    let asSelf = "chmod 555 . && \(line); code=$?; chmod 755 .; exit $code"
    let run = try Child.shell(getuid() == 0 ? asNobody : asSelf, in: scratch)
    #expect(run.code == 2)
    #expect(run.error == "nfctrace: a.trace: Permission denied\n")
    #expect(scratch.names == ["a.pcap"])
  }

  @Test func printsTheStoryItRecords() throws {
    let scratch = Scratch()
    let pcap = Twin.path("type-b.pcap")
    let run = try Child.nfctrace(
      ["record", "--print", "-o", "a.trace", "--from", pcap], in: scratch)
    #expect(run.code == 0)
    #expect(run.output == (try Child.nfctrace(["analyze", pcap], in: scratch)).output)
    #expect(run.error.hasPrefix("nfctrace: a.trace: 17 frames, "))

    let both = try Child.nfctrace(
      ["record", "--print", "-o", "-", "--from", pcap], in: scratch)
    #expect(both.code == 2)
  }

  @Test func recordsOnWhenNobodyListens() throws {
    let scratch = Scratch()
    let run = try Child.shell(
      "nfctrace record --print -o a.trace --from \(Twin.path("type-b.pcap")) | true", in: scratch)
    #expect(run.error.hasPrefix("nfctrace: a.trace: 17 frames, "))
  }

  @Test func interruptEndsARecordingInGoodOrder() throws {
    let scratch = Scratch()
    let pcap = PcapRecords(try Twin.data("payment.pcap"))
    let run = try Conversation(["record", "-o", "a.trace", "--from", "-"], in: scratch)
    try run.send(pcap.header)
    for record in pcap.records.prefix(16) { try run.send(record) }
    try waitForFile("a.trace", of: 200, in: scratch)
    run.signal(SIGINT)
    let (code, error) = run.end()
    #expect(code == 0)
    #expect(error.contains("nfctrace: a.trace: 16 frames, "))
  }

  @Test func aKilledRecordingKeepsItsFrames() throws {
    let scratch = Scratch()
    let pcap = PcapRecords(try Twin.data("payment.pcap"))
    let run = try Conversation(["record", "-o", "a.trace", "--from", "-"], in: scratch)
    try run.send(pcap.header)
    for record in pcap.records.prefix(16) { try run.send(record) }
    try waitForFile("a.trace", of: 200, in: scratch)
    usleep(300_000)
    run.signal(SIGKILL)
    _ = run.end()
    let again = try Child.nfctrace(["record", "-o", "b.trace", "--from", "a.trace"], in: scratch)
    #expect(again.code == 0)
    #expect(again.error.contains("b.trace: 16 frames, "))
  }

  /// Waits until a file has so many bytes, ten seconds at the most.
  private func waitForFile(_ name: String, of count: Int, in scratch: Scratch) throws {
    for _ in 0..<1000 where scratch.read(name)?.count ?? 0 < count { usleep(10_000) }
    #expect(scratch.read(name)?.count ?? 0 >= count)
  }

  private static var hasSetpriv: Bool { Child.installed("setpriv") != nil }
}
