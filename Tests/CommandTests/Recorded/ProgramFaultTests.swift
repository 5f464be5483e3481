import Foundation
import Glibc
import Testing
import TraceFormat

/// What goes wrong while a program is recorded: the program does not suffer, and the trace opens.
@Suite(.enabled(if: StandIn.program != nil, "needs a C compiler"), .serialized)
struct ProgramFaultTests {
  private let scratch = Scratch()

  @Test func theProgramOutlivesTheRecorder() throws {
    let run = try Child.shell(
      "nfctrace record -o a.trace -- \(try program) open a exchange 5 sleep 400 killparent "
        + "exchange 200000 print survived; sleep 2; cat", in: scratch)
    #expect(run.text == "survived\n")
    #expect(
      try Recorded("a.trace", in: scratch).lines == Recorded.opening + Recorded.exchanges(0..<5))
  }

  @Test("A full ring keeps nobody waiting, and what was dropped is counted")
  func dropsAndCounts() throws {
    let run = try Child.nfctrace(
      [
        "record", "-o", "a.trace", "--", try program, "open", "a", "stopparent", "exchange",
        "100000", "print", "done", "goparent", "sleep", "300", "exchange", "1",
      ], in: scratch)
    #expect(run.code == 0 && run.text == "done\n")
    let trace = try Recorded("a.trace", in: scratch)
    let dropped = zip(trace.frames, trace.contents).filter { $0.0.event == .framesDropped }
      .map { $0.1.reduce(0) { $0 << 8 | Int($1) } }
    // Whatever was recorded and whatever was dropped is everything.
    #expect(dropped.reduce(0, +) > 0)
    #expect(trace.lines.count + dropped.reduce(0, +) == 4 + 2 * 100_001)
    let last = Recorded.exchanges(100_000..<100_001)
    #expect(Array(trace.lines.suffix(2)) == last)
  }

  @Test("Signals go to the program", arguments: [SIGTERM, SIGINT, SIGHUP])
  func passesSignalsOn(number: Int32) throws {
    let words = ["record", "-o", "a.trace", "--", try program, "open", "a", "exchange", "2"]
    let caught = number == SIGHUP ? ["sleep", "20000"] : ["wait", "exchange", "1", "exit", "3"]
    let run = try Conversation(words + ["print", "ready"] + caught, in: scratch)
    #expect(run.hears("ready"))
    if number != SIGHUP { #expect(run.hears("waiting")) }
    run.signal(number)
    let (code, _) = run.end()
    #expect(code == (number == SIGHUP ? 129 : 3))
    if number != SIGHUP { #expect(run.text.contains("caught \(number)")) }
    #expect(
      try Recorded("a.trace", in: scratch).lines == Recorded.opening
        + Recorded.exchanges(0..<(number == SIGHUP ? 2 : 3)))
  }

  @Test("Who takes Ctrl-C for something else is left alone, and ended by two")
  func isNeverStuckNorEndedAtItsPrompt() throws {
    let line = "n=0; trap 'n=$((n+1)); echo caught $n' INT; echo ready; while :; do sleep 0.1; done"
    let run = try Conversation(["record", "-o", "a.trace", "--", "sh", "-c", line], in: scratch)
    #expect(run.hears("ready"))
    for count in 1...2 {
      run.signal(SIGINT)
      #expect(run.hears("caught \(count)"))
      usleep(2_300_000)
    }
    run.signal(SIGINT)
    usleep(700_000)
    run.signal(SIGINT)
    let (code, _) = run.end()
    #expect(code == 128 + SIGTERM)
  }

  @Test("Who takes Ctrl-C for nothing is ended by two", arguments: [SIGINT, SIGTERM])
  func isNeverStuck(number: Int32) throws {
    let line = "trap '' INT TERM; exec \(try program) open a exchange 2 print ready sleep 20000"
    let run = try Conversation(["record", "-o", "a.trace", "--", "sh", "-c", line], in: scratch)
    #expect(run.hears("ready"))
    run.signal(number)
    usleep(700_000)
    let start = DispatchTime.now()
    run.signal(number)
    let (code, error) = run.end()
    let seconds = Double(DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds) / 1e9
    // It ignores SIGTERM as well, and is killed a second later.
    #expect(code == 137 && seconds < 8)
    #expect(error.contains("sh goes on after Ctrl-C; two within two seconds end it and the rec"))
    #expect(
      try Recorded("a.trace", in: scratch).lines == Recorded.opening + Recorded.exchanges(0..<2))
  }

  @Test("Ctrl-C in a terminal is the program's")
  func leavesCtrlCToTheProgram() throws {
    // script gives both a terminal of their own; setsid makes Ctrl-C reach that one's foreground.
    let program = try program
    let line = """
      script -qec 'nfctrace record -o a.trace -- \(program) open a exchange 1 wait exchange 1' \
        /dev/null < <(sleep 1.5; printf '\\003'; sleep 1)
      """
    try #require(Child.installed("script") != nil)
    let run = try Child.shell(line, in: scratch)
    #expect(run.text.contains("caught 2"))
    #expect(run.text.contains("a.trace: "))
    #expect(
      try Recorded("a.trace", in: scratch).lines == Recorded.opening + Recorded.exchanges(0..<2))
  }

  @Test("A full disk ends the recording, not the program", .enabled(if: mayMount, "needs a mount"))
  func survivesAFullDisk() throws {
    let run = try Child.shell(
      "mkdir disk; unshare -m bash -c 'mount -t tmpfs -o size=32k none disk; nfctrace record -o "
        + "disk/a.trace -- \(try program) open a exchange 2 sleep 300 threads 60 1000 sleep 300 "
        + "exchange 2 print survived; code=$?; cp disk/a.trace .; exit $code'", in: scratch)
    #expect(run.text == "survived\n")
    #expect(run.code == 125)
    #expect(run.error.contains("disk/a.trace: No space left on device; "))
    #expect(run.error.contains("goes on, unrecorded"))
    let lines = try Recorded("a.trace", in: scratch).lines
    #expect(Array(lines.prefix(8)) == Recorded.opening + Recorded.exchanges(0..<2))
  }

  private static let mayMount: Bool = {
    let line = "unshare -m mount -t tmpfs none /mnt"
    return (try? Child.shell(line, in: Scratch()))?.code == 0
  }()

  @Test func theFolderMayGo() throws {
    let line = """
      mkdir gone; nfctrace record -o gone/a.trace -- \(try program) open a exchange 5 sleep 600 \
        exchange 5 print survived & sleep 0.4; rm -r gone; wait $!
      """
    let run = try Child.shell(line, in: scratch)
    #expect(run.text == "survived\n")
    #expect(!run.error.isEmpty)
  }

  @Test func twoRecordingsAtOnceAreTwoTraces() throws {
    let program = try program
    let one = "nfctrace record -- \(program) open a exchange 500 sleep 300 exchange 500"
    let run = try Child.shell("\(one) & sleep 0.2; \(one); wait", in: scratch)
    #expect(run.code == 0)
    #expect(scratch.names == ["session-2.trace", "session.trace"])
    for name in scratch.names {
      #expect(
        try Recorded(name, in: scratch).lines == Recorded.opening + Recorded.exchanges(0..<1000))
    }
  }

  @Test("A program that is run with standard input closed gets an empty one")
  func opensStandardInput() throws {
    let run = try Child.shell(
      "nfctrace record -o a.trace -- \(try program) input open a exchange 1 <&-", in: scratch)
    #expect(run.text == "input /dev/null\n")
    #expect(run.code == 0)
    #expect(
      try Recorded("a.trace", in: scratch).lines == Recorded.opening + Recorded.exchanges(0..<1))
  }

  @Test("Programs that are killed at any moment leave what they had sent")
  func survivesKills() throws {
    for delay in ["0.9", "0.93", "0.96", "0.99"] {
      try? FileManager.default.removeItem(atPath: scratch.folder.path + "/a.trace")
      let run = try Child.shell(
        "nfctrace record -o a.trace -- timeout -s KILL \(delay) \(try program) open a "
          + "exchange 20 sleep 100 exchange 100000000", in: scratch)
      #expect([124, 137].contains(run.code))
      let trace = try Recorded("a.trace", in: scratch)
      #expect(
        Array(trace.lines.prefix(44)) == Recorded.opening + Recorded.exchanges(0..<20))
    }
  }

  private var program: String { get throws { try #require(StandIn.program) } }
}
