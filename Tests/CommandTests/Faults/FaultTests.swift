import Foundation
import Glibc
import Testing
import TraceFormat

/// Disks that are full, files that cannot be read, targets that vanish: what is left, and what is
/// said.
@Suite struct FaultTests {
  private static let hasFaults = Faults.library != nil

  @Test(
    "A conversion that fails at any call leaves nothing, or what was there",
    .enabled(if: hasFaults, "needs a C compiler"),
    arguments: ["trace", "pcapng"], [("write", "28"), ("read", "5"), ("sync", "5"), ("link", "28")])
  func leavesNothing(format: String, fault: (call: String, how: String)) throws {
    for isThere in [false, true] {
      let scratch = Scratch()
      try scratch.write(try Self.long(), to: "in.pcap")
      var number = 1
      while number < 100 {
        if isThere { try scratch.write(Data("old".utf8), to: "out") }
        let run = try Child.nfctrace(
          ["convert", "--to", format, "in.pcap", "out"] + (isThere ? ["--force"] : []),
          environment: Faults.environment(fault.call, at: number, how: fault.how, lasts: true),
          in: scratch)
        if run.code == 0 { break }
        #expect(run.code == 2)
        #expect(run.error.split(separator: "\n").count == 1, "\(run.error)")
        #expect(scratch.names == (isThere ? ["in.pcap", "out"] : ["in.pcap"]))
        if isThere { #expect(scratch.read("out") == Data("old".utf8)) }
        number += 1
      }
      // At least once it failed.
      #expect(number > 1 && number < 100)
    }
  }

  @Test(
    "A recording that fails at any call stays, opens and says why it stopped",
    .enabled(if: hasFaults, "needs a C compiler"),
    arguments: [("write", "28"), ("write", "5"), ("read", "5"), ("sync", "28")])
  func keepsWhatItHas(call: String, how: String) throws {
    let words = how == "28" ? "No space left on device" : "Input/output error"
    for number in 1...7 {
      let scratch = Scratch()
      let run = try record(
        in: scratch, environment: Faults.environment(call, at: number, how: how))
      guard run.code != 0 else { continue }
      #expect(run.code == 2)
      #expect(run.error.contains(": \(words)\n"), "\(call) \(number): \(run.error)")
      guard scratch.names.contains("a.trace") else {
        // Nothing was recorded before the first write, and nothing known before the first reads.
        #expect(number <= (call == "read" ? 2 : 1))
        continue
      }
      let (frames, damage) = try read("a.trace", in: scratch)
      #expect(frames == Array(1..<frames.count + 1))
      #expect(damage.count == 1, "\(call) \(number): \(damage)")
      #expect(damage.first?.hasPrefix("the recording stopped here: ") == true)
      #expect(damage.first?.hasSuffix(words) == true)
    }
  }

  @Test(
    "A recorder that dies in the middle of any write loses that block alone",
    .enabled(if: hasFaults, "needs a C compiler"))
  func survivesTornWrites() throws {
    for number in 3...9 {
      let scratch = Scratch()
      _ = try record(
        in: scratch, environment: Faults.environment("write", at: number, how: "torn"))
      let (frames, damage) = try read("a.trace", in: scratch)
      #expect(frames == Array(1..<frames.count + 1))
      #expect(damage.count <= 1)
    }
  }

  @Test(
    "A file that may not become so long is one line",
    .enabled(if: Child.installed("prlimit") != nil))
  func saysThatAFileMayNotGrow() throws {
    let scratch = Scratch()
    try scratch.write(try Self.long(), to: "in.pcap")
    for size in [0, 1, 1000, 100_000] {
      let run = try Child.shell(
        "prlimit --fsize=\(size) nfctrace convert in.pcap out.pcapng 2>&1 | cat; "
          + "exit ${PIPESTATUS[0]}", in: scratch)
      #expect(run.code == 2)
      #expect(run.text == "nfctrace: out.pcapng: File too large\n")
      #expect(scratch.names == ["in.pcap"])
    }
  }

  @Test(
    "A disk that is full for real: a recording stays and says so, a conversion leaves nothing",
    .enabled(if: canMount, "may not mount a file system"), arguments: [8, 16, 24])
  func fillsADisk(kibibytes: Int) throws {
    let scratch = Scratch()
    try scratch.write(try Self.long(), to: "in.pcap")
    let run = try Child.shell(
      """
      unshare -rm bash -c '
        mkdir disk && mount -t tmpfs -o size=\(kibibytes)k tmpfs disk || exit 9
        nfctrace convert in.pcap disk/out.pcapng; echo "convert $? $(ls disk | wc -l)"
        (head -c 60000 in.pcap; sleep 0.2; tail -c +60001 in.pcap) \
          | nfctrace record -o disk/a.trace --from -; echo "record $?"
        cp disk/a.trace .'
      """, in: scratch)
    #expect(run.lines.contains("convert 2 0"))
    #expect(run.error.contains("nfctrace: disk/out.pcapng: No space left on device\n"))
    let (frames, damage) = try read("a.trace", in: scratch)
    #expect(frames == Array(1..<frames.count + 1))
    if run.lines.contains("record 2") {
      #expect(damage == ["the recording stopped here: No space left on device"])
    }
  }

  @Test("A recording whose folder is gone is saved where the program runs")
  func savesWhatLiesNowhere() throws {
    let scratch = Scratch()
    try FileManager.default.createDirectory(
      at: scratch.folder.appendingPathComponent("d"), withIntermediateDirectories: false)
    let run = try record(in: scratch, to: "d/a.trace") {
      try FileManager.default.removeItem(at: scratch.folder.appendingPathComponent("d"))
    }
    #expect(run.code == 0)
    #expect(
      run.error.hasPrefix(
        "nfctrace: d/a.trace was taken away meanwhile; the recording is ./a.trace\n"
          + "nfctrace: ./a.trace: 50 frames, "))
    #expect(scratch.names == ["a.trace"])
    #expect(try read("a.trace", in: scratch) == (Array(1...50), []))
  }

  @Test("A recording whose folder is moved is completed there")
  func followsItsFolder() throws {
    let scratch = Scratch()
    let (old, new) = ("d", "e")
    try FileManager.default.createDirectory(
      at: scratch.folder.appendingPathComponent(old), withIntermediateDirectories: false)
    let run = try record(in: scratch, to: "d/a.trace") {
      try FileManager.default.moveItem(
        at: scratch.folder.appendingPathComponent(old),
        to: scratch.folder.appendingPathComponent(new))
    }
    #expect(run.code == 0)
    #expect(run.error.hasPrefix("nfctrace: d/a.trace was moved meanwhile; the recording is /"))
    #expect(try read("e/a.trace", in: scratch) == (Array(1...50), []))
  }

  @Test("A capture that shrinks while it is read ends where it ends")
  func readsWhatIsLeft() throws {
    let scratch = Scratch()
    try scratch.write(try Self.long(), to: "in.pcap")
    let run = try Child.shell(
      "mkfifo out; nfctrace convert --force --to pcap in.pcap out & sleep 0.3; "
        + "truncate -s 200000 in.pcap; cat out | wc -c; wait", in: scratch)
    #expect(run.error.contains("the file ends ") || run.error.contains("unmasked"))
    #expect(Int(run.text.split(separator: "\n").first ?? "") ?? 0 > 0)
  }

  // MARK: Recording

  /// Records the twin's 25 frames twice, the second time a moment later, and does something between.
  private func record(
    in scratch: Scratch, to name: String = "a.trace", environment: [String: String] = [:],
    between: (() throws -> Void)? = nil
  ) throws -> (code: Int32, error: String) {
    let pcap = PcapRecords(try Twin.data("payment.pcap"))
    let run = try Conversation(
      ["record", "-o", name, "--from", "-"], environment: environment, in: scratch)
    try? run.send(pcap.header)
    for round in 0..<2 {
      for part in [0..<12, 12..<25] {
        for record in pcap.records[part] { try? run.send(record) }
        usleep(60_000)
      }
      if round == 0, let between {
        for _ in 0..<1000 where scratch.read(name)?.count ?? 0 < 200 { usleep(10_000) }
        try between()
      }
    }
    try? run.endInput()
    return run.end()
  }

  /// The numbers of a trace's frames, and what is damaged.
  private func read(_ name: String, in scratch: Scratch) throws -> ([Int], [String]) {
    let path = scratch.folder.appendingPathComponent(name).path
    let reader = try TraceReader(InputFile(path: path))
    var batch = FrameBatch()
    var numbers: [Int] = []
    while try reader.read(into: &batch) { numbers += batch.frames.map(\.number) }
    return (numbers, reader.damage.map(\.reason))
  }

  /// A capture of 400 KB: the twin's frames, again and again.
  private static func long() throws -> Data {
    let pcap = PcapRecords(try Twin.data("type-b.pcap"))
    let once = pcap.records.reduce(Data(), +)
    return (0..<900).reduce(into: pcap.header) { file, _ in file += once }
  }

  private static let canMount: Bool = {
    let run = try? Child.shell("unshare -rm mount -t tmpfs tmpfs /mnt", in: Scratch())
    return run?.code == 0
  }()
}
