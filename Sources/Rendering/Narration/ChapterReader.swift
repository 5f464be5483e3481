import Analysis
import Decoding
import GrammarLanguage
import TraceFormat

/// Reads, decodes and analyzes a trace, a chapter at a time: what comes before telling it.
struct ChapterReader {
  private(set) var reader: any FrameReader
  private var batch = FrameBatch()
  /// The batch's first frame that is not yet decoded.
  private var position = 0
  private var decoder: Decoder
  private var analyzer: Analyzer
  private let failure: FailureCriterion?
  /// Whether a chapter ends where the input makes us wait.
  private let isLive: Bool
  private var count = 0
  /// Whether the input is over.
  private(set) var isAtEnd = false
  /// Whether the last chapter was given.
  private var isFinished = false
  /// What broke the input off. What was read until then is told to its end.
  private(set) var error: TraceError?
  var facts = Narration.Facts()

  /// So many frames make a chapter, or a few more, until a visit has ended…
  private static let goal = 1024
  /// … or until there are so many.
  private static let limit = 4096
  /// … or so many bytes of listed frames, which long records have sooner.
  private static let byteLimit = 1 << 20

  init(
    _ reader: any FrameReader, decoder: consuming Decoder, analyzer: consuming Analyzer,
    failure: FailureCriterion?, isLive: Bool
  ) {
    self.reader = reader
    self.decoder = decoder
    self.analyzer = analyzer
    self.failure = failure
    self.isLive = isLive
  }

  /// Reads the first frames, and gives the first one's time.
  mutating func open() throws(TraceError) -> Int64? {
    isAtEnd = try !reader.read(into: &batch)
    facts.summary.count(batch)
    return batch.frames.first?.time
  }

  /// Fills a chapter. False when there are no more; the last one may be empty.
  mutating func read(_ chapter: inout Chapter) -> Bool {
    guard !isFinished else { return false }
    chapter.clear()
    chapter.number = count
    chapter.startsAtRest = count > 0 && decoder.isAtRest
    count += 1
    // One that goes on with a visit only has to end it: the others can be told beside each other.
    let goal = chapter.startsAtRest || isLive ? Self.goal : 1
    var frames = 0
    while !isAtEnd {
      if position == batch.frames.count {
        if isLive && frames > 0 { break }
        refill()
        continue
      }
      let next = decoder.decode(
        batch, from: position, restingAfter: goal - frames, into: &chapter.story)
      frames += next - position
      position = next
      if frames >= Self.limit || frames >= goal && decoder.isAtRest { break }
      if chapter.story.frameBytes.count >= Self.byteLimit { break }
    }
    if isAtEnd {
      decoder.finish(into: &chapter.story)
      facts.damage = reader.damage
      isFinished = true
    }
    examine(&chapter)
    return true
  }

  private mutating func refill() {
    position = 0
    do throws(TraceError) {
      isAtEnd = try !reader.read(into: &batch)
      facts.summary.count(batch)
    } catch {
      batch.clear()
      self.error = error
      isAtEnd = true
    }
  }

  private mutating func examine(_ chapter: inout Chapter) {
    analyzer.examine(chapter.story)
    analyzer.hand(over: &chapter.findings, &chapter.outcomes)
    facts.summary.count(chapter.story, chapter.findings)
    if let failure, chapter.findings.contains(where: failure.matches) { facts.hasFailed = true }
  }
}
