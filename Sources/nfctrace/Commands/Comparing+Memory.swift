import Analysis
import Playback
import Rendering
import TraceFormat

/// What tags hold, compared instead of what was said to them.
extension Comparing {
  func compareMemories(_ pairs: ComparedPairs) throws -> Verdict {
    if let format = arguments.value(.format), format != "text" {
      throw Failure.usage("--memory is told as text alone", command: "diff")
    }
    var verdict = Verdict()
    var output = OutputFile.standardOutput
    var options = try ComparisonOptions(arguments)
    options.classicKeys = try Keys.classic(arguments)
    var text = MemoryDifferenceText(
      look.typeface, showsSecrets: Telling.showsSecrets(arguments))
    for pair in pairs.pairs {
      do throws(TraceError) {
        let differences = MemoryDifference.all(
          try memory(pair.old, options), try memory(pair.new, options))
        text.write(differences, old: pair.old, new: pair.new)
        try text.flush { bytes throws(TraceError) in try output.write(bytes) }
        if !differences.allSatisfy(\.isSame) { verdict.isSame = false }
      } catch {
        if error.system?.isClosedPipe == true { throw error }
        StandardError.say(error.description)
        verdict.hasFailed = true
      }
    }
    for single in pairs.single {
      text.write(single: single.name, onlyIn: single.folder, isOld: single.isOld)
      verdict.isSame = false
    }
    try text.flush { bytes throws(TraceError) in try output.write(bytes) }
    verdict.hasMasked = text.hasMasked
    return verdict
  }

  /// The memories of a dump, or of the cards in a capture.
  private func memory(
    _ path: String, _ options: ComparisonOptions
  ) throws(TraceError) -> ComparedMemory {
    if let dump = try DumpedCard.open(path) { return ComparedMemory(dump.contents) }
    let input = try RereadInput(path, pattern: pattern)
    return try ComparedMemory(
      ComparedCapture(path) { () throws(TraceError) in try input.open() }, options, lexicon)
  }
}
