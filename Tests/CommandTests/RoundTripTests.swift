import Foundation
import Testing

/// A program is recorded with a card, the recording is played to it, and it is recorded again.
@Suite struct RoundTripTests {
  private let scratch = Scratch()

  @Test(
    "A recording of a libnfc program is its card", .enabled(if: Child.installed("nfc-list") != nil),
    arguments: [
      ("type4", "nfc-list -v"), ("payment", "nfc-list -v"), ("felica-lite-s", "nfc-list -v"),
      ("type4b", "nfc-list -v"), ("ntag213", "nfc-mfultralight r dump.mfd"),
      ("type4", "nfc-anticol"), ("desfire-ndef", "mifare-desfire-info"),
      ("felica-lite-s", "nfc-read-forum-tag3 -o message"),
    ])
  func libnfc(card: String, program: String) throws {
    let line = """
      nfctrace record -o first.trace --simulate \(card) -- \(program) >first.out &&
      nfctrace record -o second.trace --simulate first.trace -- \(program) >second.out &&
      nfctrace convert first.trace first.txt && nfctrace convert second.trace second.txt
      """
    let run = try Child.shell(line, environment: ["LIBNFC_LOG_LEVEL": "0"], in: scratch)
    #expect(run.code == 0, "\(run.error)")
    #expect(frames("first.txt").count > 20)
    #expect(frames("first.txt") == frames("second.txt"))
    #expect(scratch.read("first.out") == scratch.read("second.out"))
  }

  /// PC/SC, with cryptograms that a card draws anew each time.
  @Test(.enabled(if: PlaySmartCardTests.canRun)) func smartCard() throws {
    let transmit =
      "/usr/bin/python3 \(NFCPy.script("transmit.py")) "
      + "00A404000E325041592E5359532E444446303100 00A4040007A000000004101000 "
      + "80A800000D830B000000000000000005282200 00B2010C00 80AE8000230000000012500000000000000528"
      + "00000000000978260102005A17C3E82200001F030000"
    let line = """
      play="flock -w 120 \(PlaySmartCardTests.lock) nfctrace play --pcsc"
      $play payment -- nfctrace record -o first.trace -- \(transmit) >first.out &&
      $play first.trace -- nfctrace record -o second.trace -- \(transmit) >second.out &&
      nfctrace convert first.trace first.txt && nfctrace convert second.trace second.txt
      """
    let run = try Child.shell(line, in: scratch)
    #expect(run.code == 0, "\(run.error)")
    #expect(frames("first.txt").count >= 10)
    #expect(frames("first.txt") == frames("second.txt"))
    let output = String(decoding: scratch.read("first.out") ?? Data(), as: UTF8.self)
    #expect(output.contains("9F2608"), "\(output)")
    #expect(scratch.read("first.out") == scratch.read("second.out"))
  }

  /// The lines of a text trace, without their times.
  private func frames(_ name: String) -> [String] {
    String(decoding: scratch.read(name) ?? Data(), as: UTF8.self).split(separator: "\n").map {
      String($0.drop { !"<>*@".contains($0) })
    }
  }
}
