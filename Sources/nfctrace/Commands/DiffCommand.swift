import Analysis
import ForeignFormats
import Rendering
import TraceFormat

extension Command {
  /// `nfctrace diff OLD NEW`.
  static let diff = Command(
    name: "diff",
    summary: "compare two captures, so that a test fails on what changed and not on a nonce",
    operands: Operands(
      usage: "OLD NEW", count: 2...2,
      rows: [
        (
          "OLD, NEW",
          "captures of any kind, - for one of them; or two folders, whose captures are compared by name"
        )
      ]),
    description: [
      "Pairs visits, then exchanges, then compares field by field. What varies from run to run "
        + "(nonces, cryptograms, counters) does not count, and neither does what the transport "
        + "needed: retries, waiting-time extensions, block numbers and sizes, times. Where that "
        + "differs, one line says so.",
      "Fields are named by their path (6F.A5.50), which stands for all that is in them too; * is any "
        + "one component. Paths in a file nfctrace-diff.ignore beside OLD are ignored, one a line. "
        + "With --memory a path is a page or block: page[4], block[60].",
      "Exits with 0 if both are the same, with 1 if not, with 2 if something could not be read: of "
        + "a damaged capture what is left is compared, and the code is 2.",
    ],
    options: [
      Option(
        .format, takes: .oneOf("FORMAT", Comparing.Format.allCases.map(\.rawValue)),
        "how to write it"),
      Option(.ignore, takes: .text("PATH,..."), "fields that do not count"),
      Option(.only, takes: .text("PATH,..."), "the only fields that count"),
      Option(.transport, "count retries, extensions, blocks and activation parameters too"),
      Option(
        .timing, takes: .text("TOLERANCE"),
        "count exchanges that take longer or shorter by more than 20% or 5ms (s, ms, us)"),
      Option(.showVarying, "show fields that vary where they differ"),
      Option(
        .memory,
        "compare tags' memories instead, page by page; dumps of other programs can stand on "
          + "either side"),
      Option(.context, takes: .text("N"), "with N rows around each difference (2)"),
      Option(.summary, "only what it amounts to"),
      Option(.exitZero, "exit with 0 also if they differ"),
      Option(.showSecrets, "do not mask card numbers, names, PINs and keys"),
    ] + Appearance.options + [
      Option(
        .link, takes: .oneOf("LINK", Telling.links.keys.sorted()),
        "take frames for this technology, whatever they look like"),
      Keys.option, LinePattern.option, Knowledge.option,
    ],
    examples: [
      Example("nfctrace diff golden/pay.trace session.trace", "what changed since"),
      Example(
        "nfctrace diff --ignore 70.5F24,*.9F36 old.trace new.trace", "but for these two fields"),
      Example("nfctrace diff --format junit golden recorded >report.xml", "two folders, for CI"),
    ],
    run: diff)

  @Sendable private static func diff(_ arguments: Arguments) throws -> Int32 {
    let (old, new) = (arguments.operands[0], arguments.operands[1])
    let comparing = try Comparing(arguments)
    let folders = [old, new].map { $0 != "-" && Descriptor.standing($0) == .folder }
    guard folders[0] == folders[1] else {
      let folder = folders[0] ? old : new
      throw Failure("\(folder) is a folder, and the other is none", code: ExitCode.failure)
    }
    if old == "-", new == "-" {
      throw Failure.usage("only one of the two can be standard input", command: "diff")
    }
    let pairs =
      folders[0]
      ? ComparedPairs(folders: old, new, takesDumps: arguments.has(.memory))
      : ComparedPairs(old: old, new: new)
    if pairs.isFolder, pairs.pairs.isEmpty, pairs.single.isEmpty {
      throw Failure("\(old) and \(new) have no captures in them")
    }
    let verdict =
      arguments.has(.memory)
      ? try comparing.compareMemories(pairs) : try comparing.compare(pairs)
    if verdict.hasMasked { Telling.sayMasked() }
    if verdict.hasFailed { return ExitCode.failure }
    return verdict.isSame || arguments.has(.exitZero) ? ExitCode.success : ExitCode.found
  }
}
