import Analysis
import Playback
import Rendering
import TraceFormat

/// What tags hold, compared instead of what was said to them.
extension Comparing {
  func compareMemories(_ pairs: ComparedPairs) throws -> Verdict {
    let showsSecrets = Telling.showsSecrets(arguments)
    switch format {
    case .text:
      return try compareMemories(
        pairs, MemoryDifferenceText(look.typeface, showsSecrets: showsSecrets))
    case .json: return try compareMemories(pairs, MemoryDifferenceJSON(showsSecrets: showsSecrets))
    case .junit:
      return try compareMemories(pairs, MemoryDifferenceJUnit(showsSecrets: showsSecrets))
    }
  }

  private func compareMemories<R: MemoryReport & ~Copyable>(
    _ pairs: ComparedPairs, _ report: consuming R
  ) throws -> Verdict {
    var verdict = Verdict()
    var output = OutputFile.standardOutput
    let ignored = try IgnoreFile(beside: pairs.old, isFolder: pairs.isFolder)
    var options = try ComparisonOptions(arguments)
    var unmet = options.ignored + options.only
    options.ignored += ignored?.patterns ?? []
    options.classicKeys = try Keys.classic(arguments)
    for pair in pairs.pairs {
      do throws(TraceError) {
        let (old, isOldDamaged) = try memory(pair.old, options)
        let (new, isNewDamaged) = try memory(pair.new, options)
        if isOldDamaged || isNewDamaged { verdict.hasFailed = true }
        let differences = MemoryDifference.all(old, new, options, unmet: &unmet)
        report.write(differences, pair.name, old: pair.old, new: pair.new)
        try report.flush { bytes throws(TraceError) in try output.write(bytes) }
        if !differences.allSatisfy(\.isSame) { verdict.isSame = false }
        // Nothing compared is no proof of anything.
        if differences.isEmpty, !pairs.isFolder {
          StandardError.say("neither \(pair.old) nor \(pair.new) shows a tag's memory")
          verdict.hasFailed = true
        }
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
    try report.flush { bytes throws(TraceError) in try output.write(bytes) }
    verdict.hasMasked = report.hasMasked
    if let ignored, ignored.patterns.count > 0 {
      StandardError.say("\(ignored.path): \(ignored.words)")
    }
    if !pairs.pairs.isEmpty, try saysUnmet(unmet) { verdict.hasFailed = true }
    return verdict
  }

  /// The memories of a dump, or of the cards in a capture; and whether the capture is damaged.
  private func memory(
    _ path: String, _ options: ComparisonOptions
  ) throws(TraceError) -> (ComparedMemory, isDamaged: Bool) {
    if let dump = try DumpedCard.open(path) { return (ComparedMemory(dump.contents), false) }
    let input = try RereadInput(path, pattern: pattern)
    let memory = try ComparedMemory(
      ComparedCapture(path) { () throws(TraceError) in try input.open() }, options, lexicon)
    return (memory, input.isDamaged)
  }
}
