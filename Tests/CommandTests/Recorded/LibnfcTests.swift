import Foundation
import Glibc
import Testing
import TraceFormat

/// Programs that people use, on a simulated reader: what is recorded is what the reader was asked
/// and answered by its own account, byte for byte, in order.
@Suite struct LibnfcTests {
  private let scratch = Scratch()

  /// A program, the card it is run against, how it ends, and something that it prints.
  struct Case: Sendable, CustomTestStringConvertible {
    let card: String
    let line: String
    let prints: String
    var code: Int32 = 0

    var testDescription: String { "\(line) on \(card)" }
    var program: String {
      line.split(separator: " ").map(String.init).first { !Self.runners.contains($0) } ?? line
    }
    private static let runners = ["timeout", "1.5"]
  }

  private static let cases = [
    Case(card: "ntag213", line: "nfc-list -v", prints: "MIFARE Ultralight"),
    Case(card: "type4", line: "nfc-list -v", prints: "ISO/IEC 14443-4"),
    Case(card: "felica-lite-s", line: "nfc-list -v", prints: "Felica (212 kbps)"),
    Case(card: "type4b", line: "nfc-list -v", prints: "1 ISO14443B passive"),
    Case(card: "payment", line: "nfc-list", prints: "ISO14443A"),
    Case(card: "ntag215", line: "nfc-mfultralight r dump", prints: "135 of 135 pages read"),
    Case(card: "type4", line: "nfc-anticol", prints: "Found tag with"),
    Case(card: "ntag213", line: "nfc-anticol -t", prints: "cycles"),
    Case(card: "felica-lite-s", line: "nfc-read-forum-tag3 -o ndef", prints: "ndef"),
    Case(card: "ntag213", line: "nfc-emulate-forum-tag4", prints: "Out: 90  00", code: 1),
    Case(card: "ntag213", line: "mifare-ultralight-info", prints: "UID"),
    Case(card: "desfire-ndef", line: "mifare-desfire-info", prints: "Software Information"),
    Case(card: "type4", line: "timeout 1.5 nfc-poll", prints: "a.trace: ", code: 124),
  ]

  @Test("What is recorded is what the reader saw", arguments: cases)
  func isWhatTheReaderSaw(case: Case) throws {
    guard Child.installed(`case`.program) != nil else {
      print("skipped: \(`case`.program) is not installed")
      return
    }
    let run = try Child.shell(
      "nfctrace play \(`case`.card) --log log -- nfctrace record -o a.trace -- \(`case`.line)",
      environment: ["LIBNFC_LOG_LEVEL": "0"], in: scratch)
    #expect(run.code == `case`.code)
    #expect((run.text + run.error).contains(`case`.prints), "\(run.text)\(run.error)")
    var seen = try log()
    var lines = try Recorded("a.trace", in: scratch).lines
    // Who is ended in the middle of a command has not had its answer, or it never went out.
    if `case`.code == 124 {
      if lines.count == seen.count + 1 { lines.removeLast() }
      if seen.count == lines.count + 1 { seen.removeLast() }
    }
    #expect(lines.count > 10)
    #expect(lines == seen)
  }

  @Test(
    "A program that opens libnfc itself is seen as well",
    .enabled(if: Child.installed("python3") != nil && Child.installed("nfc-list") != nil))
  func seesThroughDlopen() throws {
    let script = """
      import ctypes
      nfc = ctypes.CDLL('libnfc.so.6')
      context = ctypes.c_void_p()
      nfc.nfc_init(ctypes.byref(context))
      nfc.nfc_open.restype = ctypes.c_void_p
      device = ctypes.c_void_p(nfc.nfc_open(context, None))
      class Modulation(ctypes.Structure):
          _fields_ = [('type', ctypes.c_int), ('rate', ctypes.c_int)]
      nfc.nfc_initiator_init(device)
      target = ctypes.create_string_buffer(291)
      zero = ctypes.c_size_t(0)
      nfc.nfc_initiator_select_passive_target(device, Modulation(1, 1), None, zero, target)
      rx = ctypes.create_string_buffer(264)
      size = ctypes.c_size_t
      print(nfc.nfc_initiator_transceive_bytes(device, b'\\x30\\x04', size(2), rx, size(264), 500))
      nfc.nfc_close(device)
      """
    try scratch.write(Data(script.utf8), to: "a.py")
    let run = try Child.shell(
      "nfctrace play ntag213 --log log -- nfctrace record -o a.trace -- python3 a.py", in: scratch)
    #expect(run.text == "16\n")
    #expect(try Recorded("a.trace", in: scratch).lines == log())
  }

  @Test(
    "A card that crashes libnfc leaves a good trace",
    .enabled(if: Child.installed("nfc-list") != nil),
    arguments: [
      ("hostile-ats", "nfc-list", 139), ("hostile-status", "nfc-mfultralight r dump", 134),
    ] as [(String, String, Int32)])
  func survivesHostileCards(fault: String, program: String, code: Int32) throws {
    let card = fault == "hostile-ats" ? "type4" : "ntag213"
    let run = try Child.shell(
      "nfctrace play \(card) --fault \(fault) --log log -- nfctrace record -o a.trace -- \(program)",
      in: scratch)
    #expect(run.code == code)
    #expect(run.error.contains("was ended by SIG\(code == 139 ? "SEGV" : "ABRT")"))
    // What libnfc aborts over inside the call that brings it was not handed on.
    let seen = try log()
    let isInside = fault == "hostile-status"
    #expect(try Recorded("a.trace", in: scratch).lines == Array(seen.dropLast(isInside ? 1 : 0)))
  }

  @Test(
    "A reader that goes away or falls silent is recorded to the end",
    .enabled(if: Child.installed("nfc-mfultralight") != nil),
    arguments: ["unplug:40:3", "unplug-after-ack:40:3", "mute:40:3", "no-ack:40:3"])
  func survivesTheReader(fault: String) throws {
    let run = try Child.shell(
      "nfctrace play ntag213 --fault \(fault) --log log -- nfctrace record -o a.trace -- "
        + "timeout 20 nfc-mfultralight r dump", in: scratch)
    #expect(run.error.contains("a.trace: "))
    let trace = try Recorded("a.trace", in: scratch)
    let seen = try log()
    // Commands to a reader that is gone reach nobody; those before are the same.
    #expect(seen.count > 30 && Array(trace.lines.prefix(seen.count)) == seen)
    let isGone = fault.hasPrefix("unplug")
    let words = trace.comments.joined()
    #expect(words.contains("the reader does not answer any more") == isGone)
  }

  @Test(
    "A relay with two readers is two sources",
    .enabled(if: mayRelay, "needs unshare -m and nfc-relay-picc"))
  func recordsARelay() throws {
    // libnfc takes one reader from its environment; two come from its own file.
    let line = """
      nfctrace play type4 --log one >a & nfctrace play ntag213 --log two >b &
      while ! [ -s a ] || ! [ -s b ]; do sleep 0.05; done
      printf 'device.name = "A"\\ndevice.connstring = "%s"\\n' "$(cat a)" >conf
      printf 'device.name = "B"\\ndevice.connstring = "%s"\\n' "$(cat b)" >>conf
      mkdir -p etc; cp conf etc/libnfc.conf
      unshare -m bash -c 'mount --bind etc /etc/nfc && exec nfctrace record -o a.trace -- \
        timeout -s INT -k 1 4 nfc-relay-picc'
      kill %1 %2; wait; printf '\n%s %s\n' "$(cat a)" "$(cat b)"
      """
    let run = try Child.shell(line, in: scratch)
    let names = run.lines.last?.split(separator: " ").map(String.init) ?? []
    let trace = try Recorded("a.trace", in: scratch)
    #expect(Set(trace.description.sources.map(\.name)) == Set(names))
    for (name, file) in zip(names, ["one", "two"]) {
      let source = trace.description.sources.firstIndex { $0.name == name }
      let lines = trace.lines { Int($0.source) == source }
      // The program may be killed in the middle of its last exchange.
      let seen = try log(file).dropLast(2)
      #expect(seen.count > 20 && lines.starts(with: seen))
    }
  }

  private static let mayRelay: Bool = {
    guard Child.installed("nfc-relay-picc") != nil,
      FileManager.default.fileExists(atPath: "/etc/nfc")
    else { return false }
    let line = "mkdir etc && unshare -m mount --bind etc /etc/nfc"
    return (try? Child.shell(line, in: Scratch()))?.code == 0
  }()

  /// What the reader says that it was asked and answered.
  private func log(_ name: String = "log") throws -> [String] {
    Recorded.log(try #require(scratch.read(name)))
  }
}
