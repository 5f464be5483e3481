import ForeignFormats
import TraceFormat

@testable import Analysis
@testable import Decoding

/// A capture file, decoded and analyzed a batch at a time.
struct Capture {
  private(set) var findings: [Finding] = []
  private(set) var outcomes: [VisitOutcome] = []
  private(set) var summary = Summary()

  /// The top of the package, from this file's own place in it.
  static let root: String = {
    let parts = #filePath.split(separator: "/").dropLast(4)
    return "/" + parts.joined(separator: "/")
  }()

  /// A file of this repository.
  init(own name: String) throws { try self.init(path: "\(Self.root)/Traces/\(name)") }

  init(path: String) throws {
    var reader = try openFrames(path: path)
    var decoder = Decoder(options: Decoder.Options())
    var analyzer = Analyzer(lexicon: lexicon, secrets: secrets)
    var batch = FrameBatch()
    var story = Story()
    while try reader.read(into: &batch) {
      summary.count(batch)
      decoder.decode(batch, into: &story)
      take(&story, &analyzer)
    }
    decoder.finish(into: &story)
    take(&story, &analyzer)
  }

  private mutating func take(_ story: inout Story, _ analyzer: inout Analyzer) {
    analyzer.examine(story)
    summary.count(story, analyzer.findings)
    findings += analyzer.findings
    outcomes += analyzer.outcomes
    story.clear()
  }
}
