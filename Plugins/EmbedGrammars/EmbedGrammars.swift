import PackagePlugin

/// Turns `Grammars/` into Swift while building.
@main struct EmbedGrammars: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] { [] }
}
