import Analysis
import Bytes
import Decoding
import TraceFormat

/// Decides what a filter lets through.
struct Selector: ~Copyable {
  let filter: Filter
  /// The first frame's time, which the filter's times are counted from.
  var start: Int64 = 0
  private var composer: Composer
  /// The filter's words, in lower case.
  private let words: [[UInt8]]

  init(_ filter: Filter, names: NameSource) {
    self.filter = filter
    isOpen = !filter.isActive
    words = filter.words.map { Array($0.lowercased().utf8) }
    composer = Composer(form: .wide, names: names, secrets: nil)
  }

  /// Whether everything passes.
  let isOpen: Bool

  /// Whether a step passes, with the findings that it made certain.
  mutating func selects(
    _ step: Step, defects: Range<Int>, _ found: ArraySlice<Finding>, in story: borrowing Story
  ) -> Bool {
    if isOpen { return true }
    guard spans(step) else { return false }
    return words.isEmpty || fits(step, defects: defects, found, in: story)
  }

  /// Whether visit, frames and times of a step are those that are asked for.
  func spans(_ step: Step) -> Bool {
    if let visits = filter.visits, !visits.contains(step.visit) { return false }
    if let frames = filter.frames, !frames.overlaps(step.frames) { return false }
    return isWithin(step.time)
  }

  /// Whether a finding that belongs to no step passes.
  func selects(_ finding: Finding) -> Bool {
    if let visits = filter.visits, !visits.contains(finding.visit) { return false }
    if let frames = filter.frames, let place = finding.places.first,
      !frames.contains(place.frame)
    {
      return false
    }
    return words.isEmpty || names(finding)
  }

  /// Whether a frame passes; words are not looked at.
  func selects(_ note: FrameNote) -> Bool {
    if let visits = filter.visits, !visits.contains(note.visit) { return false }
    if let frames = filter.frames, !frames.contains(note.frame.number) { return false }
    return isWithin(note.frame.time)
  }

  private func isWithin(_ time: Int64) -> Bool {
    guard let times = filter.times else { return true }
    let (elapsed, overflow) = time.subtractingReportingOverflow(start)
    return !overflow && times.contains(elapsed)
  }

  /// Whether a word is a finding's id, severity or category.
  private func names(_ finding: Finding) -> Bool {
    words.contains { word in
      word == Array(finding.id.rawValue.utf8) || word == Array(finding.severity.word.utf8)
        || word == Array(finding.category.rawValue.utf8)
    }
  }

  /// Whether a row has to do with one of the words.
  private mutating func fits(
    _ step: Step, defects: Range<Int>, _ found: ArraySlice<Finding>, in story: borrowing Story
  ) -> Bool {
    for finding in found where names(finding) { return true }
    composer.clear()
    _ = composer.row(of: step, defects: defects, in: story, link: .iso14443)
    let text = Array(composer.plainText.lowercased().utf8)
    var application: [UInt8] = []
    var hasFailed = false
    if case .exchange(let exchange) = step.content {
      application = Array(Hex.text(exchange.application.bytes).lowercased().utf8)
      hasFailed = composer.hasFailed(exchange, in: story)
    }
    return words.contains { word in
      word == Self.failed && hasFailed || Self.hasWord(word, in: text)
        || !application.isEmpty && application.starts(with: word) && word.count >= 10
    }
  }

  /// The word for exchanges that ended badly.
  private static let failed = Array("failed".utf8)

  /// Whether a text has a word, or several, between other characters than letters and digits.
  static func hasWord(_ word: [UInt8], in text: [UInt8]) -> Bool {
    guard !word.isEmpty, word.count <= text.count else { return false }
    for start in 0...text.count - word.count {
      let end = start + word.count
      guard text[start..<end].elementsEqual(word),
        start == 0 || !isPartOfWord(text[start - 1]),
        end == text.count || !isPartOfWord(text[end])
      else { continue }
      return true
    }
    return false
  }

  private static func isPartOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "_"), UInt8(ascii: "-"), 0x80...:
      true
    default: false
    }
  }
}

extension Composer {
  /// Whether an exchange ended badly: an error status, or no whole answer.
  mutating func hasFailed(_ exchange: Exchange, in story: borrowing Story) -> Bool {
    switch exchange.outcome {
    case .unanswered, .badCRC, .cut, .brokenChain, .refused: return true
    case .answered, .commandMissing, .endOfCapture: break
    }
    guard let status = exchange.status, status != 0x9000, exchange.command.count >= 2 else {
      return false
    }
    let command = story.bytes.span.extracting(exchange.command.range)
    let name = names.status(
      status, cla: command[0], ins: command[1], under: exchange.application)
    return name?.severity == .error || status & 0xFFF0 == 0x63C0
  }

  /// All words, those in brackets too, without marks.
  var plainText: String {
    var text: [UInt8] = []
    let span = words.span
    for index in span.indices where span[index] >= 0x20 || span[index] == Mark.lineFeed {
      text.append(span[index])
    }
    return String(decoding: text, as: UTF8.self)
  }
}
