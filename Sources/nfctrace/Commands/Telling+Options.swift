import Analysis
import Rendering

extension Telling {
  /// The options that say how a story is told.
  static var options: [Option] {
    [
      Option(
        .format, takes: .oneOf("FORMAT", Format.allCases.map(\.rawValue)),
        "how to write it"),
      Option(
        .detail, takes: .listOf("LIST", JSONOptions.Detail.allCases.map(\.rawValue)),
        "how much to tell"),
      Option(.hex, short: "x", "the bytes of each exchange under its row"),
    ] + Appearance.options + [
      Option(.repeats, "write out rows and visits that equal earlier ones"),
      Option(.clock, "times of the day instead of times since the first frame"),
      Option(.delta, "times since the row before"),
      Option(.visit, takes: .text("N[-M]"), "only these visits"),
      Option(.frames, takes: .text("A-B"), "only what has to do with these frames"),
      Option(.time, takes: .text("A-B"), "only these seconds since the first frame"),
      Option(
        .only, takes: .text("WORD,..."),
        "only rows with a command, AID, code, finding's id, severity or category, or failed"),
      Option(.context, takes: .text("N"), "with N rows around each"),
      Option(.showSecrets, "do not mask card numbers, names, PINs and keys"),
      linkOption,
      Keys.option,
      Knowledge.option,
    ]
  }
}

extension Telling {
  /// The option that says what frames are.
  static let linkOption = Option(
    .link, takes: .oneOf("LINK", links.keys.sorted()),
    "take frames for this technology, whatever they look like")
}

extension Filter {
  /// Which part is asked for.
  init(_ arguments: Arguments) throws(Failure) {
    self.init()
    visits = try arguments.range(.visit)
    frames = try arguments.range(.frames)
    times = try arguments.seconds(.time)
    words = arguments.list(.only)
    context = try arguments.number(.context, in: 0...10_000) ?? 0
    if arguments.has(.only) && words.isEmpty {
      throw arguments.wrong(.only, arguments.value(.only) ?? "", "a list of words")
    }
    if arguments.has(.context) && !isActive {
      throw .usage("--context needs a filter", command: arguments.command)
    }
  }
}

extension TextOptions {
  /// How text is to look.
  init(_ arguments: Arguments, filter: Filter) throws(Failure) {
    if arguments.has(.clock) && arguments.has(.delta) {
      throw .usage("--clock and --delta exclude each other", command: arguments.command)
    }
    let look = try Appearance(arguments, isClock: arguments.has(.clock))
    self.init(columns: look.columns, typeface: look.typeface)
    if arguments.has(.clock) { counting = .clock }
    if arguments.has(.delta) { counting = .sinceRow }
    showsRepeats = arguments.has(.repeats)
    showsBytes = arguments.has(.hex)
    showsFields = arguments.list(.detail).contains(JSONOptions.Detail.fields.rawValue)
    self.filter = filter
  }
}

extension FailureCriterion {
  /// The option that names findings.
  static var option: Option {
    Option(
      .failOn, takes: .text("LIST"),
      "exit with 1 if there is a finding of a severity (or worse), category or id")
  }

  /// What `--fail-on` asks for; nil where it is not given.
  init?(_ arguments: Arguments) throws(Failure) {
    guard arguments.has(.failOn) else { return nil }
    do throws(UnknownWord) {
      try self.init(arguments.values(.failOn).joined(separator: ","))
    } catch {
      let known =
        Severity.allCases.map(\.word) + Analysis.Category.allCases.map(\.rawValue)
        + FindingID.allCases.map(\.rawValue)
      let guess = Spelling.nearest(to: error.word, among: known)
      let hint = guess.map { "; did you mean \($0)?" } ?? ""
      throw .usage(
        "--fail-on: \"\(error.word)\" is no severity, category or finding\(hint)",
        command: arguments.command)
    }
  }
}
