import Foundation
import PackagePlugin

/// Turns the card files of `Traces/cards/` into Swift while building, so that the program knows
/// them wherever it is installed.
@main struct EmbedCards: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let folder = context.package.directoryURL.appending(path: "Traces/cards")
    let output = context.pluginWorkDirectoryURL.appending(path: "BuiltInCard+All.swift")
    let files = (FileManager.default.subpaths(atPath: folder.path) ?? [])
      .filter { $0.hasSuffix(".card") }
      .sorted()
      .map { folder.appending(path: $0) }
    return [
      .buildCommand(
        displayName: "Embedding \(files.count) cards",
        executable: try context.tool(named: "CardEmbedder").url,
        arguments: [output.path] + files.map(\.path),
        inputFiles: files, outputFiles: [output])
    ]
  }
}
