import Decoding
package import GrammarLanguage
package import Tags
package import TraceFormat

/// What one of two captures, or a dump, shows of tags' memories.
package struct ComparedMemory: Sendable {
  package private(set) var contents: [TagContents] = []

  /// So many memories of one capture are kept.
  private static let most = 1_024

  /// The memory of a dump.
  package init(_ contents: TagContents) { self.contents = [contents] }

  /// Reads a capture. Of a card that comes again, what was seen last counts, unless that is less.
  package init(
    _ capture: ComparedCapture, _ options: ComparisonOptions, _ lexicon: Lexicon
  ) throws(TraceError) {
    var reader = try capture.open()
    var decoder = Decoder(options: options.decoding(of: reader.description))
    var analyzer = Analyzer(lexicon: lexicon, secrets: SecretFinder(lexicon))
    var batch = FrameBatch()
    var story = Story()
    while try reader.read(into: &batch) {
      decoder.decode(batch, into: &story)
      take(&story, &analyzer)
    }
    decoder.finish(into: &story)
    take(&story, &analyzer)
  }

  private mutating func take(_ story: inout Story, _ analyzer: inout Analyzer) {
    analyzer.examine(story)
    for outcome in analyzer.outcomes {
      for seen in outcome.contents where !seen.image.isEmpty { note(seen) }
    }
    story.clear()
  }

  private mutating func note(_ seen: TagContents) {
    let known = contents.firstIndex { other in
      other.identity.uid == seen.identity.uid && other.kind == seen.kind && other.part == seen.part
    }
    if let known {
      if seen.image.seen >= contents[known].image.seen { contents[known] = seen }
    } else if contents.count < Self.most {
      contents.append(seen)
    }
  }
}
