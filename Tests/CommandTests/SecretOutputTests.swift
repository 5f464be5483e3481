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
      for words in Self.outputs {
        let run = try Child.nfctrace(words + [path], in: scratch)
        let text = run.text + run.error
        for secret in OwnSecret.all {
          for written in secret.forms {
            #expect(!text.contains(written), "\(words.joined(separator: " ")) shows \(written)")
          }
        }
        #expect(Self.digits.allSatisfy { !text.contains($0) }, "\(words)")
      }
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
