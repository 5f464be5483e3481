import Foundation
import Testing

/// `diff --memory`: what tags hold, page by page, whoever read it.
@Suite struct DiffMemoryTests {
  let scratch = Scratch()

  @Test("A dump of a tag is the same as the capture it was read in")
  func aDumpIsTheSame() throws {
    try scratch.write(Data(TagLog.text.utf8), to: "tag.log")
    _ = try Child.nfctrace(["convert", "tag.log", "tag.nfc"], in: scratch)
    let run = try Child.nfctrace(["diff", "--memory", "tag.log", "tag.nfc"], in: scratch)
    #expect(run.code == 0, "\(run.text)\(run.error)")
    #expect(run.lines.last == "no difference in memory")
    #expect(run.text.contains("@@ type-2 04112233445566: 8 of 8 pages the same (100 %) @@"))
  }

  @Test("One page is another: that page, old and new, and which bytes of it")
  func onePageIsAnother() throws {
    try scratch.write(Data(TagLog.text.utf8), to: "tag.log")
    _ = try Child.nfctrace(["convert", "tag.log", "tag.nfc"], in: scratch)
    let dump = String(decoding: try #require(scratch.read("tag.nfc")), as: UTF8.self)
    // Page 6 holds the n of "en" and "Hel": now it says "Hal".
    let page = "Page 6: 6E 48 65 6C"
    try #require(dump.contains(page))
    let changed = dump.replacingOccurrences(of: page, with: "Page 6: 6E 48 61 6C")
    try scratch.write(Data(changed.utf8), to: "new.nfc")
    let files = ["tag.log", "new.nfc"]
    let run = try Child.nfctrace(["diff", "--memory"] + files, in: scratch)
    #expect(run.code == 1)
    #expect(
      run.lines == [
        "--- tag.log · memory", "+++ new.nfc · memory",
        "@@ type-2 04112233445566: 7 of 8 pages the same (87 %) @@",
        "- page 6      6E48656C", "+ page 6      6E48616C  (byte 2)", "1 page differs",
      ])
    let zero = try Child.nfctrace(["diff", "--memory", "--exit-zero"] + files, in: scratch)
    #expect(zero.code == 0)

    let json = try Child.nfctrace(["diff", "--memory", "--format", "json"] + files, in: scratch)
    let objects = try #require(
      try JSONSerialization.jsonObject(with: json.output) as? [[String: Any]])
    #expect(
      objects.compactMap { $0["type"] as? String }
        == ["comparison", "memory", "memory-change", "result"])
    #expect(objects[2]["number"] as? Int == 6 && objects[2]["new"] as? String == "6E48616C")

    let junit = try Child.nfctrace(["diff", "--memory", "--format", "junit"] + files, in: scratch)
    #expect(junit.code == 1)
    #expect(junit.text.contains("tests=\"1\" failures=\"1\" errors=\"0\""))
    #expect(junit.text.contains("<failure message=\"1 page differs\">"))
  }

  @Test("Paths name pages, and those that name none are said")
  func pathsNamePages() throws {
    try scratch.write(Data(TagLog.text.utf8), to: "old.log")
    _ = try Child.nfctrace(["convert", "old.log", "old.nfc"], in: scratch)
    let dump = String(decoding: try #require(scratch.read("old.nfc")), as: UTF8.self)
    let changed = dump.replacingOccurrences(of: "Page 6: 6E 48 65 6C", with: "Page 6: 6E 48 61 6C")
    try scratch.write(Data(changed.utf8), to: "new.nfc")
    func compare(_ options: String...) throws -> Child.Finished {
      try Child.nfctrace(["diff", "--memory"] + options + ["old.log", "new.nfc"], in: scratch)
    }
    let ignored = try compare("--ignore", "page[6]")
    #expect(ignored.code == 0 && ignored.error.isEmpty, "\(ignored.text)\(ignored.error)")
    #expect(ignored.text.contains("7 of 7 pages the same"))
    #expect(try compare("--only", "page[6],page[7]").code == 1)
    #expect(try compare("--only", "page[5]").code == 0)
    // The card has eight pages; 5F24 is a field of an exchange.
    let unmet = try compare("--ignore", "page[8],page[6]")
    #expect(unmet.code == 0)
    #expect(unmet.error == "nfctrace: --ignore page[8]: no page or block has this path\n")
    let nothing = try compare("--only", "70.5F24")
    #expect(nothing.code == 2)
    #expect(nothing.error == "nfctrace: --only 70.5F24: no page or block has this path\n")
    try scratch.write(Data("page[6] # counts up\n".utf8), to: "nfctrace-diff.ignore")
    let file = try compare()
    #expect(file.code == 0)
    #expect(file.error == "nfctrace: nfctrace-diff.ignore: 1 path is ignored\n")
  }

  @Test("What one side did not read is not compared, and a tag that one side lacks is a difference")
  func saysWhatIsNotCompared() throws {
    try scratch.write(Data(TagLog.text.utf8), to: "tag.log")
    let lines = TagLog.text.split(separator: "\n").dropLast(2).joined(separator: "\n")
    try scratch.write(Data((lines + "\n").utf8), to: "half.log")
    let run = try Child.nfctrace(["diff", "--memory", "tag.log", "half.log"], in: scratch)
    #expect(run.code == 0, "\(run.text)")
    #expect(run.lines.contains("not compared: 4 pages that only the old side shows"))
    let other = try Child.nfctrace(
      ["diff", "--memory", "tag.log", Twin.path("payment.trace")], in: scratch)
    #expect(other.code == 1)
    #expect(other.lines.last == "1 memory on one side only")
    let none = try Child.nfctrace(
      ["diff", "--memory", Twin.path("payment.trace"), Twin.path("payment.pcap")], in: scratch)
    #expect(none.code == 2)
    #expect(none.error.contains("shows a tag's memory"))
  }
}
