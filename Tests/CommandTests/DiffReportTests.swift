import Foundation
import Testing

/// One thing at a time is done to a visit: the report says that, and nothing else.
@Suite struct DiffReportTests {
  /// Command and answer: a Type 4 tag is selected, its file is read and written.
  private static let visit = [
    ("00A4040007D276000085010100", "9000"),
    ("00A4000C02E104", "9000"),
    ("00B0000002", "000B9000"),
    ("00B000020B", "D101075402656E48656C6C9000"),
    ("00D600020CD101085402656E48656C6C6F", "9000"),
  ]

  private static func log(_ visit: [(String, String)] = visit) -> ReaderLog {
    var log = ReaderLog()
    for (command, answer) in visit { log.exchange(command, answer) }
    return log
  }

  /// Lines that say something: rows with a mark, fields, and what it amounts to.
  private func report(_ new: ReaderLog, _ words: [String] = [], code: Int32) throws -> [String] {
    let scratch = Scratch()
    try scratch.write(Data(Self.log().text.utf8), to: "old.log")
    try scratch.write(Data(new.text.utf8), to: "new.log")
    let run = try Child.nfctrace(["diff"] + words + ["old.log", "new.log"], in: scratch)
    #expect(run.code == code, "\(run.text)")
    #expect(run.error.isEmpty)
    return run.lines.dropFirst(2).filter { line in
      !line.hasPrefix("  ") && !line.hasPrefix("@@") || line.hasPrefix("        ")
    }
  }

  /// A row without its frames and time: mark, reader's half, card's half, ms, note.
  private func words(_ row: String) -> String {
    let mark = row.prefix(2)
    let halves = row.drop { $0 != ">" }.split(separator: " ").joined(separator: " ")
    return mark + halves
  }

  @Test func nothingIsNothing() throws {
    #expect(try report(Self.log(), code: 0) == ["no difference in 5 exchanges"])
  }

  @Test func twoCommandsAreSwapped() throws {
    var visit = Self.visit
    visit.swapAt(2, 3)
    let lines = try report(Self.log(visit), code: 1)
    // Activation takes 12 frames, each exchange 2: the third stood in 17 and stands in 19 now.
    #expect(
      lines.dropLast().map(words) == [
        "- > READ BINARY 2 bytes from 0 < 9000 2 bytes 0.0 (moved: now frame 19)",
        "+ > READ BINARY 2 bytes from 0 < 9000 2 bytes 0.0 (moved: was frame 17)",
      ])
    #expect(lines.last == "1 exchange moved, of 5 exchanges")
  }

  @Test func oneCommandIsDropped() throws {
    var visit = Self.visit
    visit.remove(at: 2)
    let lines = try report(Self.log(visit), code: 1)
    #expect(lines.count == 2)
    #expect(lines.first.map(words) == "- > READ BINARY 2 bytes from 0 < 9000 2 bytes 0.0")
    #expect(lines.last == "1 exchange removed, of 5 and 4 exchanges")
  }

  @Test func oneCommandIsRepeated() throws {
    var visit = Self.visit
    visit.insert(visit[3], at: 3)
    let lines = try report(Self.log(visit), code: 1)
    #expect(lines.count == 2)
    #expect(
      lines.first.map(words) == "+ > READ BINARY 11 bytes from 2 < 9000 11 bytes 0.0 (repeated)")
    #expect(lines.last == "1 exchange added, of 5 and 6 exchanges")
  }

  @Test func oneByteIsAnother() throws {
    var visit = Self.visit
    visit[4].0 = "00D600020CD101085402656E48656C6C7F"
    let lines = try report(Self.log(visit), code: 1)
    #expect(lines.first.map(words) == "! > UPDATE BINARY 12 bytes at 2 < 9000 0.0")
    // Frame 21, whose first byte is the PCB and whose sixth is the last of the header.
    #expect(lines.count == 4)
    #expect(lines[1].hasPrefix("        - data") && lines[1].hasSuffix(" 21:6"))
    #expect(lines[1].contains("D101085402656E48656C6C6F"))
    #expect(lines[2].hasPrefix("        + data") && lines[2].contains("D101085402656E48656C6C7F"))
    #expect(lines[3] == "1 exchange changed, of 5 exchanges")
  }

  @Test func aChainIsCutDifferently() throws {
    var new = ReaderLog()
    for (index, pair) in Self.visit.enumerated() {
      new.exchange(pair.0, pair.1, parts: index == 4 ? [7, 6] : [])
    }
    #expect(
      try report(new, code: 0) == [
        "no difference in 5 exchanges",
        "transport differs (not compared; --transport): + 2 blocks of the reader",
      ])
  }

  @Test func theCardAsksForTime() throws {
    var new = ReaderLog()
    for (index, pair) in Self.visit.enumerated() {
      new.exchange(pair.0, pair.1, extensions: index == 3 ? 1 : 0)
    }
    #expect(
      try report(new, code: 0) == [
        "no difference in 5 exchanges",
        "transport differs (not compared; --transport): + 1 WTX",
      ])
    let counted = try report(new, ["--transport"], code: 1)
    #expect(
      counted.filter { $0.hasPrefix("        ") }.map(Self.squeezed) == ["- WTX 0", "+ WTX 1"])
  }

  /// The hard pair: the other reader takes 16 bytes a frame, gives the card number 1, and cuts commands
  /// where it likes.
  @Test func theSameVisitWithAnotherReader() throws {
    var new = ReaderLog(size: 0, cardNumber: 1)
    new.exchange(Self.visit[0].0, Self.visit[0].1, parts: [8])
    new.exchange(Self.visit[1].0, Self.visit[1].1)
    new.exchange(Self.visit[2].0, Self.visit[2].1)
    new.exchange(Self.visit[3].0, Self.visit[3].1, answerParts: [12])
    new.exchange(Self.visit[4].0, Self.visit[4].1, parts: [12])
    #expect(
      try report(new, code: 0) == [
        "no difference in 5 exchanges",
        "transport differs (not compared; --transport): + 2 blocks of the reader, "
          + "+ 1 block of the card, FSD 256 → 16, CID 0 → 1",
      ])
    #expect(try report(new, ["--transport"], code: 1).count > 2)
  }

  private static func squeezed(_ line: String) -> String {
    line.split(separator: " ").joined(separator: " ")
  }
}
