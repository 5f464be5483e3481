import Foundation
import Testing

/// What iOS code is compiled against must build on a Mac too.
@Suite struct PortabilityTests {
  /// The modules that stand for Apple's.
  static let faces = ["AppleRules", "CoreNFC", "CoreNFCTesting", "os", "OSLog"]

  /// C libraries that a Mac has, or that its package manager has.
  private let portableLibraries: Set<String> = ["CZstd", "CZlib"]

  @Test func noReaderAndNoCaptureIsLinked() throws {
    let modules = try closure()
    #expect(modules.contains("Playback"))
    for name in ["Capture", "ReaderPorts", "CLibnfc", "CPcap", "CRing", "COptions", "CPreload"] {
      #expect(!modules.contains(name), "CoreNFC would bring \(name)")
    }
    #expect(
      modules.filter { $0.hasPrefix("C") && !$0.hasPrefix("Core") && $0 != "Capture" }
        .allSatisfy { portableLibraries.contains($0) })
  }

  @Test func linuxIsImportedOnlyWhereItIs() throws {
    for module in try closure() {
      for file in Sources.swiftFiles(in: "Sources/\(module)") where file.imports.contains("Glibc") {
        #expect(
          file.text.contains(
            "#if canImport(Glibc)\n  import Glibc\n#else\n  import Darwin\n#endif"),
          "\(file) imports Glibc alone")
        let shared = Self.withoutLinux(file.text)
        for name in linuxAlone {
          #expect(!shared.contains(name), "\(file) uses \(name), which only Linux has")
        }
      }
    }
  }

  /// Names that the headers of macOS do not have.
  private let linuxAlone = [
    "fdatasync(", "O_TMPFILE", "pipe2(", "renameat2", "fallocate(", "epoll_", "eventfd", "inotify",
    "timerfd", "Glibc.", "clock_nanosleep", "SOCK_CLOEXEC", "memfd", "getrandom(", "sendfile(",
  ]

  /// A file's text without what is compiled on Linux alone.
  private static func withoutLinux(_ text: String) -> String {
    var isLinux = false
    return text.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
      let line = line.trimmingCharacters(in: .whitespaces)
      if line.hasPrefix("#if canImport(Glibc)") { isLinux = true }
      if line.hasPrefix("#else") || line.hasPrefix("#endif") { isLinux = false }
      return !isLinux && !line.hasPrefix("//")
    }.joined(separator: "\n")
  }

  /// What comes with Swift, on a Mac as well.
  private static let system: Set<String> = [
    "Glibc", "Darwin", "Foundation", "Dispatch", "Synchronization", "Observation", "Testing",
    "XCTest",
  ]

  /// The modules that CoreNFC and its companions import, and all that those import.
  private func closure() throws -> Set<String> {
    var found: Set<String> = []
    var open = Self.faces
    while let module = open.popLast() {
      guard found.insert(module).inserted else { continue }
      open += Sources.swiftFiles(in: "Sources/\(module)").flatMap(\.imports).filter {
        !Self.system.contains($0)
      }
    }
    return found
  }
}
