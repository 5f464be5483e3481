import Foundation
import Testing

/// The table in CONTRIBUTING.md, the manifest, and what the files import say the same.
@Suite struct ModuleTableTests {
  @Test func tableIsTheManifest() throws {
    #expect(try table() == manifest())
  }

  @Test("Files import only what the table allows", arguments: Sources.swiftFiles(in: "Sources"))
  func importsFollowTheTable(file: Sources.File) throws {
    let allowed = try #require(table()[file.module], "\(file.module) is not in the table")
    // What runs while building may take its time to start, and what stands for Apple's frameworks
    // brings Foundation as they do.
    let hasFoundation =
      file.module.hasSuffix("Embedder") || PortabilityTests.faces.contains(file.module)
    let system =
      ["Glibc", "Darwin", "Synchronization"]
      + (hasFoundation ? ["Foundation", "Dispatch", "Observation"] : [])
      + (file.module.hasSuffix("Testing") ? ["Foundation", "Testing", "XCTest"] : [])
    for name in file.imports where !system.contains(name) {
      #expect(allowed.contains(name), "\(file) imports \(name)")
    }
  }

  @Test func everyRowIsNeeded() throws {
    let files = Sources.swiftFiles(in: "Sources")
    for (module, allowed) in try table() {
      let imported = files.filter { $0.module == module }.flatMap(\.imports)
      // `import os.log` finds its submodule there; nothing imports it by its own name.
      for name in allowed where name != "OSSubmodules" {
        #expect(imported.contains(name), "\(module) never imports \(name)")
      }
    }
  }

  @Test func modulesAreNamedByMeaning() throws {
    for name in try table().keys {
      for word in ["Core", "Common", "Utils", "Utilities", "Helpers", "Shared", "Base"] {
        #expect(name != word)
      }
      let files = Sources.swiftFiles(in: "Sources/\(name)")
      for kind in ["struct", "enum", "class", "protocol", "actor"] {
        for file in files {
          #expect(
            !file.lines.contains { $0.hasSuffix("\(kind) \(name) {") },
            "\(file) declares a type with its module's name")
        }
      }
    }
  }

  /// Module to what it imports, from the rows of CONTRIBUTING.md.
  private func table() throws -> [String: Set<String>] {
    var rows: [String: Set<String>] = [:]
    for line in try Sources.text(of: "CONTRIBUTING.md").split(separator: "\n") {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard line.hasPrefix("| `"), cells.count == 3 else { continue }
      rows[names(cells[0]).first ?? ""] = Set(names(cells[2]))
    }
    return rows
  }

  /// The words between backquotes.
  private func names(_ cell: String) -> [String] {
    cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
  }

  /// Module to what it depends on, for the targets that have Swift sources of the product.
  private func manifest() throws -> [String: Set<String>] {
    struct Package: Decodable {
      struct Target: Decodable {
        struct Dependency: Decodable {
          let byName: [String?]?
        }
        let name: String
        let type: String
        let dependencies: [Dependency]
      }
      let targets: [Target]
    }
    let scratch = FileManager.default.temporaryDirectory
      .appendingPathComponent("nfctrace-manifest-\(getpid())")
    defer { try? FileManager.default.removeItem(at: scratch) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "swift", "package", "--package-path", Sources.root.path, "--scratch-path", scratch.path,
      "dump-package",
    ]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let json = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let package = try JSONDecoder().decode(Package.self, from: json)
    var rows: [String: Set<String>] = [:]
    for target in package.targets where ["regular", "executable"].contains(target.type) {
      rows[target.name] = Set(target.dependencies.compactMap { $0.byName?.first ?? nil })
    }
    return rows
  }
}
