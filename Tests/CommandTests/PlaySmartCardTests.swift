import Foundation
import Glibc
import Testing

/// Cards in a virtual PC/SC reader, before clients that are not ours. There is one pcscd a machine,
/// so that these runs take turns.
@Suite(.serialized) struct PlaySmartCardTests {
  private let scratch = Scratch()

  /// The ATR of a Type 4 tag without historical bytes, GET UID, and the NDEF application. The message
  /// is 1B = 27 bytes long: D1 01 17 55 04 and "nfctrace.example/type4".
  @Test(.enabled(if: Self.canRun)) func pyscardReadsATypeFourTag() throws {
    let run = try play(
      "type4",
      ["FFCA000000", "00A4040007D276000085010100", "00A4000C02E104", "00B0000007", "00CA000000"])
    #expect(
      run.lines == [
        "nfctrace 00 00", "3B80800101", "041122334455669000", "9000", "9000",
        "001BD1011755049000", "6D00",
      ], "\(run.error)")
  }

  /// The ATR that PC/SC Part 3 gives a MIFARE Ultralight, and its pseudo-APDUs.
  @Test(.enabled(if: Self.canRun)) func pyscardReadsAndWritesATag() throws {
    let run = try play(
      "ntag213",
      ["FFCA000000", "FFB0000304", "FFD6000504DEADBEEF", "FFB0000504", "FFD6000104DEADBEEF"])
    #expect(
      run.lines == [
        "nfctrace 00 00", "3B8F8001804F0CA0000003060300030000000068", "04A1B2C3D4E5F69000",
        "E11012009000", "9000", "DEADBEEF9000", "6581",
      ], "\(run.error)")
  }

  /// What a client got from the card it gets from the recording, cryptograms included.
  @Test(
    "A byte that is no APDU gets its answer, though the driver's own messages look like that",
    .enabled(if: Self.canRun))
  func answersOneByte() throws {
    let run = try play("type4", ["FFCA000000", "00", "02", "A4", "FFCA000000"])
    let uid = "041122334455669000"
    #expect(run.lines.dropFirst(2) == [uid, "6700", "6700", "6700", uid], "\(run.error)")
  }

  @Test(.enabled(if: Self.canRun)) func paymentRoundTrip() throws {
    let purchase = [
      "00A404000E325041592E5359532E444446303100", "00A4040007A000000004101000",
      "80A800000D830B000000000000000005282200", "00B2010C00", "00B2011400",
      "80AE800023000000001250000000000000052800000000000978260102005A17C3E82200001F030000",
    ]
    let first = try play("payment", purchase, log: "first.txt")
    let again = try play("first.txt", purchase, log: "second.txt")
    #expect(first.code == 0, "\(first.error)")
    #expect(first.lines.count == 8)
    #expect(first.lines.last?.hasPrefix("77299F2701809F3602002A9F2608") == true, "\(first.lines)")
    #expect(first.lines.dropFirst(2) == again.lines.dropFirst(2), "\(again.error)")
    #expect(scratch.read("first.txt") == scratch.read("second.txt"))
  }

  @Test(.enabled(if: Self.canRun)) func refusesToStartBesideAnother() throws {
    let line = """
      nfctrace play type4 --pcsc -- sh -c 'nfctrace play type4 --pcsc -- true; echo $?'
      """
    let run = try Child.shell("flock -w 120 \(Self.lock) \(line)", in: scratch)
    #expect(run.lines == ["125"], "\(run.text)")
    #expect(run.error.contains("pcscd is running already"), "\(run.error)")
  }

  private func play(
    _ card: String, _ commands: [String], log: String = "log.txt"
  ) throws -> Child.Finished {
    let script = NFCPy.script("transmit.py")
    return try Child.run(
      "/usr/bin/flock",
      ["-w", "120", Self.lock, Child.binary.path, "play", card, "--pcsc", "--log", log, "--"]
        + ["/usr/bin/python3", script] + commands,
      in: scratch)
  }

  /// Who needs the machine's pcscd for a test holds this.
  static let lock = "/tmp/nfctrace-pcscd.lock"

  static let canRun: Bool = {
    let files = FileManager.default
    return getuid() == 0 && files.isExecutableFile(atPath: "/usr/sbin/pcscd")
      && files.fileExists(atPath: "/usr/lib/pcsc/drivers/serial/libifdvpcd.so")
      && files.fileExists(atPath: "/usr/lib/python3/dist-packages/smartcard")
      && !files.fileExists(atPath: "/run/systemd/system")
  }()
}
