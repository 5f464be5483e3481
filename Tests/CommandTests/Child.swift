import Foundation

/// The built program, run as a user runs it.
enum Child {
  /// The program lies beside the tests.
  static let binary: URL = {
    let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    return tests.deletingLastPathComponent().appendingPathComponent("nfctrace")
  }()

  /// What a run left behind.
  struct Finished {
    let code: Int32
    let output: Data
    let error: String

    var text: String { String(decoding: output, as: UTF8.self) }
    var lines: [String] { text.split(separator: "\n").map(String.init) }
  }

  /// Runs `nfctrace` with these words.
  static func nfctrace(
    _ words: [String], input: Data = Data(), outputTo path: String? = nil,
    environment: [String: String] = [:], in scratch: Scratch
  ) throws -> Finished {
    try run(
      binary.path, words, input: input, outputTo: path, environment: environment, in: scratch)
  }

  /// Runs a line of shell in which `nfctrace` is the built program.
  static func shell(
    _ line: String, with shell: String = "/bin/bash", environment: [String: String] = [:],
    in scratch: Scratch
  ) throws -> Finished {
    try run(shell, ["-c", line], input: Data(), environment: environment, in: scratch)
  }

  /// Runs a program to its end. Files stand for its streams, so nothing can block on a full pipe.
  static func run(
    _ program: String, _ words: [String], input: Data = Data(), outputTo path: String? = nil,
    environment: [String: String] = [:], in scratch: Scratch
  ) throws -> Finished {
    let streams = Scratch()
    let inputFile = try streams.write(input, to: "input")
    let outputFile = try path ?? streams.write(Data(), to: "output").path
    let errorFile = try streams.write(Data(), to: "error")

    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = words
    process.currentDirectoryURL = scratch.folder
    process.environment = Self.environment(adding: environment, home: scratch)
    process.standardInput = try FileHandle(forReadingFrom: inputFile)
    process.standardOutput = FileHandle(forWritingAtPath: outputFile)
    process.standardError = try FileHandle(forWritingTo: errorFile)
    try process.run()
    process.waitUntilExit()
    return Finished(
      code: process.terminationStatus,
      output: path == nil ? try Data(contentsOf: URL(fileURLWithPath: outputFile)) : Data(),
      error: String(decoding: try Data(contentsOf: errorFile), as: UTF8.self))
  }

  /// A small environment, the same on every machine.
  static func environment(adding more: [String: String], home: Scratch) -> [String: String] {
    let own = ProcessInfo.processInfo.environment
    let path = "\(binary.deletingLastPathComponent().path):\(own["PATH"] ?? "/usr/bin:/bin")"
    let base = [
      "PATH": path, "HOME": home.folder.path, "LC_ALL": "C.UTF-8",
      "SWIFT_BACKTRACE": "enable=no", "LD_LIBRARY_PATH": own["LD_LIBRARY_PATH"] ?? "",
    ]
    return base.merging(more) { $1 }
  }

  /// Where a program is, or nil where it is not installed.
  static func installed(_ program: String) -> String? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return path.split(separator: ":").map { "\($0)/\(program)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}

/// A folder of one test, gone when the test is.
final class Scratch {
  let folder: URL

  init() {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("nfctrace-\(UUID().uuidString)")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Makes a file.
  @discardableResult func write(_ data: Data, to name: String) throws -> URL {
    let url = folder.appendingPathComponent(name)
    try data.write(to: url)
    return url
  }

  /// The bytes of a file, or nil where there is none.
  func read(_ name: String) -> Data? {
    try? Data(contentsOf: folder.appendingPathComponent(name))
  }

  /// The names of everything in the folder.
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
  }
}

/// The captures in Traces/.
enum Twin {
  static let folder: URL = {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { url.deleteLastPathComponent() }
    return url.appendingPathComponent("Traces")
  }()

  /// What the captures are called, without an ending.
  static let names =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { $0.hasSuffix(".pcap") }.map { String($0.dropLast(5)) }.sorted()

  /// The path of a file in Traces/.
  static func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  /// The bytes of a file in Traces/.
  static func data(_ name: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: path(name)))
  }
}
