import Foundation
import Testing

/// A second opinion on tags' memories: nfcpy's own tag classes read and write the same cards, and
/// what is told of that must be what nfcpy found.
@Suite(.enabled(if: NFCPy.isThere, "needs nfcpy")) struct TagMemoryTests {
  let scratch = Scratch()

  /// What nfcpy says of a card's message.
  struct Opinion {
    let length: Int
    let capacity: Int
    let isWritable: Bool
    let octets: String

    /// The lines behind it.
    let rest: [Substring]

    init?(_ text: String) {
      let lines = text.split(separator: "\n")
      let words = lines.first?.split(whereSeparator: \.isWhitespace) ?? []
      guard words.count >= 4, let length = Int(words[0]), let capacity = Int(words[1]) else {
        return nil
      }
      self.length = length
      self.capacity = capacity
      isWritable = words[3] == "1"
      octets = words.count > 4 ? String(words[4]) : ""
      rest = Array(lines.dropFirst())
    }
  }

  /// Lets nfcpy work on a card, and tells what went to the reader's chip and came from it.
  func meet(
    _ card: String, _ kind: String, writing message: String? = nil
  ) throws -> (opinion: Opinion, objects: [[String: Any]]) {
    let log = scratch.folder.appendingPathComponent("met.log").path
    let program =
      [NFCPy.python, NFCPy.script("tag_memory.py"), log, kind] + (message.map { [$0] } ?? [])
    // nfcpy gives the chip a tenth of a second, which a busy machine may take.
    var run = try Child.nfctrace(["play", card, "--"] + program, in: scratch)
    for _ in 0..<4 where Opinion(run.text) == nil {
      run = try Child.nfctrace(["play", card, "--"] + program, in: scratch)
    }
    let opinion = try #require(Opinion(run.text), "\(run.text)\(run.error)")
    let told = try Child.nfctrace(["analyze", "met.log", "--format", "jsonl"], in: scratch)
    let objects = told.lines.compactMap { line in
      try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    }
    return (opinion, objects)
  }

  func check(_ meeting: (opinion: Opinion, objects: [[String: Any]])) throws {
    let (opinion, objects) = meeting
    let memory = try #require(objects.first { $0["type"] as? String == "memory" }, "\(objects)")
    let bytes = try #require(memory["bytes"] as? String)
    #expect(bytes.contains(opinion.octets))
    #expect(memory["conflicts"] as? Int == 0)
    let ndef = try #require(objects.first { $0["type"] as? String == "ndef" }, "\(objects)")
    #expect(ndef["length"] as? Int == opinion.length)
    #expect(opinion.octets.count == 2 * opinion.length)
    let end = try #require(objects.last { $0["type"] as? String == "visit-end" })
    let outcome = end["outcome"] as? String ?? ""
    #expect(outcome.contains("writable") == opinion.isWritable, "\(outcome)")
    // nfcpy takes the TLV's own bytes off the capacity of a Type 2 tag: tag and length, which takes
    // three bytes where the area has more than 256.
    let capacity = try #require(memory["capacity"] as? Int)
    #expect((0...4).contains(capacity - opinion.capacity), "\(capacity), \(opinion.capacity)")
  }

  @Test(
    "What nfcpy reads is what is told",
    arguments: [
      ("ntag213", "106A"), ("ntag215", "106A"), ("type4", "106A"), ("type4b", "106B"),
      ("felica-lite-s", "212F"),
    ])
  func reads(card: String, kind: String) throws {
    try check(meet(card, kind))
  }

  /// D1 01 … 54: a text record, short and so long that its TLV's length takes three bytes.
  @Test("What nfcpy writes is what is told", arguments: ["ntag213", "ntag215", "type4"])
  func writes(card: String) throws {
    let short = "D101085402656E48656C6C6F"
    let met = try meet(card, "106A", writing: short)
    #expect(met.opinion.octets == short)
    try check(met)
    guard card == "ntag215" else { return }
    let long = "C101000001205402656E" + String(repeating: "41", count: 0x120 - 3)
    let second = try meet(card, "106A", writing: long)
    #expect(second.opinion.length == 7 + 0x120)
    try check(second)
  }

  /// Blocks that a reader has to skip, and lengths of three bytes: NULL, Lock Control, Memory
  /// Control over bytes in the middle of the message, a proprietary block.
  @Test(
    "Blocks before and inside the message",
    arguments: [
      "0000 0103A00C34 0310D1010C5402656E486570656C6C6F2121 FE",
      "FD03AABBCC 030DD101095402656E48656C6C6F21 FE",
      "03FF000DD101095402656E48656C6C6F21 FE",
      // Bytes 24 to 27 (page 2^2 × 6) are reserved.
      "0203600402 030DD1 EEEEEEEE 01095402656E48656C6C6F21 FE",
    ])
  func skips(memory: String) throws {
    let file = "model ntag213\nuid 04A1B2C3D4E5F6\nmemory \(memory)\n"
    try file.write(
      to: scratch.folder.appendingPathComponent("tag.card"), atomically: true, encoding: .utf8)
    let met = try meet("tag.card", "106A")
    let ndef = try #require(met.objects.first { $0["type"] as? String == "ndef" })
    #expect(ndef["length"] as? Int == met.opinion.length)
    #expect((ndef["frames"] as? [Int])?.isEmpty == false)
  }
}
