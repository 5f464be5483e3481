import Foundation
import Testing

/// `convert`: what comes out, and what other programs make of it.
@Suite struct ConvertTests {
  @Test("A pcap comes back from a trace byte for byte", arguments: names)
  func givesThePcapAgain(name: String) throws {
    let scratch = Scratch()
    for words in [
      ["convert", Twin.path("\(name).pcap"), "a.trace"], ["convert", "a.trace", "a.pcap"],
    ] {
      #expect(try Child.nfctrace(words, in: scratch).code == 0)
    }
    #expect(try scratch.read("a.pcap") == Twin.data("\(name).pcap"))
    #expect(scratch.names == ["a.pcap", "a.trace"])
  }

  /// The header of the file in the middle may say another snapshot length, the records may not.
  @Test("Through pipes a capture loses nothing", arguments: [("trace", 0), ("pcapng", 24)])
  func convertsStreams(format: String, header: Int) throws {
    let original = Twin.path("malformed.pcap")
    let run = try Child.shell(
      """
      cat \(original) | nfctrace convert --to \(format) - - | nfctrace convert --to pcap - - \
        | cmp -i \(header) - \(original)
      """, in: Scratch())
    #expect(run.code == 0)
    #expect(run.error.isEmpty)
  }

  @Test(
    "tshark reads what is written", .enabled(if: Child.installed("tshark") != nil),
    arguments: ["pcap", "pcapng"])
  func tsharkReads(format: String) throws {
    let scratch = Scratch()
    let original = Twin.path("type4-chain.pcap")
    let written = "a.\(format)"
    #expect(try Child.nfctrace(["convert", original, written], in: scratch).code == 0)
    let fields = "-T fields -e frame.time_epoch -e iso14443.event -e frame.len"
    let run = try Child.shell(
      "cmp <(tshark -r \(original) \(fields)) <(tshark -r \(written) \(fields))", in: scratch)
    #expect(run.code == 0)
  }

  @Test("capinfos reads what is written", .enabled(if: Child.installed("capinfos") != nil))
  func capinfosReads() throws {
    let scratch = Scratch()
    let words = ["convert", Twin.path("type4-chain.pcap"), "a.pcapng"]
    #expect(try Child.nfctrace(words, in: scratch).code == 0)
    let run = try Child.shell("capinfos -E -c a.pcapng", in: scratch)
    #expect(run.text.contains("ISO 14443"))
    #expect(run.text.contains("Number of packets:   48"))
  }

  @Test func saysThatSecretsAreWritten() throws {
    let scratch = Scratch()
    let secret = try Child.nfctrace(
      ["convert", Twin.path("payment.pcap"), "a.pcapng"], in: scratch)
    #expect(secret.error.contains("a.pcapng holds a card number"))
    #expect(secret.error.contains("unmasked\n"))
    let plain = try Child.nfctrace(["convert", Twin.path("type-b.pcap"), "b.pcapng"], in: scratch)
    #expect(plain.error.isEmpty)
  }

  @Test func replacesAFileOnlyWhenTold() throws {
    let scratch = Scratch()
    try scratch.write(Data("precious".utf8), to: "a.pcapng")
    let words = ["convert", Twin.path("type-b.pcap"), "a.pcapng"]
    let refused = try Child.nfctrace(words, in: scratch)
    #expect(refused.code == 2)
    #expect(refused.error == "nfctrace: a.pcapng: exists already; --force replaces it\n")
    #expect(scratch.read("a.pcapng") == Data("precious".utf8))
    #expect(try Child.nfctrace(words + ["--force"], in: scratch).code == 0)
    #expect(scratch.names == ["a.pcapng"])
  }

  @Test func leavesNothingOfAFileThatIsNotWhole() throws {
    let scratch = Scratch()
    let run = try Child.nfctrace(
      ["convert", "--to", "pcapng", Twin.path("payment.pcap"), "/dev/full"], in: scratch)
    #expect(run.code == 2)
    #expect(run.error == "nfctrace: /dev/full: No space left on device\n")
    #expect(scratch.names.isEmpty)
  }

  /// A Proxmark3 knows frames on air alone: those that follow from what an ACR122 was told are written.
  @Test func writesDerivedFramesForAProxmark() throws {
    let scratch = Scratch()
    let run = try Child.nfctrace(
      ["convert", "--to", "proxmark", Twin.path("acr122.pcap"), "a.trace"], in: scratch)
    #expect(run.code == 0, "\(run.error)")
    #expect(run.error.contains("frames are derived"))
    let frames = try Child.nfctrace(
      ["convert", "--to", "text", "a.trace", "-"], in: scratch)
    // WUPA or REQA opens it, and the SELECT of the payment directory is in an I-block with its CRC.
    #expect(frames.text.contains("> 26\n") || frames.text.contains("> 52\n"))
    #expect(frames.text.contains("00A404000E325041592E5359532E4444463031"))
    let info = try Child.nfctrace(["info", "a.trace"], in: scratch)
    #expect(info.text.contains("Proxmark3"))
  }

  @Test func writesNoEmptyFile() throws {
    let scratch = Scratch()
    try scratch.write(Data("C-APDU: 00A4040000\nR-APDU: 9000\n".utf8), to: "apdus.log")
    let run = try Child.nfctrace(
      ["convert", "--to", "proxmark", "apdus.log", "a.trace"], in: scratch)
    #expect(run.code == 2)
    #expect(run.error.contains("a.trace: nothing to write: proxmark leaves out 2 frames"))
    #expect(scratch.names == ["apdus.log"])
  }

  private static let names = [
    "desfire", "malformed", "payment", "payment-refused", "type-b", "type2-then-payment",
    "type4-chain",
  ]
}
