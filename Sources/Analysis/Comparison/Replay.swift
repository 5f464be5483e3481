import Bytes
package import Decoding
import GrammarLanguage
package import TraceFormat

/// A capture that is compared: its name, and how to read it from its beginning, which may be asked for
/// twice.
package struct ComparedCapture {
  package let name: String
  let open: () throws(TraceError) -> any FrameReader

  package init(_ name: String, open: @escaping () throws(TraceError) -> any FrameReader) {
    self.name = name
    self.open = open
  }
}

/// A step of one of two traces, with the story that it is in.
package struct ComparedStep: Sendable {
  package let story: Story
  package let step: Step
  package let defects: Range<Int>
  /// What the card told of itself before.
  package let card: ComparedCard
  /// Its fields, where they were asked for.
  package let dissection: Dissection?
  /// The identifier of its visit's card.
  package let identifier: Identifier
  /// What its source records.
  package let link: Link
}

/// What a card told of itself.
package struct ComparedCard: Equatable, Sendable {
  package var atqa: UInt16?
  package var sak: UInt8?
  package var ats: [UInt8]?
  package var historical: [UInt8]?
}

/// Reads a capture for the second time, and hands over the steps that are to be told.
struct Replay {
  private let name: String
  private var reader: any FrameReader
  private var decoder: Decoder
  private var story = Story()
  private var batch = FrameBatch()
  private var dissector: Dissector
  private var dissection = Dissection()
  private var visits: [Int: OpenVisit] = [:]
  private let wanted: [Wish]
  private var count = 0
  private var isAtEnd = false
  /// Steps that were met and not yet asked for.
  private var waiting: [Int: ComparedStep] = [:]

  /// What is wanted of a step.
  enum Wish: UInt8, Sendable { case nothing, row, fields }

  private struct OpenVisit {
    var identifier = Identifier()
    var card = ComparedCard()
  }

  init(
    _ capture: ComparedCapture, _ lexicon: Lexicon, _ options: Decoder.Options, wanted: [Wish]
  ) throws(TraceError) {
    name = capture.name
    reader = try capture.open()
    decoder = Decoder(options: options)
    dissector = Dissector(lexicon)
    self.wanted = wanted
  }

  /// The step of a number.
  mutating func take(_ number: Int) throws(TraceError) -> ComparedStep {
    while true {
      if let step = waiting.removeValue(forKey: number) { return step }
      guard !isAtEnd else {
        throw TraceError("\(name): changed while it was compared")
      }
      if try reader.read(into: &batch) {
        decoder.decode(batch, into: &story)
      } else {
        isAtEnd = true
        decoder.finish(into: &story)
      }
      drain()
    }
  }

  private mutating func drain() {
    var isShared = false
    for index in story.entries.indices {
      switch story.entries[index] {
      case .visit(let visit):
        visits[visit.number] = OpenVisit(identifier: visit.identifier)
      case .step(let step, let defects):
        note(step)
        if StepDigest.counts(step) {
          isShared = keep(step, defects) || isShared
          count += 1
        }
      case .end: break
      }
      dissector.observe(story.entries[index], in: story)
      if case .end(let end) = story.entries[index] { visits[end.number] = nil }
    }
    // What is kept points into this story, so that the next one needs stores of its own.
    if isShared { story = Story() } else { story.clear() }
  }

  private mutating func keep(_ step: Step, _ defects: Range<Int>) -> Bool {
    let wish = count < wanted.count ? wanted[count] : .nothing
    guard wish != .nothing else { return false }
    let visit = visits[step.visit] ?? OpenVisit()
    if wish == .fields { dissector.dissect(step, in: story, into: &dissection) }
    let sources = reader.description.sources
    let source = Int(step.source)
    waiting[count] = ComparedStep(
      story: story, step: step, defects: defects, card: visit.card,
      dissection: wish == .fields ? dissection : nil, identifier: visit.identifier,
      link: sources.indices.contains(source) ? sources[source].link : .iso14443)
    return true
  }

  /// Takes in what a step tells of its visit's card.
  private mutating func note(_ step: Step) {
    switch step.content {
    case .activation(let activation):
      visits[step.visit]?.card = ComparedCard(atqa: activation.atqa, sak: activation.sak)
    case .protocolActivation(let activation) where !activation.answer.isEmpty:
      visits[step.visit]?.card.ats = Array(story.bytes[activation.answer.range])
      if let parameters = activation.parameters {
        visits[step.visit]?.card.historical = Array(story.bytes[parameters.historical.range])
      }
    default: break
    }
  }
}

extension StepDigest {
  /// Whether a step is one of those that are compared.
  static func counts(_ step: Step) -> Bool {
    switch step.content {
    case .exchange, .activation, .protocolActivation, .answerToReset, .peer, .raw: true
    case .event, .polling, .parameterSelection, .halt, .deselect, .block, .damaged, .records: false
    }
  }
}
