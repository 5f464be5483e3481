import Foundation
import Testing

/// What `diff` prints for one capture of our own with one thing changed, and what its options do to that.
@Suite struct DiffOptionsTests {
  let scratch = Scratch()

  /// Compares the capture `payment` with a changed one.
  private func compare(_ words: [String] = [], to changed: Data) throws -> Child.Finished {
    try scratch.write(Twin.data("payment.pcap"), to: "old.pcap")
    try scratch.write(changed, to: "new.pcap")
    return try Child.nfctrace(["diff"] + words + ["old.pcap", "new.pcap"], in: scratch)
  }

  /// The expiry date 5F24 03 29 12 31 in frame 22 becomes 28 12 31.
  private func otherDate() throws -> Data {
    try PcapRecords(Twin.data("payment.pcap")).changing(22) { frame in
      let at = try #require(frame.firstRange(of: Data([0x5F, 0x24, 0x03])))
      frame[at.upperBound] = 0x28
    }
  }

  @Test("It looks like a unified diff whose lines are the story's rows")
  func looksLikeAUnifiedDiff() throws {
    let run = try compare(["--show-secrets"], to: otherDate())
    #expect(
      run.text == """
        --- old.pcap · pcap, ISO 14443
        +++ new.pcap · pcap, ISO 14443

          frames        time s  reader                                  card                                        ms wait, FWT
        @@ visit 1 · NFC-A · ATQA 0044 · UID 04E1C2A3B4D596 (NXP) @@
          17–18       0.036648  > SELECT A0000000031010 (Visa)          < 9000 FCI                                11.2   9.8 25%
          19–20       0.056094  > GET PROCESSING OPTIONS                < 9000 67 bytes                           34.7  31.0 80%
        ! 21–22       0.099967  > READ RECORD 1, SFI 1                  < 9000 41 bytes                            4.8   4.1 11%
                - 70.5F24               291231 "2029-12-31"           22:16
                + 70.5F24               281231 "2028-12-31"           22:16

        1 exchange changed, of 4 exchanges

        """)
    let narrow = try compare(
      ["--show-secrets", "--width", "80", "--context", "0"], to: otherDate())
    #expect(
      narrow.text == """
        --- old.pcap · pcap, ISO 14443
        +++ new.pcap · pcap, ISO 14443

          frame   time s  reader                      card                            ms
        @@ visit 1 · NFC-A · UID 04E1C2A3B4D596 (NXP) @@
        !    21    0.100  > READ RECORD 1, SFI 1      < 9000 41 bytes                4.8
                - 70.5F24               291231 "2029-12-31"           22:16
                + 70.5F24               281231 "2028-12-31"           22:16

        1 exchange changed, of 4 exchanges

        """)
  }

  @Test("A masked value that differs says only that it does, in text and JSON")
  func masksWhatDiffers() throws {
    for format in ["text", "json", "junit"] {
      let run = try compare(["--format", format], to: otherDate())
      #expect(run.code == 1)
      #expect(!run.text.contains("291231") && !run.text.contains("281231"))
      #expect(run.text.contains("70.5F24"))
      #expect(run.error.contains("secrets are masked"))
    }
  }

  @Test("--summary is the last lines alone")
  func summary() throws {
    let run = try compare(["--summary"], to: otherDate())
    #expect(run.code == 1 && run.text == "1 exchange changed, of 4 exchanges\n")
  }

  @Test(
    "A terminal's unpredictable number varies: it is shown where that is asked, and never counts")
  func showsWhatVaries() throws {
    let changed = try PcapRecords(Twin.data("payment.pcap")).changing(19) { frame in
      let at = try #require(frame.firstRange(of: Data([0x5A, 0x17, 0xC3, 0xE8])))
      frame[at.lowerBound] = 0x5B
    }
    let run = try compare(to: changed)
    #expect(run.code == 0 && run.lines.last == "no difference in 4 exchanges")
    let shown = try compare(["--show-varying"], to: changed)
    #expect(shown.code == 0)
    #expect(shown.lines.contains { $0.contains("~- 83.9F37") && $0.contains("5A17C3E8") })
    #expect(shown.lines.contains { $0.contains("~+ 83.9F37") && $0.contains("5B17C3E8") })
    #expect(shown.lines.last == "no difference in 4 exchanges")
  }

  @Test("A path that names no field is said; with no other one to count, nothing is the same")
  func namesPathsWithoutField() throws {
    let ignoring = try compare(["--ignore", "70.5F24,70.5F42,uid"], to: otherDate())
    #expect(ignoring.code == 0)
    #expect(ignoring.error == "nfctrace: --ignore 70.5F42: no field has this path\n")
    let counting = try compare(["--only", "70.5F42,70.5F25"], to: otherDate())
    #expect(counting.code == 2)
    #expect(
      counting.error == """
        nfctrace: --only 70.5F42: no field has this path
        nfctrace: --only 70.5F25: no field has this path

        """)
    let either = try compare(["--only", "70.5F42,70.5F28"], to: otherDate())
    #expect(either.code == 0 && either.error.contains("70.5F42") && !either.error.contains("5F28"))
    let others = try compare(["--ignore", "outcome,latency,parts[1]"], to: otherDate())
    #expect(others.code == 1 && !others.error.contains("no field"))
  }

  @Test("A value block with one wrong copy is told as the block, not as all fields that it had")
  func tellsAnInconsistentBlock() throws {
    // Frame 30 is block 12 with the value 100, in three copies; its first copy becomes 101.
    let changed = try PcapRecords(Twin.data("classic.pcap")).changing(30) { block in
      #expect(block.starts(with: [0x64, 0, 0, 0, 0x9B]))
      block[block.startIndex] = 0x65
    }
    try scratch.write(Twin.data("classic.pcap"), to: "old.pcap")
    try scratch.write(changed, to: "new.pcap")
    let run = try Child.nfctrace(["diff", "--context", "0", "old.pcap", "new.pcap"], in: scratch)
    #expect(run.code == 1)
    #expect(
      run.lines.filter { $0.hasPrefix("        ") } == [
        "        - data                  640000009BFFFFFF640000000CF30CF3 30:0",
        "        + data                  650000009BFFFFFF640000000CF30CF3 30:0",
      ])
  }

  @Test("A slower answer is a line, and a difference where times count")
  func comparesTimes() throws {
    // GET PROCESSING OPTIONS took 34.7 ms; its answer, frame 20, now comes 8 ms later.
    let changed = try PcapRecords(Twin.data("payment.pcap")).delaying(20, by: 8_000_000)
    let told = [
      "no difference in 4 exchanges",
      "slowest exchange GET PROCESSING OPTIONS 34.7 → 42.7 ms (not compared; --timing)",
    ]
    let run = try compare(to: changed)
    #expect(run.code == 0 && run.lines.suffix(2) == told[...])
    for (tolerance, code) in [("20%", 1), ("25%", 0), ("5ms", 1), ("9ms", 0)] as [(String, Int32)] {
      let timed = try compare(["--timing", tolerance], to: changed)
      #expect(timed.code == code, "\(tolerance)")
      #expect(
        timed.lines.contains { $0.contains("- latency") && $0.contains("34.7 ms") } == (code == 1))
    }
  }

  @Test("What one side cannot show is named")
  func namesWhatIsNotCompared() throws {
    let run = try Child.nfctrace(
      ["diff", "--summary", Twin.path("payment.trace"), Twin.path("acr122.trace")], in: scratch)
    #expect(run.lines.last == "not compared: blocks (acr122.trace has no frames on air)")
  }
}
