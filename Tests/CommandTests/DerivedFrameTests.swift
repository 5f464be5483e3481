import Foundation
import Testing

/// What follows from a program's calls, against what another program sent itself.
@Suite(
  .enabled(
    if: Child.installed("nfc-list") != nil && Child.installed("nfc-anticol") != nil,
    "nfc-list or nfc-anticol is not installed"))
struct DerivedFrameTests {
  @Test("What follows from nfc-list's select is what nfc-anticol exchanged with the same card")
  func equalsAnticollision() throws {
    let followed = try activation(by: "nfc-list")
    let exchanged = try activation(by: "nfc-anticol")
    #expect(followed == exchanged)
    // REQA, two levels of anticollision and SELECT, RATS, and their answers.
    #expect(exchanged.count == 12)
    #expect(exchanged.contains("937088041122BFB3F9"))
  }

  /// The frames on air from the first poll to the ATS, of a program that meets a card.
  private func activation(by program: String) throws -> [String] {
    let scratch = Scratch()
    let recorded = try Child.nfctrace(
      ["record", "--simulate", "type4", "-o", "met.trace", "--", program], in: scratch)
    #expect(recorded.code == 0)
    let told = try Child.nfctrace(
      ["analyze", "--detail", "frames", "--format", "jsonl", "met.trace"], in: scratch)
    let frames = try told.text.split(separator: "\n").compactMap { line in
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    }
    let derived = frames.filter { $0["derived"] != nil && $0["bytes"] != nil }
    return derived.prefix {
      $0["name"] as? String != "HLTA" && $0["name"] as? String != "S(DESELECT)"
    }
    .compactMap { $0["bytes"] as? String }
  }
}
