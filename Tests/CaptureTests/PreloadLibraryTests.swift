import Testing
import TraceFormat

@testable import Capture

/// Where the library is found, and how the linker is told.
@Suite struct PreloadLibraryTests {
  @Test func liesBesideTheProgramOrWhereItWasInstalled() throws {
    let name = "libnfctrace-preload.so"
    let built = "/home/me/nfctrace/.build/debug"
    #expect(
      try PreloadLibrary.path(beside: "\(built)/nfctrace") { $0 == "\(built)/\(name)" }
        == "\(built)/\(name)")
    let installed = "/usr/local/lib/nfctrace/\(name)"
    #expect(
      try PreloadLibrary.path(beside: "/usr/local/bin/nfctrace") { $0 == installed } == installed)
    #expect(throws: TraceError.self) {
      try PreloadLibrary.path(beside: "/usr/local/bin/nfctrace") { _ in false }
    }
  }

  @Test func leavesOthersTheirPlace() {
    #expect(PreloadLibrary.variable("/a.so", before: nil) == "/a.so")
    #expect(PreloadLibrary.variable("/a.so", before: "") == "/a.so")
    #expect(PreloadLibrary.variable("/a.so", before: "/b.so /c.so") == "/b.so /c.so:/a.so")
  }
}
