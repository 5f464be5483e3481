import Foundation
import Testing

/// The captures in Traces/ are what their script makes.
@Suite(.enabled(if: Child.installed("python3") != nil, "python3 is not installed"))
struct TwinTests {
  @Test func capturesAreWhatTheScriptMakes() throws {
    let scratch = Scratch()
    let script = Twin.folder.deletingLastPathComponent()
      .appendingPathComponent("Tests/Twins/make_twins.py")
    let python = try #require(Child.installed("python3"))
    let run = try Child.run(python, ["-B", script.path, "."], in: scratch)
    #expect(run.code == 0)
    #expect(run.error.isEmpty)

    let kept = try FileManager.default.contentsOfDirectory(atPath: Twin.folder.path)
    #expect(scratch.names == kept.filter { $0.hasSuffix(".pcap") }.sorted())
    for name in scratch.names { #expect(try scratch.read(name) == Twin.data(name), "\(name)") }
  }
}
