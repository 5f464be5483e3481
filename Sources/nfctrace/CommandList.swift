extension Program {
  /// Every command, in the order in which the help shows them.
  static let commands: [Command] = [
    .record, .analyze, .convert, .grammar, .completions, .manual,
  ]
}
