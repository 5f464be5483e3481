import Analysis
import AppleRules
import Bytes
import Decoding
import Rendering
import TraceFormat

/// Frames, looked at as a phone would whose app lists little.
enum Linting {
  static func run(_ reading: Reading) {
    var app = AppFacts()
    app.info = InfoPlist(
      usageDescription: "To read tags.", selectIdentifiers: ["D2760000850101", "A0000002471001"],
      systemCodes: ["12FC"])
    app.entitlements = Entitlements(formats: ["TAG"])
    for facts in [app, AppFacts()] { tell(look(at: reading, facts)) }
  }

  private static func look(at reading: Reading, _ app: AppFacts) -> [AppFinding] {
    var lint = PhoneLint(app)
    lint.open("capture")
    var decoder = Decoder(options: Decoder.Options())
    var analyzer = Analyzer(lexicon: Known.lexicon, secrets: Known.secrets)
    var reader = Replay(reading.frames, reading.description)
    var batch = FrameBatch()
    var story = Story()
    func take() {
      analyzer.examine(story)
      lint.examine(story, findings: analyzer.findings, outcomes: analyzer.outcomes)
      story.clear()
    }
    while let isThere = try? reader.read(into: &batch), isThere {
      decoder.decode(batch, into: &story)
      take()
    }
    decoder.finish(into: &story)
    take()
    return lint.found
  }

  private static func tell(_ found: [AppFinding]) {
    var out = ByteBuffer(capacity: 4096)
    LintReport.writeJSON(found, isDocument: false, into: &out)
    Output.checkJSON(lines: [UInt8](copying: out.span))
    out.clear()
    LintReport(found).write(
      .terminal(80), Typeface(isUTF8: true, hasColour: false), into: &out)
    // Lines to paste begin with tabs.
    Output.checkText([UInt8](copying: out.span).filter { $0 != 0x09 })
    out.clear()
    LintReport(found).write(.github, into: &out)
    Output.checkText([UInt8](copying: out.span))
  }
}
