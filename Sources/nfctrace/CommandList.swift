extension Program {
  /// Every command, in the order in which the help shows them.
  static let commands: [Command] = [
    .record, .play, .analyze, .diff, .info, .convert, .redact, .decode, .encode, .lint, .explain,
    .grammar,
    .completions, .manual,
  ]
}
