import Analysis
import Bytes
import Decoding
import ForeignFormats
import GrammarLanguage
import Rendering
import TraceFormat

/// How captures are compared, from the options.
struct Comparing {
  let arguments: Arguments
  let lexicon: Lexicon
  private let secrets: SecretFinder?
  let pattern: LinePattern?
  let look: TextOptions

  /// What --format may be.
  enum Format: String, CaseIterable {
    case text, json, junit
  }

  /// What it is written as.
  var format: Format { arguments.value(.format).flatMap { Format(rawValue: $0) } ?? .text }

  /// What came out of it.
  struct Verdict {
    var isSame = true
    var hasMasked = false
    /// Something could not be read.
    var hasFailed = false
  }

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    look = try TextOptions(arguments, filter: Filter())
    pattern = try LinePattern.asked(arguments)
    lexicon = try Knowledge.lexicon(arguments)
    secrets = Telling.showsSecrets(arguments) ? nil : SecretFinder(lexicon)
  }

  /// Compares captures, and says what came of all of them.
  func compare(_ pairs: ComparedPairs) throws -> Verdict {
    let ignored = try IgnoreFile(beside: pairs.old, isFolder: pairs.isFolder)
    var options = try ComparisonOptions(arguments)
    options.ignored += ignored?.patterns ?? []
    options.classicKeys = try Keys.classic(arguments)
    let verdict: Verdict
    switch format {
    case .text:
      verdict = try compare(
        pairs, options,
        DifferenceText(
          look, options, lexicon: lexicon, secrets: secrets, isSummary: arguments.has(.summary)
        ) { $0.label })
    case .json: verdict = try compare(pairs, options, DifferenceJSON(lexicon, secrets: secrets))
    case .junit:
      // A report is read by another program, which has no terminal's width.
      let look = TextOptions(
        columns: .unbounded(), typeface: Typeface(isUTF8: true, hasColour: false))
      verdict = try compare(
        pairs, options,
        DifferenceJUnit(look, options, lexicon: lexicon, secrets: secrets) { $0.label })
    }
    if let ignored, ignored.patterns.count > 0 {
      StandardError.say("\(ignored.path): \(ignored.words)")
    }
    return verdict
  }

  private func compare<R: ComparisonReport & ~Copyable>(
    _ pairs: ComparedPairs, _ options: ComparisonOptions, _ report: consuming R
  ) throws -> Verdict {
    var verdict = Verdict()
    var output = OutputFile.standardOutput
    var unmet: [FieldPattern]?
    let comparison = TraceComparison(lexicon, options)
    for pair in pairs.pairs {
      if pairs.isFolder { report.begin(pair.name) }
      do throws(TraceError) {
        let old = try RereadInput(pair.old, pattern: pattern)
        let new = try RereadInput(pair.new, pattern: pattern)
        let facts = try comparison.compare(
          ComparedCapture(pair.old) { () throws(TraceError) in try old.open() },
          ComparedCapture(pair.new) { () throws(TraceError) in try new.open() }, into: &report
        ) { (report: inout R) throws(TraceError) in
          try Self.flush(&report, &output)
        }
        if !facts.isSame { verdict.isSame = false }
        if old.isDamaged || new.isDamaged { verdict.hasFailed = true }
        unmet = unmet.map { $0.filter { facts.unmet.contains($0) } } ?? facts.unmet
      } catch {
        if error.system?.isClosedPipe == true { throw error }
        StandardError.say(error.description)
        report.fail(pair.name, error.description)
        verdict.hasFailed = true
      }
    }
    for single in pairs.single {
      report.single(single.name, onlyIn: single.folder, isOld: single.isOld)
      verdict.isSame = false
    }
    report.finish()
    try Self.flush(&report, &output)
    verdict.hasMasked = report.hasMasked
    if let unmet, try saysUnmet(unmet) { verdict.hasFailed = true }
    return verdict
  }

  /// Says which paths of the options name no field of any capture; whether for that reason nothing
  /// counted, so that the captures being the same would mean nothing.
  func saysUnmet(_ unmet: [FieldPattern]) throws(Failure) -> Bool {
    for option in [OptionName.ignore, .only] {
      for pattern in try ComparisonOptions.patterns(option, arguments) where unmet.contains(pattern)
      {
        let what = arguments.has(.memory) ? "page or block" : "field"
        StandardError.say("--\(option.rawValue) \(pattern.text): no \(what) has this path")
      }
    }
    let only = try ComparisonOptions.patterns(.only, arguments)
    return !only.isEmpty && only.allSatisfy { unmet.contains($0) }
  }

  private static func flush<R: ComparisonReport & ~Copyable>(
    _ report: inout R, _ output: inout OutputFile
  ) throws(TraceError) {
    try report.flush { bytes throws(TraceError) in try output.write(bytes) }
  }
}

extension ComparisonOptions {
  /// What is compared.
  init(_ arguments: Arguments) throws(Failure) {
    self.init()
    comparesTransport = arguments.has(.transport)
    showsVarying = arguments.has(.showVarying)
    context = try arguments.number(.context, in: 0...10_000) ?? 2
    link = arguments.value(.link).flatMap { Telling.links[$0] }
    ignored = try Self.patterns(.ignore, arguments)
    only = try Self.patterns(.only, arguments)
    if let text = arguments.value(.timing) {
      guard let tolerance = TimeTolerance(text) else {
        throw arguments.wrong(.timing, text, "a share or a time: 20%, 5ms, 300us, 0.1s")
      }
      self.tolerance = tolerance
    }
  }

  fileprivate static func patterns(
    _ name: OptionName, _ arguments: Arguments
  ) throws(Failure) -> [FieldPattern] {
    var patterns: [FieldPattern] = []
    for text in arguments.list(name) {
      guard let pattern = FieldPattern(text) else {
        throw arguments.wrong(name, text, "a path of a field, such as 6F.A5.50")
      }
      patterns.append(pattern)
    }
    return patterns
  }
}

extension TimeTolerance {
  /// Reads `20%`, `5ms`, `300us`, `0.1s`; nil where it is none of these.
  init?(_ text: String) {
    for (unit, factor) in [("ms", 1_000_000.0), ("us", 1_000), ("s", 1_000_000_000)]
    where text.hasSuffix(unit) {
      guard let number = Double(text.dropLast(unit.utf8.count)), number >= 0, number < 1e6 else {
        return nil
      }
      self = .absolute(Int64(number * factor))
      return
    }
    guard text.hasSuffix("%"), let number = Double(text.dropLast()), number >= 0, number < 1e6
    else {
      return nil
    }
    self = .percent(number)
  }
}
