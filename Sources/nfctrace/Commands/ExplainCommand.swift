import Analysis
import Decoding
import Rendering

extension Command {
  /// `nfctrace explain WHAT`.
  static let explain = Command(
    name: "explain",
    summary: "say what a finding, status word, tag, AID or instruction is",
    operands: Operands(
      usage: "WHAT", count: 1...Int.max,
      rows: [
        (
          "WHAT",
          "a finding's id, or in hex a status word, tag, AID or instruction; or the name of one"
        )
      ],
      areFiles: false),
    description: [
      "Says what the rules and the grammars know of something, and which document says so. "
        + "Everything that WHAT can be is named. Exits with 2 if nothing is known of it."
    ],
    options: Appearance.options + [Knowledge.option],
    examples: [
      Example("nfctrace explain slow-answer", "what the finding means, and when it is raised"),
      Example("nfctrace explain 6A82", "a status word"),
    ],
    run: explain)

  @Sendable private static func explain(_ arguments: Arguments) throws -> Int32 {
    let look = try Appearance(arguments)
    let what = arguments.operands.joined(separator: " ")
    var output = Output()
    if let id = FindingID(rawValue: what) {
      ManualPage(id, columns: look.columns, typeface: look.typeface).write(into: &output.buffer)
      try output.flush()
      return ExitCode.success
    }
    let found = Explainer(try Knowledge.lexicon(arguments)).explain(what)
    guard !found.isEmpty else {
      let guess = Spelling.nearest(to: what, among: FindingID.allCases.map(\.rawValue))
      let hint = guess.map { "; did you mean \($0)?" } ?? ""
      throw Failure("nothing is known of \"\(what)\"\(hint)")
    }
    for explanation in found {
      explanation.write(look.typeface, into: &output.buffer)
    }
    try output.flush()
    return ExitCode.success
  }
}
