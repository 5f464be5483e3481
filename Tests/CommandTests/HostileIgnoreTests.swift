import Foundation
import Testing

/// The file of paths beside golden traces, as nobody should write it.
@Suite struct HostileIgnoreTests {
  let scratch = Scratch()
  private let name = "nfctrace-diff.ignore"

  private func compare() throws -> Child.Finished {
    try scratch.write(Twin.data("payment.trace"), to: "old.trace")
    try scratch.write(Twin.data("payment.trace"), to: "new.trace")
    return try Child.nfctrace(["diff", "old.trace", "new.trace"], in: scratch)
  }

  @Test(
    "It is refused with a short line",
    arguments: [
      (String(repeating: "a", count: 5 << 20), "is larger than 4194304 bytes"),
      (
        "x.." + String(repeating: "y", count: 100_000),
        "1: \"x..yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy\" is no"
      ),
      (String(repeating: "a.", count: 10_000) + "b", "1: \"a.a.a.a."),
      ((0...1_000).map { "70.\($0)" }.joined(separator: "\n"), "has more than 1000 paths"),
    ])
  func isRefused(text: String, words: String) throws {
    try scratch.write(Data(text.utf8), to: name)
    let run = try compare()
    #expect(run.code == 2)
    #expect(run.error.hasPrefix("nfctrace: \(name)") && run.error.contains(words), "\(run.error)")
    #expect(run.error.utf8.count < 200)
  }

  @Test func theSamePathOverAndOverIsOne() throws {
    let text = String(repeating: "70.5F24\n", count: 400_000)
    try scratch.write(Data(text.utf8), to: name)
    let run = try compare()
    #expect(run.code == 0)
    #expect(run.error == "nfctrace: \(name): 1 path is ignored\n")
  }

  @Test("Bytes that are no text, and a mark of byte order, name nothing and stop nothing")
  func bytes() throws {
    try scratch.write(
      Data([0xEF, 0xBB, 0xBF]) + Data("70.5A\r\n# \u{1B}\n".utf8) + [0xFF, 0x0A], to: name)
    #expect(try compare().code == 0)
  }

  @Test func aFolderIsNoFile() throws {
    try FileManager.default.createDirectory(
      at: scratch.folder.appendingPathComponent(name), withIntermediateDirectories: true)
    let run = try compare()
    #expect(run.code == 2)
    #expect(run.error == "nfctrace: \(name): is no file\n")
  }
}
