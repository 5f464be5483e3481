import Analysis
import Bytes
import ForeignFormats
import Rendering
import TraceFormat

extension Command {
  /// `nfctrace info FILE...`.
  static let info = Command(
    name: "info",
    summary: "say what a capture is: format, times, sources, counts, damage",
    operands: Operands(
      usage: "FILE...", count: 1...Int.max,
      rows: [("FILE", "a trace, a capture or a log of another program; - is standard input")]),
    description: [
      "Says what a file was taken for, who saw how many frames, when, and what of it is damaged. "
        + "Exits with 0 however bad the capture is, unless --fail-on says otherwise."
    ],
    options: [
      Option(.format, takes: .oneOf("FORMAT", ["text", "json"]), "how to write it"),
      FailureCriterion.option,
      LinePattern.option,
      Knowledge.option,
    ],
    examples: [Example("nfctrace info visit.trace", "what was recorded, and when")],
    run: info)

  @Sendable private static func info(_ arguments: Arguments) throws -> Int32 {
    let pattern = try LinePattern.asked(arguments)
    let judge = try arguments.has(.failOn) ? Telling(arguments) : nil
    var code = ExitCode.success
    for path in arguments.operands {
      if pattern == nil, let dump = try? DumpedCard.open(path) {
        _ = try DumpedCard.tell(dump, named: path, isWhole: false, arguments)
        continue
      }
      do throws(TraceError) {
        let hasFailed = try info(path, asJSON: arguments.value(.format) == "json", judge, pattern)
        if hasFailed { code = max(code, ExitCode.found) }
      } catch {
        if error.system?.isClosedPipe == true { throw error }
        StandardError.say(error.description)
        code = ExitCode.failure
      }
    }
    return code
  }

  /// Reports on one file, and says whether a finding makes it count as bad.
  private static func info(
    _ path: String, asJSON: Bool, _ judge: Telling?, _ pattern: LinePattern?
  ) throws(TraceError) -> Bool {
    let capture = try WatchedReader(live: path, pattern: pattern)
    var report = InfoReport(file: path, size: capture.size)
    var hasFailed = false
    if let judge {
      capture.tap = { batch in report.count(batch) }
      hasFailed = try judge.examine(capture).hasFailed
    } else {
      var batch = FrameBatch()
      while try capture.read(into: &batch) { report.count(batch) }
    }
    var output = Output()
    let description = capture.description
    if asJSON {
      report.writeJSON(
        description, label: description.label, reason: description.reason, damage: capture.damage,
        into: &output.buffer)
    } else {
      report.write(
        description, label: description.label, reason: description.reason, damage: capture.damage,
        into: &output.buffer)
    }
    try output.flush()
    return hasFailed
  }
}
