import Bytes
import Foundation
import Testing

@testable import TraceFormat

/// A redacted trace, unpacked block by block, index and description included: every value that was
/// replaced is looked for in every form.
@Suite struct UnpackedRedactionTests {
  @Test("Nothing of the original is in any block", arguments: Twin.names)
  func leavesNothing(name: String) throws {
    let scratch = Scratch()
    for ids in [[], ["--ids"]] {
      let run = try Child.nfctrace(
        ["redact", "--force"] + ids + [Twin.path("\(name).trace"), "a.trace"], in: scratch)
      #expect(run.code == 0)
      let file = try unpacked(scratch.folder.appendingPathComponent("a.trace").path)
      for secret in Self.secrets + (ids.isEmpty ? [] : Self.identifiers) {
        for (form, text) in Self.forms(of: secret) where Self.stands(text, in: file) {
          Issue.record("\(secret) \(form) is in \(name) \(ids)")
        }
      }
    }
  }

  /// The search would find them: they are in the original.
  @Test func findsThemInTheOriginal() throws {
    let file = try unpacked(Twin.path("payment.trace"))
    for secret in ["4761739001010010", "04E1C2"] + Self.secrets.suffix(2) {
      #expect(Self.stands(secret, in: file), "\(secret)")
    }
  }

  @Test func commentsGo() throws {
    let scratch = Scratch()
    let lines = try Child.nfctrace(
      ["convert", "--to", "jsonl", Twin.path("payment.trace"), "-"], in: scratch
    ).text
    let comment = "paid with 4761 7390 0101 0010 of Cardholder Test"
    let line = """
      {"type":"frame","frame":26,"time":1.0,"event":"comment","link":"iso14443",\
      "bytes":"\(Self.hex(comment))"}

      """
    try scratch.write(Data((lines + line).utf8), to: "a.jsonl")
    #expect(try Child.nfctrace(["redact", "a.jsonl", "a.trace"], in: scratch).code == 0)
    let told = try Child.nfctrace(["convert", "--to", "text", "a.trace", "-"], in: scratch).text
    #expect(told.contains("paid with 4761 7300 0000 0011 of XXXXXXXXXX XXXX"))
    let file = try unpacked(scratch.folder.appendingPathComponent("a.trace").path)
    #expect(!Self.stands(Self.hex("4761 7390"), in: file))
  }

  /// Number, what stands behind it in its track, name, password: those of Traces/.
  private static let secrets = [
    "4761739001010010", "29122011143804", "1B11223344", "291231", "43415244484F4C444552",
  ]

  /// UID of payment and of the tag: their parts as anticollision has them, with the check bytes.
  private static let identifiers = ["04E1C2A3B4D596", "8804E1C2AF", "A3B4D59654"]

  /// As it is, from its last byte on, in hex, its digits from any half byte on and in ASCII, both ways.
  private static func forms(of secret: String) -> [(String, String)] {
    let digits = secret.allSatisfy(\.isNumber) && secret.count >= 8 ? secret : nil
    let bytes = stride(from: 0, to: secret.count, by: 2).map { start in
      String(secret.dropFirst(start).prefix(2))
    }
    var forms = [
      ("as it is", secret), ("from its last byte on", bytes.reversed().joined()),
      ("in hex", hex(secret)), ("in small hex", hex(secret.lowercased())),
    ]
    if let digits {
      forms += [
        ("digits reversed", String(digits.reversed())),
        ("digits in ASCII, reversed", hex(String(digits.reversed()))),
      ]
    }
    return forms
  }

  private static func hex(_ text: String) -> String {
    text.utf8.map { String(format: "%02X", $0) }.joined()
  }

  /// Whether hex stands anywhere: long runs of digits from any half byte on, others on whole bytes.
  private static func stands(_ hex: String, in file: String) -> Bool {
    var start = file.startIndex
    while let range = file[start...].range(of: hex) {
      let place = file.distance(from: file.startIndex, to: range.lowerBound)
      if place % 2 == 0 || hex.count >= 16 { return true }
      start = file.index(after: range.lowerBound)
    }
    return false
  }

  /// All blocks of a trace, expanded, in hex.
  private func unpacked(_ path: String) throws -> String {
    var scanner = BlockScanner(try InputFile(path: path))
    let decompressor = try Decompressor()
    var raw = ByteBuffer(capacity: 1 << 16)
    var all: [UInt8] = []
    while true {
      switch try scanner.next() {
      case .block(let block):
        guard try scanner.load(block) == .good,
          scanner.expand(block, with: decompressor, into: &raw)
        else { throw TraceError("a block of \(path) cannot be read") }
        all += [UInt8](copying: raw.span)
      case .end: return all.map { String(format: "%02X", $0) }.joined()
      case .newer, .rubbish, .cutHeader: throw TraceError("\(path) is no whole trace")
      }
    }
  }
}
