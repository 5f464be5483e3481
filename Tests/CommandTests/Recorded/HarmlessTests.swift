import Foundation
import Glibc
import Testing
import TraceFormat

/// Programs that have nothing to do with readers, and those whose readers are not seen.
@Suite struct HarmlessTests {
  private let scratch = Scratch()

  @Test(
    "A program without NFC does what it does, and the recording says why it is empty",
    arguments: [
      "ls /", "env LD_BIND_NOW=1 ls /", "bash -c 'echo $((1 + 2)); exit 3'", "cat /proc/self/comm",
      "python3 -c 'import ctypes, os; print(ctypes.CDLL(None).getpid() > 0); os._exit(5)'",
      "sh -c 'ls / | wc -l'", "perl -e 'print 6 * 7'", "sh -c 'echo oops >&2'",
    ])
  func isHarmless(line: String) throws {
    let alone = try Child.shell(line, in: scratch)
    let run = try Child.shell("nfctrace record -- \(line)", in: scratch)
    #expect(run.output == alone.output)
    #expect(run.code == alone.code)
    let last = "nfctrace: nothing was recorded: "
    #expect(run.error.hasPrefix(alone.error))
    #expect(run.error.dropFirst(alone.error.count).hasPrefix(last), "\(run.error)")
    #expect(run.error.split(separator: "\n").count == alone.error.split(separator: "\n").count + 1)
    #expect(scratch.names.isEmpty)
  }

  @Test(.enabled(if: StandIn.staticProgram != nil, "needs a static C library"))
  func namesAStaticProgram() throws {
    let path = try #require(StandIn.staticProgram)
    let run = try Child.nfctrace(["record", "--", path], in: scratch)
    #expect(run.code == 3)
    #expect(run.error.contains("static is a static program, which no library can be loaded into"))
  }

  @Test(.enabled(if: StandIn.program != nil, "needs a C compiler"))
  func namesTheDeviceThatWasOpenedPastTheLibraries() throws {
    let program = try #require(StandIn.program)
    let run = try Child.nfctrace(
      ["record", "--", program, "device", "/dev/ttyUSB99"], in: scratch)
    #expect(run.text == "device 0\n")
    #expect(run.error.contains("could not open /dev/ttyUSB99: No such file or directory"))
    let none = try Child.nfctrace(["record", "--", program, "open", "nothing"], in: scratch)
    #expect(none.error.contains("asked libnfc for a reader, and libnfc found none"))
  }

  @Test(.enabled(if: StandIn.program != nil, "needs a C compiler"))
  func findsItsWayAroundClosedFilesAndOddFolders() throws {
    let program = try #require(StandIn.program)
    // A parent that closes every file, as Python's subprocess does, keeps the ring from its child.
    let closing =
      "import subprocess; subprocess.run(['\(program)', 'open', 'a', 'exchange', '1'])"
    let folder = scratch.folder.path + "/with space: and colon"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for name in ["nfctrace", "libnfctrace-preload.so"] {
      let built = Child.binary.deletingLastPathComponent().appendingPathComponent(name)
      try FileManager.default.copyItem(atPath: built.path, toPath: "\(folder)/\(name)")
    }
    let run = try Child.run(
      "\(folder)/nfctrace", ["record", "-o", "a.trace", "--", "python3", "-c", closing],
      in: scratch)
    #expect(run.code == 0, "\(run.error)")
    #expect(
      try Recorded("a.trace", in: scratch).lines == Recorded.opening + Recorded.exchanges(0..<1))
  }

  @Test(.enabled(if: StandIn.program != nil, "needs a C compiler"))
  func recordsProgramsThatOpenTheLibraryThemselves() throws {
    let folder = try #require(StandIn.program).replacing(/program$/, with: "")
    let script = """
      import ctypes
      nfc = ctypes.CDLL('\(folder)libnfc.so.6')
      nfc.nfc_open.restype = ctypes.c_void_p
      device = ctypes.c_void_p(nfc.nfc_open(None, b'ctypes:0'))
      rx = ctypes.create_string_buffer(16)
      tx = bytes([0, 0, 0, 0])
      print(nfc.nfc_initiator_transceive_bytes(device, tx, ctypes.c_size_t(4), rx, ctypes.c_size_t(16), 0))
      nfc.nfc_close(device)
      """
    try scratch.write(Data(script.utf8), to: "a.py")
    let run = try Child.nfctrace(["record", "-o", "a.trace", "--", "python3", "a.py"], in: scratch)
    #expect(run.text == "4\n")
    let trace = try Recorded("a.trace", in: scratch)
    #expect(trace.lines == Recorded.opening + Recorded.exchanges(0..<1))
    #expect(trace.description.sources.map(\.name) == ["ctypes:0"])
  }

  @Test(.enabled(if: StandIn.program != nil, "needs a C compiler"))
  func keepsOthersLibrariesInFrontOfTheProgram() throws {
    let faults = try #require(Faults.library)
    let program = try #require(StandIn.program)
    let run = try Child.nfctrace(
      ["record", "-o", "a.trace", "--", "sh", "-c", "echo $LD_PRELOAD; \(program) open a"],
      environment: ["LD_PRELOAD": faults], in: scratch)
    #expect(run.text.hasPrefix("\(faults):"))
    #expect(try Recorded("a.trace", in: scratch).lines == Recorded.opening)
  }
}
