import Foundation
import Glibc
import Testing

/// `analyze`: when it prints, where, and what it exits with.
@Suite struct AnalyzeTests {
  /// What is printed once the frame of that number arrived, and not before: the exchange's answer
  /// is that frame.
  private static let exchanges = [
    (16, "SELECT 2PAY.SYS.DDF01", #""command":"00A404000E325041592E5359532E444446303100""#),
    (18, "SELECT A0000000031010", #""command":"00A4040007A000000003101000""#),
    (20, "GET PROCESSING OPTIONS", #""command":"80A8000023"#),
    (22, "READ RECORD", #""command":"00B2010C00""#),
  ]

  @Test("A pipe fed one frame at a time shows each exchange before the next frame is sent")
  func tellsAtOnceAsText() throws {
    let pcap = PcapRecords(try Twin.data("payment.pcap"))
    let run = try Conversation(["analyze", "-"], in: Scratch())
    try run.send(pcap.header)
    var next = 0
    for (frame, words, _) in Self.exchanges {
      #expect(!run.text.contains(words))
      for record in pcap.records[next..<frame] { try run.send(record) }
      #expect(run.hears(words), "\(words) is due with frame \(frame)")
      next = frame
    }
    try run.endInput()
    #expect(run.end().code == 0)
  }

  @Test("So it does as JSON lines")
  func tellsAtOnceAsJSON() throws {
    let pcap = PcapRecords(try Twin.data("payment.pcap"))
    let run = try Conversation(["analyze", "--format", "jsonl", "-"], in: Scratch())
    try run.send(pcap.header)
    var next = 0
    for (frame, _, words) in Self.exchanges {
      #expect(!run.text.contains(words))
      for record in pcap.records[next..<frame] { try run.send(record) }
      #expect(run.hears(words), "\(words) is due with frame \(frame)")
      next = frame
    }
    try run.endInput()
    #expect(run.end().code == 0)
    for line in run.text.split(separator: "\n") {
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) }
    }
  }

  @Test func grepGivesWholeExchanges() throws {
    let run = try Child.shell(
      "nfctrace analyze \(Twin.path("payment-refused.pcap")) | grep SELECT", in: Scratch())
    #expect(run.lines.count == 4)
    for line in run.lines { #expect(line.contains(" > SELECT ") && line.contains(" < ")) }
    #expect(run.lines[2].contains("2PAY.SYS.DDF01") && run.lines[2].contains("9000"))
    #expect(run.lines[3].contains("A0000000031010") && run.lines[3].contains("9000"))
  }

  @Test func interruptEndsAPipeWithItsCounts() throws {
    let pcap = PcapRecords(try Twin.data("payment.pcap"))
    let run = try Conversation(["analyze", "-"], in: Scratch())
    try run.send(pcap.header)
    for record in pcap.records.prefix(16) { try run.send(record) }
    #expect(run.hears("SELECT 2PAY.SYS.DDF01"))
    run.signal(SIGINT)
    #expect(run.end().code == 0)
    #expect(run.text.contains("\n16 frames in "))
  }

  @Test(
    "The exit code is 0 however bad a capture is, unless --fail-on says otherwise",
    arguments: [
      ([], 0), (["--fail-on", "error"], 1), (["--fail-on", "crc-mismatch"], 1),
      (["--fail-on", "privacy"], 0), (["--fail-on", "slow-answer,payment"], 1),
    ] as [([String], Int32)])
  func exitsAsAsked(options: [String], code: Int32) throws {
    for command in ["analyze", "info"] {
      let run = try Child.nfctrace(
        [command] + options + [Twin.path("malformed.pcap")], in: Scratch())
      #expect(run.code == code)
      #expect(run.error.isEmpty)
    }
  }

  @Test func masksAndSaysSoOnce() throws {
    let files = [Twin.path("payment.pcap"), Twin.path("payment.pcap")]
    for options in [["-x"], ["--format", "jsonl"], ["--detail", "frames"]] {
      let masked = try Child.nfctrace(["analyze"] + options + files, in: Scratch())
      #expect(
        masked.error
          == "nfctrace: secrets are masked; --show-secrets or NFCTRACE_SHOW_SECRETS=1 shows them\n")
      #expect(!masked.text.contains("4761739001010010"))
      #expect(!masked.text.contains("434152"), "CAR of the cardholder's name")
      let byOption = try Child.nfctrace(
        ["analyze", "--show-secrets"] + options + files, in: Scratch())
      let byVariable = try Child.nfctrace(
        ["analyze"] + options + files, environment: ["NFCTRACE_SHOW_SECRETS": "1"], in: Scratch())
      #expect(byOption.text.contains("4761739001010010"))
      #expect(byOption.output == byVariable.output)
      #expect(byOption.error.isEmpty && byVariable.error.isEmpty)
    }
  }

  @Test func goesOnBehindAFileThatCannotBeRead() throws {
    let scratch = Scratch()
    let run = try Child.nfctrace(
      ["analyze", "missing", Twin.path("type-b.pcap")], in: scratch)
    #expect(run.code == 2)
    #expect(run.error == "nfctrace: missing: No such file or directory\n")
    #expect(run.text.contains("==> missing <==\n\n==> \(Twin.path("type-b.pcap")) <==\n"))
    #expect(run.text.contains("GET CHALLENGE"))
  }

  @Test("A terminal decides the width, NO_COLOR and --color the colour")
  func looksAsTheTerminalAllows() throws {
    let file = Twin.path("malformed.pcap")
    let scratch = Scratch()
    /// script(1) runs a command on a terminal of its own.
    func onTerminal(_ columns: Int, _ command: String) throws -> String {
      let line = "stty cols \(columns); \(command)"
      let run = try Child.shell("script -qec '\(line)' /dev/null", in: scratch)
      return run.text.replacingOccurrences(of: "\r\n", with: "\n")
    }
    let plain = try Child.nfctrace(["analyze", "--width", "120", file], in: scratch).text
    #expect(try onTerminal(120, "NO_COLOR=1 nfctrace analyze \(file)") == plain)
    let colored = try onTerminal(120, "nfctrace analyze \(file)")
    #expect(colored.contains("\u{1B}[31merror"))
    #expect(try onTerminal(120, "nfctrace analyze --color never \(file)") == plain)
    let narrow = try Child.nfctrace(["analyze", "--width", "80", file], in: scratch).text
    #expect(try onTerminal(70, "NO_COLOR=1 nfctrace analyze \(file)") == narrow)
    #expect(narrow != plain)
  }

  @Test("Outside UTF-8 the output is ASCII")
  func isASCIIWhereTheLocaleIs() throws {
    let run = try Child.nfctrace(
      ["analyze", Twin.path("type4-chain.pcap")], environment: ["LC_ALL": "C"], in: Scratch())
    #expect(run.output.allSatisfy { $0 < 0x80 })
    #expect(run.text.contains("-- visit 1 - NFC-A "))
  }

  @Test func aClosedPipeEndsItSilently() throws {
    let run = try Child.shell(
      "nfctrace analyze \(Twin.path("payment.pcap")) | head -n 1; echo ${PIPESTATUS[0]}",
      in: Scratch())
    #expect(run.lines.last == "0")
    #expect(run.error.isEmpty)
  }

  @Test func aFullDiskIsSaidInOneLine() throws {
    let run = try Child.nfctrace(
      ["analyze", Twin.path("payment.pcap")], outputTo: "/dev/full", in: Scratch())
    #expect(run.code == 2)
    #expect(run.error == "nfctrace: standard output: No space left on device\n")
  }
}
