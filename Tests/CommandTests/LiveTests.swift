import Foundation
import Testing

/// Capture interfaces, and recordings that are followed while they run.
@Suite struct LiveTests {
  /// A pcap header of link type 264, and a record: REQA at a second, in the shell's escapes.
  private static let header =
    #"\xd4\xc3\xb2\xa1\x02\x00\x04\x00\x00\x00\x00\x00\x00\x00\x00\x00\xff\xff\x00\x00\x08\x01\x00\x00"#
  private static func poll(at second: Int) -> String {
    #"\x0"# + "\(second)"
      + #"\x00\x00\x00\x00\x00\x00\x00\x05\x00\x00\x00\x05\x00\x00\x00\x00\xfe\x00\x01\x26"#
  }

  @Test func aRecordingIsFollowedToItsEnd() throws {
    let scratch = Scratch()
    let run = try Child.shell(
      """
      mkfifo pipe
      timeout 20 nfctrace record -o a.trace --from pipe & recorder=$!
      exec 3> pipe
      printf '\(Self.header)\(Self.poll(at: 1))' >&3
      while [ ! -s a.trace ]; do sleep 0.05; done
      sleep 0.3
      timeout 20 nfctrace analyze --follow a.trace > story 3>&- & reader=$!
      sleep 0.5
      printf '\(Self.poll(at: 2))' >&3
      sleep 0.3
      printf '\(Self.poll(at: 3))' >&3
      exec 3>&-
      wait $recorder && wait $reader && cat story
      """, in: scratch)
    #expect(run.code == 0)
    // The recording is told whole, and that it ended is no damage.
    #expect(run.text.contains("3 frames in 2.000 s"))
    #expect(run.text.hasSuffix("no findings\n"))
  }

  @Test func whoStopsFollowingGetsTheCounts() throws {
    let scratch = Scratch()
    let run = try Child.shell(
      """
      mkfifo pipe
      timeout 20 nfctrace record -o a.trace --from pipe & recorder=$!
      exec 3> pipe
      printf '\(Self.header)\(Self.poll(at: 1))\(Self.poll(at: 2))' >&3
      while [ ! -s a.trace ]; do sleep 0.05; done
      sleep 0.5
      timeout -s TERM 4 nfctrace analyze --follow a.trace 3>&-
      exec 3>&-
      wait $recorder
      """, in: scratch)
    #expect(run.text.contains("2 frames in 1.000 s"))
    #expect(run.text.hasSuffix("no findings\n") && !run.error.contains("has no end"))
  }

  @Test func aKilledRecordingIsFollowedNoLonger() throws {
    let scratch = Scratch()
    let run = try Child.shell(
      """
      mkfifo pipe
      nfctrace record -o a.trace --from pipe 2> /dev/null & recorder=$!
      exec 3> pipe
      printf '\(Self.header)\(Self.poll(at: 1))' >&3
      while [ ! -s a.trace ]; do sleep 0.05; done
      sleep 0.3
      timeout 20 nfctrace analyze --follow a.trace > story 3>&- & reader=$!
      sleep 0.5
      kill -9 $recorder
      wait $reader && cat story
      """, in: scratch)
    #expect(run.code == 0 && run.text.contains("1 frame in 0.000 s"))
    #expect(run.text.contains("trace-damaged"))
  }

  @Test func aHalfWrittenBlockIsFollowedByTheCounts() throws {
    let scratch = Scratch()
    let run = try Child.shell(
      """
      mkfifo pipe
      nfctrace record -o a.trace --from pipe 2> /dev/null & recorder=$!
      exec 3> pipe
      printf '\(Self.header)\(Self.poll(at: 1))' >&3
      while [ ! -s a.trace ]; do sleep 0.05; done
      sleep 0.5
      whole=$(stat -c %s a.trace)
      printf '\(Self.poll(at: 2))' >&3
      sleep 0.5
      kill -9 $recorder
      size=$(stat -c %s a.trace)
      # The last block lacks its last byte, all but its marker, all but a byte of that.
      for end in $((size - 1)) $((whole + 4)) $((whole + 1)); do
        head -c $end a.trace > cut.trace
        timeout 10 nfctrace analyze --follow cut.trace || exit
      done
      """, in: scratch)
    #expect(run.code == 0)
    #expect(run.lines.filter { $0.hasPrefix("1 frame in 0.000 s") }.count == 3)
    let said = run.error.split(separator: "\n").filter { $0.hasPrefix("nfctrace: cut") }
    #expect(said.count == 3 && said.allSatisfy { $0.contains("the file ends inside") })
    #expect(said.first?.hasSuffix("frame 2 is lost") == true, "\(run.error)")
  }

  @Test func followingTakesOneFile() throws {
    let scratch = Scratch()
    let run = try Child.nfctrace(["analyze", "--follow", "a", "b"], in: scratch)
    #expect(run.code == 2)
    #expect(run.error.contains("--follow takes one file"))
  }

  @Test("An interface that is not there is said in one line", .enabled(if: hasLibpcap))
  func missing() throws {
    let scratch = Scratch()
    for name in ["nfctrace-none", "usbmon99"] {
      let run = try Child.nfctrace(["record", "--interface", name, "-o", "a.trace"], in: scratch)
      #expect(run.code == 2 && run.error.hasPrefix("nfctrace: \(name): no interface of that name"))
      #expect(run.error.split(separator: "\n").count == 1)
      #expect(run.error.contains("modprobe usbmon") == (name == "usbmon99"))
      #expect(scratch.names.isEmpty)
    }
  }

  @Test(
    "GSMTAP on the loopback interface is recorded until it is stopped",
    .enabled(if: hasLibpcap && geteuid() == 0, "it takes libpcap and root"))
  func loopback() throws {
    let scratch = Scratch()
    let run = try Child.shell(
      """
      nfctrace record --interface list | grep -q '^lo' || exit 77
      timeout -s TERM 3 nfctrace record --interface lo -o a.trace & recorder=$!
      sleep 1
      # GSMTAP version 2, 4 words long, of a SIM: then an APDU.
      for packet in 1 2 3; do
        printf '\\x02\\x04\\x04\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\xa0\\xa4\\x00\\x00\\x02\\x3f\\x00\\x9f\\x17' \
          > /dev/udp/127.0.0.1/4729
      done
      wait $recorder
      nfctrace convert --to text a.trace - | grep -c A0A40000023F009F17
      """, in: scratch)
    if run.code == 77 { return }
    // Others may send to the interface as well; three are ours.
    #expect((Int(run.lines.last ?? "") ?? 0) >= 3)
    #expect(run.error.contains("lo: recording until Ctrl-C"))
  }

  private static let hasLibpcap = [
    "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib",
  ]
  .contains { FileManager.default.fileExists(atPath: "\($0)/libpcap.so.0.8") }
}
