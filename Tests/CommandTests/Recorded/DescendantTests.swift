import Foundation
import Glibc
import Testing

/// Programs that a recorded program starts: with another environment, with more rights, for longer
/// than itself.
@Suite(.enabled(if: StandIn.program != nil, "needs a C compiler"))
struct DescendantTests {
  private let scratch = Scratch()

  @Test(
    "Who gets an environment of its own is recorded too",
    arguments: [
      "env -i $P $W", "env -i sh -c '$P $W; true'", "env -u LD_PRELOAD -u NFCTRACE_RING $P $W",
      "env LD_PRELOAD=$L $P $W",
      "python3 -c 'import subprocess as s; s.run(\"$P $W\".split(), env={})'",
      "python3 -c 'import os; os.execve(\"$P\", \"$P $W\".split(), {})'",
      "python3 -c 'import os; os.waitpid(os.posix_spawn(\"$P\", \"$P $W\".split(), {}), 0)'",
    ])
  func followsThroughEmptyEnvironments(line: String) throws {
    let program = try #require(StandIn.program)
    let library = try #require(Faults.library)
    let words = line.replacingOccurrences(of: "$P", with: program)
      .replacingOccurrences(of: "$W", with: "open a exchange 3")
      .replacingOccurrences(of: "$L", with: library)
    let run = try Child.shell("nfctrace record -o a.trace -- \(words)", in: scratch)
    #expect(run.code == 0, "\(run.error)")
    #expect(
      try Recorded("a.trace", in: scratch).lines == Recorded.opening + Recorded.exchanges(0..<3))
  }

  @Test func nothingElseIsAddedToAnEnvironment() throws {
    let run = try Child.shell(
      "nfctrace record -o a.trace -- env -i A=b env", in: scratch)
    let names = run.lines.map { $0.prefix { $0 != "=" } }
    #expect(names == ["A", "NFCTRACE_RING", "LD_PRELOAD"])
  }

  @Test func aDaemonIsWaitedFor() throws {
    let program = try #require(StandIn.program)
    // Its parent ends at once; it opens the reader long after.
    let run = try Child.shell(
      "nfctrace record -o a.trace -- sh -c 'setsid \(program) sleep 900 open a exchange 3 &'",
      in: scratch)
    #expect(run.code == 0)
    #expect(run.error.contains("sh has ended, and process "), "\(run.error)")
    #expect(run.error.contains("that it left behind goes on; Ctrl-C ends the recording"))
    #expect(
      try Recorded("a.trace", in: scratch).lines == Recorded.opening + Recorded.exchanges(0..<3))
  }

  @Test func whoIsLeftBehindARecordingIsNamed() throws {
    let program = try #require(StandIn.program)
    let run = try Child.shell(
      "nfctrace record -o a.trace -- sh -c 'sleep 3 & \(program) open a exchange 3'", in: scratch)
    #expect(run.error.contains("that it left behind goes on unrecorded"), "\(run.error)")
    #expect(
      try Recorded("a.trace", in: scratch).lines == Recorded.opening + Recorded.exchanges(0..<3))
  }

  @Test("A program with more rights is named", .enabled(if: geteuid() == 0, "needs root"))
  func namesWhoHasMoreRights() throws {
    // Another user runs a copy of a program that belongs to root and has its rights.
    let run = try Child.shell(
      """
      folder=$(mktemp -d /tmp/nfctrace-rights.XXXXXX) && chmod 755 $folder
      trap "rm -rf $folder" EXIT
      cp /bin/true $folder/raised && chmod 4755 $folder/raised
      cp \(Child.binary.path) $folder/nfctrace
      cp \(Child.binary.deletingLastPathComponent().path)/libnfctrace-preload.so $folder
      for words in $folder/raised "sh -c $folder/raised"; do
        (cd $folder; chmod 777 .; setpriv --reuid 65534 --regid 65534 --clear-groups \
          ./nfctrace record -- $words)
      done
      """, in: scratch)
    #expect(
      run.error.split(separator: "\n").filter { $0.contains("more rights than yours") }.count == 2,
      "\(run.error)")
  }
}
