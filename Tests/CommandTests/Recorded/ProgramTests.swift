import Foundation
import Glibc
import Testing
import TraceFormat

/// `record -- PROGRAM`: what is recorded, and that the program does not notice.
@Suite(.enabled(if: StandIn.program != nil, "needs a C compiler"))
struct ProgramTests {
  private let scratch = Scratch()

  @Test func recordsEachCommandAndAnswerOnce() throws {
    let run = try record("open usb:1 exchange 3 refused")
    #expect(run.code == 0 && run.text == "refused -20\n")
    #expect(run.error.hasPrefix("nfctrace: a.trace: 13 frames, "))
    let trace = try Recorded("a.trace", in: scratch)
    // What the card refuses comes back as a status, 1.
    #expect(
      trace.lines == Recorded.opening + Recorded.exchanges(0..<3) + [">D44001EE", "<D54101"])
    #expect(trace.description.sources.map(\.name) == ["usb:1"])
    #expect(
      trace.description.notes["program"]?.hasSuffix("program open usb:1 exchange 3 refused") == true
    )
    #expect(trace.frames.allSatisfy { $0.event != .none || $0.link == .pn532 })
    let times = trace.frames.map(\.time)
    #expect(times == times.sorted())
    let now = Int64(Date().timeIntervalSince1970 * 1e9)
    #expect(times.allSatisfy { abs(now - $0) < 60_000_000_000 })
  }

  @Test func recordsPCSC() throws {
    _ = try record("connect apdu 5 escape reset disconnect")
    let trace = try Recorded("a.trace", in: scratch)
    // Bytes 0, 7, 14, 21, 28, and back with 90 00.
    #expect(
      trace.lines == [
        "<3B80800101", ">00070E151C", "<00070E151C9000", ">FF00480000", "<FF00480000",
        "<3B80800101",
      ])
    #expect(trace.frames.map(\.link.rawValue) == [6, 13, 6, 6, 6, 6, 6, 13, 6])
    #expect(trace.count(of: .readerOpened) == 1 && trace.count(of: .fieldOff) == 2)
    #expect(trace.description.sources.map(\.name) == ["Stand-in 00 00"])
  }

  @Test("The longest APDU there is passes whole, a longer one is cut and says so")
  func recordsLongAPDUs() throws {
    // CLA INS P1 P2, three bytes of Lc, 65,535 of data, two of Le; the answer has two more.
    let run = try record("connect apdu 65544 apdu 200000")
    #expect(run.text == "apdu 0\napdu 0\n")
    let trace = try Recorded("a.trace", in: scratch)
    let lengths = trace.contents.map(\.count)
    #expect(lengths == [14, 5, 65_544, 65_546, 131_072, 131_072])
    #expect(trace.contents[2] == (0..<65_544).map { UInt8(truncatingIfNeeded: $0 * 7) })
    #expect(
      trace.frames.map { $0.flags.contains(.cut) } == [false, false, false, false, true, true])
    #expect(trace.frames.map(\.originalLength).suffix(2) == [200_000, 200_002])
  }

  @Test func tellsThreadsAndTheirReadersApart() throws {
    _ = try record("threads 4 300")
    let trace = try Recorded("a.trace", in: scratch)
    #expect(trace.description.sources.count == 4)
    for (index, source) in trace.description.sources.enumerated() {
      let number = try #require(UInt32(source.name.split(separator: ":").last ?? ""))
      let own = zip(trace.frames, trace.contents).filter { Int($0.0.source) == index }
      let data = own.filter { $0.1.starts(with: [0xD4, 0x40]) }.map { Array($0.1.dropFirst(3)) }
      let expected = (0..<300).map { [UInt8(number), 0, UInt8($0 >> 8), UInt8($0 & 0xFF)] }
      #expect(data == expected)
    }
  }

  @Test func goesOnInTheChildOfAFork() throws {
    _ = try record("open usb:1 exchange 2 fork exchange 2")
    let lines = try Recorded("a.trace", in: scratch).lines
    #expect(lines.count == 16)
    for line in Recorded.exchanges(0..<4) + Recorded.exchanges(1 << 24 + 2..<1 << 24 + 4) {
      #expect(lines.count { $0 == line } == 1, "\(line)")
    }
  }

  @Test("What a program leaves behind is waited for, and is recorded")
  func waitsForWhoIsLeft() throws {
    let run = try Child.shell(
      "nfctrace record -o a.trace -- sh -c '\(try program) open usb:1 exchange 1 sleep 700 "
        + "exchange 1 & sleep 0.3'", in: scratch)
    #expect(run.error.contains("has ended, and process "))
    #expect(try Recorded("a.trace", in: scratch).lines.suffix(4) == Recorded.exchanges(0..<2)[...])
  }

  @Test(
    "The exit code is the program's",
    arguments: [
      ("exit 0", 0), ("exit 7", 7), ("exit 255", 255), ("open a exchange 1 crash", 139),
      ("open a exchange 1 kill", 137),
    ])
  func keepsTheExitCode(words: String, code: Int32) throws {
    let run = try record(words)
    #expect(run.code == code)
    #expect(run.error.contains("was ended by SIG") == (code > 128 && code < 255))
    if words.contains("exchange") {
      #expect(
        try Recorded("a.trace", in: scratch).lines == Recorded.opening + Recorded.exchanges(0..<1))
    } else {
      #expect(run.error.contains("called neither libnfc nor PC/SC"))
      #expect(scratch.names.isEmpty)
    }
  }

  @Test func saysWhatCannotBeRun() throws {
    try scratch.write(Data("text".utf8), to: "plain")
    for (program, code, words) in [
      ("no-such-program", 127, "no-such-program: no such program"),
      ("./plain", 126, "./plain: Permission denied"), ("/", 126, "/: Permission denied"),
    ] as [(String, Int32, String)] {
      let run = try Child.nfctrace(["record", "--", program], in: scratch)
      #expect(run.code == code && run.error == "nfctrace: \(words)\n")
    }
    let run = try Child.nfctrace(["record", "-o", "no/a.trace", "--", "true"], in: scratch)
    #expect(run.code == 125)
    #expect(run.error == "nfctrace: no/a.trace: No such file or directory\n")
    #expect(scratch.names == ["plain"])
  }

  @Test func tellsTheStoryBesideTheProgramsOutput() throws {
    let run = try record("print hello open usb:1 exchange 1", more: ["--print"])
    #expect(run.lines.contains("hello"))
    #expect(run.text.contains("calls, PN532"))
    let piped = try Child.shell(
      "nfctrace record -o - -- \(try program) print hello open usb:1 exchange 1 >b.trace",
      in: scratch)
    #expect(piped.error.contains("hello\n"))
    #expect(try Recorded("b.trace", in: scratch).lines.count == 6)
  }

  private var program: String { get throws { try #require(StandIn.program) } }

  private func record(_ words: String, more: [String] = []) throws -> Child.Finished {
    try Child.nfctrace(
      ["record", "-o", "a.trace", "--force"] + more + ["--", try program]
        + words.split(separator: " ").map(String.init), in: scratch)
  }
}
