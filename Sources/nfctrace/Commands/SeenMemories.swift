import Analysis
import Decoding
import GrammarLanguage
import Tags
import TraceFormat

/// What a whole capture shows of its cards' memories.
struct SeenMemories {
  /// The main part of each visit's card that showed any, in order.
  private(set) var contents: [TagContents] = []

  /// Reads a capture to its end. `keys` may be MIFARE Classic's.
  init(
    _ reader: inout any FrameReader, _ lexicon: Lexicon, keys: [UInt64]
  ) throws(TraceError) {
    var options = Decoder.Options()
    options.classicKeys = keys
    var decoder = Decoder(options: options)
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
      if let main = outcome.contents.first { note(main) }
    }
    story.clear()
  }

  /// The last sight of a card's memory is the one that counts.
  private mutating func note(_ main: TagContents) {
    let uid = main.identity.uid
    if let known = contents.firstIndex(where: { $0.identity.uid == uid && $0.kind == main.kind }) {
      contents[known] = contents[known].image.seen > main.image.seen ? contents[known] : main
    } else if contents.count < 1_024 {
      contents.append(main)
    }
  }
}
