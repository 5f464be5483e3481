import Foundation
import Testing

/// A file, a pipe that gives one byte at a time, and one that gives all at once: the same output.
@Suite struct StreamTests {
  private static let outputs = [
    "analyze", "analyze --detail frames", "analyze --format jsonl",
    "analyze --format jsonl --detail frames,fields", "analyze --format lines",
  ]
  private static let conversions = ["trace", "pcap", "pcapng", "text"].map { "convert --to \($0)" }

  @Test(
    "Every format, however it arrives, gives the same of every output",
    .enabled(if: Faults.library != nil, "needs a C compiler"),
    arguments: ["pcap", "pcapng", "trace", "text", "pcap.gz", "trace.zst"])
  func givesTheSame(format: String) throws {
    let scratch = Scratch()
    let making = """
      cp \(Twin.path("malformed.pcap")) a.pcap
      for to in pcapng trace text; do nfctrace convert --to $to a.pcap a.$to; done
      gzip -k a.pcap && zstd -q a.trace
      """
    #expect(try Child.shell(making, in: scratch).code == 0)
    let commands = Self.outputs.map { "\($0) -" } + Self.conversions.map { "\($0) - -" }
    let run = try Child.shell(
      commands.map { command in
        """
        nfctrace \(command) <a.\(format) >file 2>&1
        cat a.\(format) | LD_PRELOAD=\(Faults.library ?? "") FAULTS_PIECE=1 nfctrace \(command) >bytes 2>&1
        dd bs=1M if=a.\(format) status=none | nfctrace \(command) >whole 2>&1
        cmp file bytes && cmp file whole && test -s file || echo '\(command)'

        """
      }.joined(), in: scratch)
    #expect(run.text.isEmpty, "\(run.text)\(run.error)")
  }
}
