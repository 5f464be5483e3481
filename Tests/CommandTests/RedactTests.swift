import Foundation
import Testing

/// `redact`: what it replaces, what it says, and that nothing of the original is left.
@Suite struct RedactTests {
  @Test func saysWhatItReplaced() throws {
    let scratch = Scratch()
    let run = try Child.nfctrace(["redact", Twin.path("payment.trace"), "a.trace"], in: scratch)
    #expect(run.code == 0, "\(run.error)")
    // The number in track 2 (frame 20) and in 5A (frame 22); expiry and name in frame 22.
    #expect(
      run.text == """
        a.trace: 25 frames, 2 changed
          replaced         values  places
          card numbers          1       1
          track data            1       1
          names                 1       1
          dates                 1       1

        """)
    let fields = try Child.nfctrace(
      ["analyze", "--show-secrets", "-x", "a.trace"], in: scratch
    ).text
    #expect(fields.contains("5A084761730000000011"))
    #expect(fields.contains("57134761730000000011D49122010000000000000F"))
  }

  @Test(
    "Nothing of it is left, whatever is written, and the story is the same",
    arguments: Twin.names, ["trace", "pcapng", "jsonl"])
  func leavesNothing(name: String, format: String) throws {
    let scratch = Scratch()
    let original = Twin.path("\(name).trace")
    #expect(
      try Child.nfctrace(["redact", "--to", format, original, "a"], in: scratch).code == 0)
    for form in ["text", "jsonl"] {
      #expect(try Child.nfctrace(["convert", "--to", form, "a", form], in: scratch).code == 0)
      let text = String(decoding: try #require(scratch.read(form)), as: UTF8.self)
      for secret in OwnSecret.all {
        for written in secret.forms {
          #expect(!text.contains(written), "\(secret.hex) in \(form) of \(format)")
        }
      }
    }
    // The file itself, index and description included, as far as it is not compressed.
    let raw = try #require(scratch.read("a"))
    for secret in OwnSecret.all where secret.bytes.count > 3 {
      #expect(raw.range(of: secret.bytes) == nil)
    }
    let stories = try [original, "a"].map { path in
      try Child.nfctrace(["analyze", "--format", "jsonl", path], in: scratch).lines
        .filter { !$0.contains(#""type":"trace""#) && !$0.contains(#""type":"summary""#) }
        .map(Self.withoutBytes)
    }
    #expect(stories[0] == stories[1])
  }

  /// Bytes and what they say differ; everything else does not.
  private static func withoutBytes(_ line: String) -> String {
    line.replacing(#/"(command|response|message)":"[^"]*"/#, with: "")
  }

  @Test func identifiersGoWhenAsked() throws {
    let scratch = Scratch()
    let run = try Child.nfctrace(
      ["redact", "--ids", Twin.path("payment.pcap"), "a.pcap"], in: scratch)
    #expect(run.code == 0)
    #expect(run.text.contains("identifiers"))
    let raw = try #require(scratch.read("a.pcap"))
    for part in ["04E1C2A3B4D596", "8804E1C2", "A3B4D596"] {
      #expect(raw.range(of: OwnSecret(part).bytes) == nil, "\(part)")
    }
    let told = try Child.nfctrace(["analyze", "a.pcap"], in: scratch)
    #expect(told.text.contains("UID 04000000000001"))
    #expect(told.text.contains("no bad CRC"))
  }

  @Test func readsAndWritesStreams() throws {
    let scratch = Scratch()
    let run = try Child.shell(
      "cat \(Twin.path("payment.pcap")) | nfctrace redact --to pcap - - > a.pcap", in: scratch)
    #expect(run.code == 0)
    #expect(run.error.contains("standard output: 25 frames, 2 changed"))
    let file = try Child.nfctrace(["redact", Twin.path("payment.pcap"), "b.pcap"], in: scratch)
    #expect(file.code == 0)
    #expect(scratch.read("a.pcap") == scratch.read("b.pcap"))
  }

  @Test func aCaptureWithoutSecretsStaysAsItIs() throws {
    let scratch = Scratch()
    let run = try Child.nfctrace(["redact", Twin.path("type-b.pcap"), "a.pcap"], in: scratch)
    #expect(run.text.contains("0 changed\n  nothing that is marked secret was found\n"))
    #expect(try scratch.read("a.pcap") == Twin.data("type-b.pcap"))
  }

  @Test func refusesAnExistingFile() throws {
    let scratch = Scratch()
    try scratch.write(Data("precious".utf8), to: "a.trace")
    let run = try Child.nfctrace(["redact", Twin.path("payment.pcap"), "a.trace"], in: scratch)
    #expect(run.code == 2)
    #expect(run.error == "nfctrace: a.trace: exists already; --force replaces it\n")
    #expect(scratch.read("a.trace") == Data("precious".utf8))
  }
}

/// A secret in the captures of Traces/, as `Tests/Twins/make_twins.py` writes it down.
struct OwnSecret: CustomTestStringConvertible {
  let hex: String
  let bytes: Data
  var testDescription: String { hex }

  init(_ hex: String) {
    self.hex = hex
    let digits = Array(hex)
    bytes = Data(
      stride(from: 0, to: digits.count, by: 2).compactMap {
        UInt8(String(digits[$0...$0 + 1]), radix: 16)
      })
  }

  /// Number, track behind it, expiry, name, password and its answer.
  static let all = [
    "4761739001010010", "D29122011143804400000F", "5F2403291231", "43415244484F4C444552",
    "1B11223344", "5566",
  ].map(OwnSecret.init)

  /// The forms in which a text may show it: hex, spaced hex, the digits or letters themselves.
  var forms: [String] {
    guard bytes.count > 3 else { return [] }
    let spaced = bytes.map { String(format: "%02X", $0) }.joined(separator: " ")
    var forms = [hex, hex.lowercased(), spaced]
    if let text = String(data: bytes, encoding: .ascii), text.allSatisfy({ $0.isLetter }) {
      forms.append(text)
    }
    return forms
  }
}
