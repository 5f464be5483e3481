import Foundation
import Testing

/// nfcpy's own classes for FeliCa Lite-S read, write, format and dump the simulated card, and what is
/// told of that must be what they found.
@Suite(.enabled(if: NFCPy.isThere, "needs nfcpy")) struct FelicaMemoryTests {
  let tags = TagMemoryTests()

  /// nfcpy writes WriteF 0F, the message, and WriteF 00: an update as it should be.
  @Test(
    "What nfcpy writes is what is told",
    arguments: [
      "D101085402656E48656C6C6F",
      // A text that fills blocks 1 to 12 and ends in the last: C1 01, a length of four bytes, T.
      "C101000000C05402656E" + String(repeating: "41", count: 0xC0 - 3),
    ])
  func writes(message: String) throws {
    let met = try tags.meet("felica-lite-s", "212F", writing: message)
    #expect(met.opinion.octets == message)
    try tags.check(met)
    let findings = met.objects.filter { $0["type"] as? String == "finding" }
    #expect(
      findings.allSatisfy { ["slow-answer", "ndef-wasteful"].contains($0["id"] as? String ?? "") },
      "\(findings)")
  }

  /// nfcpy counts the blocks behind the attribute block; 13 of them make 208 bytes.
  @Test func capacityIsTheSame() throws {
    let met = try tags.meet("felica-lite-s", "212F")
    let memory = try #require(met.objects.first { $0["type"] as? String == "memory" })
    #expect(memory["kind"] as? String == "type-3")
    #expect(memory["capacity"] as? Int == met.opinion.capacity)
    #expect(met.opinion.capacity == 208)
  }

  /// `  3: 00 00 …  |…|` and `136: ff ff … (MEMORY_CONFIG)`, with `??` for what was refused.
  @Test func aDumpIsTheMemory() throws {
    let met = try tags.meet("felica-lite-s", "212F", writing: "dump")
    let memory = try #require(met.objects.first { $0["type"] as? String == "memory" })
    let bytes = Array(try #require(memory["bytes"] as? String))
    var compared = 0
    for line in met.opinion.rest {
      let words = line.split(separator: " ")
      guard let first = words.first, first.hasSuffix(":"), let number = Int(first.dropLast()),
        words.count > 16
      else { continue }
      let hex = words[1...16].joined().uppercased()
      // Challenge, MAC, key and MAC_A are no memory.
      guard !hex.contains("?"), ![0x80, 0x81, 0x87, 0x91].contains(number) else { continue }
      let start = 32 * number
      try #require(start + 32 <= bytes.count, "block \(number)")
      #expect(String(bytes[start..<start + 32]) == hex, "block \(number)")
      compared += 1
    }
    #expect(compared >= 8, "\(met.opinion.rest)")
  }

  /// Formatting sets the length to 0 and leaves the old message where it lay.
  @Test func aFormattedCardIsEmpty() throws {
    let met = try tags.meet("felica-lite-s", "212F", writing: "format")
    #expect(met.opinion.length == 0)
    let end = try #require(met.objects.last { $0["type"] as? String == "visit-end" })
    let outcome = end["outcome"] as? String ?? ""
    #expect(outcome.hasPrefix("FeliCa Lite-S, 208 bytes, writable"), "\(outcome)")
    #expect(outcome.contains("no NDEF message"), "\(outcome)")
    let note = met.objects.first { $0["id"] as? String == "ndef-empty" }
    let words = note?["message"] as? String ?? ""
    #expect(words.hasSuffix("URI https://nfctrace.example/felica-lite-s"), "\(met.objects)")
  }
}
