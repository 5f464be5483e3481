import Foundation
import Testing

/// `diff`: what it prints and what it exits with.
@Suite struct DiffTests {
  @Test func theSameIsTheSame() throws {
    let run = try Child.nfctrace(
      ["diff", Twin.path("payment.pcap"), Twin.path("payment.trace")], in: Scratch())
    #expect(run.code == 0)
    #expect(run.lines.last == "no difference in 4 exchanges")
    #expect(run.error.isEmpty)
  }

  @Test("One byte of one record is another: that field alone, with both values")
  func namesTheField() throws {
    let scratch = Scratch()
    // The expiry date, 5F24 03 31 12 31 in frame 22, ends in 30: both its bytes and its CRC change.
    let changed = try PcapRecords(Twin.data("payment.pcap")).changing(22) { frame in
      let at = try #require(frame.firstRange(of: Data([0x5F, 0x24, 0x03])))
      frame[at.upperBound] ^= 0x01
    }
    try scratch.write(changed, to: "new.pcap")
    let run = try Child.nfctrace(["diff", Twin.path("payment.pcap"), "new.pcap"], in: scratch)
    #expect(run.code == 1)
    #expect(run.lines.filter { $0.hasPrefix("! ") }.count == 1)
    let fields = run.lines.filter { $0.hasPrefix("        ") && !$0.hasPrefix("         ") }
    #expect(fields.count == 2)
    #expect(fields.allSatisfy { $0.contains("70.5F24") })
    #expect(run.lines.last == "1 exchange changed, of 4 exchanges")

    for (words, code) in [
      (["--ignore", "70.5F24"], 0), (["--ignore", "70"], 0), (["--only", "70.5A"], 0),
      (["--only", "70.5F24"], 1), (["--exit-zero"], 0),
    ] as [([String], Int32)] {
      let other = try Child.nfctrace(
        ["diff"] + words + [Twin.path("payment.pcap"), "new.pcap"], in: scratch)
      #expect(other.code == code, "\(words)")
    }
  }

  @Test("Retries and waiting-time extensions are one line and no difference")
  func tellsTheTransportInOneLine() throws {
    let captures = Twin.folder.deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("shared/captures/synthetic").path
    guard FileManager.default.fileExists(atPath: "\(captures)/b0_t4t_chain.pcap") else { return }
    let files = ["\(captures)/b0_t4t_chain.pcap", "\(captures)/b2_t4t_nak_goodcopy.pcap"]
    let run = try Child.nfctrace(["diff"] + files, in: Scratch())
    #expect(run.code == 0)
    #expect(
      run.lines.dropFirst(2) == [
        "no difference in 7 exchanges",
        "transport differs (not compared; --transport): + 1 WTX, + 1 R(NAK)",
      ])
    let asked = try Child.nfctrace(["diff", "--transport"] + files, in: Scratch())
    #expect(asked.code == 1)
  }

  @Test func aPipeIsComparedLikeAFile() throws {
    for line in ["cat F | nfctrace diff - F", "cat F | nfctrace diff F -"] {
      let run = try Child.shell(
        line.replacingOccurrences(of: "F", with: Twin.path("desfire.pcap")), in: Scratch())
      #expect(run.code == 0)
      #expect(run.lines.last?.hasPrefix("no difference in ") == true)
    }
  }

  @Test("Two purchases with fresh numbers are the same; with another terminal they are not")
  func comparesPurchases() throws {
    let scratch = Scratch()
    let first = try purchase("first", number: "5A17C3E8", terminal: "22", in: scratch)
    let second = try purchase("second", number: "11223344", terminal: "22", in: scratch)
    let third = try purchase("third", number: "55667788", terminal: "23", in: scratch)
    let again = try purchase("again", number: "5A17C3E8", terminal: "22", in: scratch)
    let same = try Child.nfctrace(["diff", first, second], in: scratch)
    #expect(same.code == 0)
    #expect(same.lines.contains("no difference in 7 exchanges"))
    let other = try Child.nfctrace(["diff", first, third], in: scratch)
    #expect(other.code == 1)
    let fields = other.lines.filter { $0.hasPrefix("        ") && $0.contains("83.9F35") }
    #expect(fields.count == 2 && fields[0].contains("- ") && fields[1].contains("+ "))
    #expect(other.lines.contains("1 exchange changed, of 7 exchanges"))
    // The number of the first purchase once more: the amount may be the same, the number may not.
    let repeated = try Child.nfctrace(["diff", first, again], in: scratch)
    #expect(repeated.code == 1)
    let nonce = repeated.lines.filter { $0.hasPrefix("        ! data.9F37") }
    #expect(nonce.count == 1 && nonce[0].contains("5A17C3E8") == true)
    #expect(repeated.lines.contains { $0.contains("1 nonce repeated [repeated-nonce]") })
    let known = try Child.nfctrace(["diff", "--ignore", "data.9F37", first, again], in: scratch)
    #expect(known.code == 0)
  }

  /// Records a purchase with the simulated card: terminal type (9F35) and unpredictable number as given.
  private func purchase(
    _ name: String, number: String, terminal: String, in scratch: Scratch
  ) throws -> String {
    let commands = """
      00A404000E325041592E5359532E444446303100
      00A4040007A000000004101000
      80A800000D830B00000000000000000528\(terminal)00
      00B2010C00
      00B2020C00
      00B2011400
      80AE80002300000000125000000000000005280000000000097826010200\(number)2200001F030000

      """
    try scratch.write(Data(commands.utf8), to: "\(name).txt")
    let run = try Child.nfctrace(
      ["record", "-o", "\(name).trace", "--simulate", "payment", "--apdu", "\(name).txt"],
      in: scratch)
    #expect(run.code == 0, "\(run.error)")
    return "\(name).trace"
  }

  @Test("Folders are compared by name; what is on one side only is a difference")
  func comparesFolders() throws {
    let scratch = Scratch()
    let copy = """
      mkdir old new && cp \(Twin.path("payment.trace")) \(Twin.path("desfire.trace")) old
      cp old/payment.trace new && cp \(Twin.path("type-b.trace")) new
      echo note >old/README.md; echo 70.5F24 >old/nfctrace-diff.ignore
      """
    _ = try Child.shell(copy, in: scratch)
    let run = try Child.nfctrace(["diff", "old", "new"], in: scratch)
    #expect(run.code == 1)
    #expect(run.lines.contains("- only in old: desfire.trace"))
    #expect(run.lines.contains("+ only in new: type-b.trace"))
    #expect(run.lines.last == "0 of 1 pair differ · 2 captures on one side only")
    #expect(run.error == "nfctrace: old/nfctrace-diff.ignore: 1 path is ignored\n")

    let report = try Child.nfctrace(["diff", "--format", "junit", "old", "new"], in: scratch)
    let parser = XMLCount(report.output)
    #expect(parser.isWellFormed)
    #expect(parser.elements["testcase"] == 3 && parser.elements["failure"] == 2)

    let json = try Child.nfctrace(["diff", "--format", "json", "old", "new"], in: scratch)
    let objects = try JSONSerialization.jsonObject(with: json.output) as? [[String: Any]]
    #expect(
      objects?.compactMap { $0["type"] as? String } == ["comparison", "result", "single", "single"])
  }

  @Test("What cannot be compared is 2, with a line that says why")
  func saysWhatIsWrong() throws {
    let scratch = Scratch()
    _ = try Child.shell(
      "mkdir empty other noted; cp \(Twin.path("payment.pcap")) .; cp payment.pcap noted; "
        + "echo 70..5A >noted/nfctrace-diff.ignore",
      in: scratch)
    for (words, message) in [
      (["payment.pcap", "missing"], "missing: No such file or directory"),
      (["empty", "payment.pcap"], "empty is a folder, and the other is none"),
      (["empty", "other"], "empty and other have no captures in them"),
      (["-", "-"], "only one of the two can be standard input"),
      (
        ["--ignore", "70.", "payment.pcap", "payment.pcap"],
        "--ignore \"70.\" is not a path of a field"
      ),
      (
        ["--timing", "soon", "payment.pcap", "payment.pcap"],
        "--timing \"soon\" is not a share or a time"
      ),
      (
        ["noted/payment.pcap", "payment.pcap"],
        "noted/nfctrace-diff.ignore:1: \"70..5A\" is no path of a field"
      ),
    ] {
      let run = try Child.nfctrace(["diff"] + words, in: scratch)
      #expect(run.code == 2)
      #expect(run.error.contains(message), "\(run.error)")
    }
  }
}

/// Counts the elements of an XML document.
private struct XMLCount {
  private(set) var elements: [String: Int] = [:]
  private(set) var isWellFormed = false

  /// Tags are taken one by one; every one that opens has to close.
  init(_ data: Data) {
    var open: [Substring] = []
    var isFine = true
    let text = String(decoding: data, as: UTF8.self)
    for piece in text.split(separator: "<").dropFirst() where !piece.hasPrefix("?") {
      let name = piece.drop { $0 == "/" }.prefix { $0.isLetter || $0 == "-" }
      if piece.hasPrefix("/") {
        isFine = isFine && open.popLast() == name
      } else {
        elements[String(name), default: 0] += 1
        open.append(name)
      }
    }
    isWellFormed = isFine && open.isEmpty
  }
}
