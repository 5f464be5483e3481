import Foundation
import Testing

/// Every output of every capture in Traces/, searched for every secret that is in one: none is shown
/// unless it was asked for.
@Suite struct SecretOutputTests {
  @Test("No output shows a secret", arguments: Twin.names)
  func showsNone(name: String) throws {
    let scratch = Scratch()
    for form in ["pcap", "trace"] {
      let path = Twin.path("\(name).\(form)")
      let secrets = try OwnSecret.all + marked(in: path, scratch)
      for words in Self.outputs {
        try check(words + [path], secrets, scratch)
      }
    }
  }

  @Test("No difference shows a secret", arguments: Twin.names)
  func comparesWithoutShowing(name: String) throws {
    let scratch = Scratch()
    let path = Twin.path("\(name).trace")
    let secrets = try OwnSecret.all + marked(in: path, scratch)
    for other in Twin.names.filter({ $0 != name }).prefix(3) {
      for more in [[], ["--format", "json"], ["--format", "junit"], ["--memory"]] {
        try check(["diff"] + more + [path, Twin.path("\(other).trace")], secrets, scratch)
      }
    }
  }

  /// What carries a secret may be pasted alone.
  @Test("No frame that is decoded alone shows a secret", arguments: Twin.names)
  func decodesWithoutShowing(name: String) throws {
    let scratch = Scratch()
    let text = try Child.nfctrace(
      ["convert", "--to", "text", Twin.path("\(name).pcap"), "-"], in: scratch)
    for line in text.lines {
      guard let hex = line.split(separator: " ").last,
        OwnSecret.all.contains(where: { $0.bytes.count > 3 && hex.contains($0.hex) })
      else { continue }
      for more in [[], ["--format", "json"]] {
        try check(["decode"] + more + [String(hex)], OwnSecret.all, scratch)
      }
    }
  }

  /// What is written without loss says that it holds secrets, and not which.
  @Test(
    "Conversions say that they hold secrets", arguments: ["text", "jsonl", "proxmark", "pcapng"])
  func conversionsSaySo(format: String) throws {
    let scratch = Scratch()
    let run = try Child.nfctrace(
      ["convert", "--to", format, Twin.path("payment.trace"), "a"], in: scratch)
    #expect(run.error.contains("a holds a card number, track data, a name and a date, unmasked"))
    for secret in OwnSecret.all {
      for written in secret.forms { #expect(!run.error.contains(written)) }
    }
  }

  /// The test would fail if it looked for something that is nowhere.
  @Test func findsThemWhereTheyAreAskedFor() throws {
    let scratch = Scratch()
    var shown = ""
    for name in Twin.names {
      shown += try Child.nfctrace(
        ["analyze", "-x", "--show-secrets", Twin.path("\(name).pcap")], in: scratch
      ).text
    }
    for secret in OwnSecret.all { #expect(shown.contains(secret.hex), "\(secret.hex)") }
    let marked = try marked(in: Twin.path("payment.pcap"), scratch).map(\.hex)
    #expect(marked.contains("4761739001010010"))
    #expect(marked.contains("43415244484F4C4445522F54455354"))
  }

  private func check(_ words: [String], _ secrets: [OwnSecret], _ scratch: Scratch) throws {
    let run = try Child.nfctrace(words, in: scratch)
    let text = run.text + run.error
    for secret in secrets {
      for written in secret.forms where text.contains(written) {
        Issue.record("\(words.joined(separator: " ")) shows \(written)")
      }
    }
    for digits in Self.digits where text.contains(digits) {
      Issue.record("\(words.joined(separator: " ")) shows \(digits)")
    }
  }

  /// Besides what is written down here: the bytes of every field that is masked in a capture, which the
  /// same output shows when it is asked to.
  private func marked(in path: String, _ scratch: Scratch) throws -> [OwnSecret] {
    let words = ["analyze", "--format", "jsonl", "--detail", "frames,fields", path]
    let masked = try Child.nfctrace(words, in: scratch).lines
    let shown = try Child.nfctrace(words + ["--show-secrets"], in: scratch).lines
    var found: Set<String> = []
    #expect(masked.count == shown.count)
    for (one, other) in zip(masked, shown) where one != other {
      Self.compare(
        try JSONSerialization.jsonObject(with: Data(one.utf8)),
        try JSONSerialization.jsonObject(with: Data(other.utf8)), isField: false, into: &found)
    }
    // Three bytes stand somewhere by chance, in a time say.
    return found.filter { $0.count >= 8 }.sorted().map(OwnSecret.init)
  }

  private static func compare(
    _ masked: Any, _ shown: Any, isField: Bool, into found: inout Set<String>
  ) {
    if let masked = masked as? [Any], let shown = shown as? [Any] {
      for (one, other) in zip(masked, shown) {
        compare(one, other, isField: isField, into: &found)
      }
    }
    guard let masked = masked as? [String: Any], let shown = shown as? [String: Any] else { return }
    for (key, value) in shown {
      guard let other = masked[key] else { continue }
      if isField, key == "bytes", shown["children"] == nil, let hex = value as? String,
        let hidden = other as? String, hidden != hex
      {
        found.insert(hex)
      }
      compare(other, value, isField: isField || key == "fields", into: &found)
    }
  }

  private static let outputs: [[String]] = [
    ["analyze"], ["analyze", "--width", "80"], ["analyze", "--width", "120"],
    ["analyze", "--width", "80", "-x"], ["analyze", "-x", "--repeats"],
    ["analyze", "--detail", "fields"], ["analyze", "--detail", "fields", "--width", "80"],
    ["analyze", "--detail", "frames"], ["analyze", "--detail", "visits"],
    ["analyze", "--format", "jsonl"], ["analyze", "--format", "json"],
    ["analyze", "--format", "jsonl", "--detail", "fields"],
    ["analyze", "--format", "jsonl", "--detail", "frames"],
    ["analyze", "--format", "jsonl", "--detail", "frames,fields"],
    ["analyze", "--format", "lines"], ["analyze", "--format", "github"], ["info"],
    ["decode"], ["decode", "--format", "json"],
  ]

  /// What stands behind the six digits that are shown, and before the four.
  private static let digits = ["739001010010", "900101001", "73 90 01 01"]
}
