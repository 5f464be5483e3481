import Foundation
import PackagePlugin

/// Turns `Grammars/` into Swift while building: our own loader checks every file, runs its
/// examples, and fails the build with file and line where one does not hold.
@main struct EmbedGrammars: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let folder = context.package.directoryURL.appending(path: "Grammars")
    let output = context.pluginWorkDirectoryURL.appending(path: "BuiltInGrammars+All.swift")
    let files = (FileManager.default.subpaths(atPath: folder.path) ?? [])
      .filter { $0.hasSuffix(".grammar") }
      .sorted()
      .map { folder.appending(path: $0) }
    return [
      .buildCommand(
        displayName: "Embedding \(files.count) grammars",
        executable: try context.tool(named: "GrammarEmbedder").url,
        arguments: [output.path, folder.path] + files.map(\.path),
        inputFiles: files, outputFiles: [output])
    ]
  }
}
