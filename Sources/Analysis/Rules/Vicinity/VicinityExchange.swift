import Bytes
import Decoding
import GrammarLanguage

/// Looks at commands and answers of ISO/IEC 15693: whether they have the length that they should,
/// whom they are for, what the card says of its memory. `MalformedCommand` has the manual page of the
/// first.
struct VicinityExchange {
  private let reader: VicinityReader
  private var command = FieldTree()
  private var answer = FieldTree()

  init(_ lexicon: Lexicon) { reader = VicinityReader(lexicon) }

  mutating func check(
    _ step: borrowing Step, _ exchange: borrowing Exchange, visit: inout VisitState,
    into findings: inout [Finding], _ story: borrowing Story
  ) {
    guard case .none = exchange.commandDamage, !exchange.isTooLong else { return }
    let sent = story.bytes.span.extracting(exchange.command.range)
    guard let request = VicinityRequest(sent) else { return }
    let isAnswered = exchange.outcome == .answered
    let came = story.bytes.span.extracting(isAnswered ? exchange.answer.range : 0..<0)
    command.clear()
    answer.clear()
    reader.read(sent, came, into: &command, answer: &answer)
    let scene = Scene(step: step.frames.lowerBound, visit: step.visit)
    if exchange.outcome != .endOfCapture {
      checkFit(command, exchange.commandSegments, .command, scene, into: &findings, story)
    }
    UIDReversed.check(request, exchange, scene, into: &findings, story)
    ExposedPassword.check(
      request, sent, came, exchange, scene, visit: &visit, into: &findings, story)
    guard isAnswered, came.count > 0, came[0] & 1 == 0 else { return }
    if request.readsBlocks {
      checkBlocks(request, sent, came, exchange, scene, visit, into: &findings, story)
    } else {
      checkFit(answer, exchange.answerSegments, .answer, scene, into: &findings, story)
    }
    if request.code == 0x2B, request.maker == nil, let information = SystemInformation(came) {
      let isNew = visit.blockSize == nil
      visit.blockSize = information.memory?.size
      if isNew { BlockSize.check(information, exchange, scene, into: &findings, story) }
    }
  }

  /// What a finding needs to know of its step.
  struct Scene {
    let step: Int
    let visit: Int
  }

  /// Whether the bytes end where the fields do.
  private func checkFit(
    _ tree: FieldTree, _ segments: Extent, _ half: Finding.Half, _ scene: Scene,
    into findings: inout [Finding], _ story: borrowing Story
  ) {
    for problem in tree.problems {
      let words: Finding.Message
      switch problem.kind {
      case .truncated(let needed, let available):
        words = """
          \(half == .answer ? "the answer" : "the command") ends too early: \
          \(Words.count(needed, "byte")) \(needed == 1 ? "is" : "are") due, \(available) left
          """
      case .trailing(let count):
        words = """
          \(half == .answer ? "the answer" : "the command") has \(Words.count(count, "byte")) more \
          than it should
          """
      default: continue
      }
      let count = segments.range.reduce(0) { $0 + Int(story.segments[$1].length) }
      let range = min(problem.offset, max(0, count - 1))..<max(problem.offset, count)
      guard count > 0, let place = story.place(of: range, in: segments) else { return }
      findings.append(
        Finding(
          .malformedCommand, visit: scene.visit, step: scene.step, half: half,
          places: Places(place), message: words))
      return
    }
  }

  /// Whether an answer can hold as many blocks as were asked for.
  private func checkBlocks(
    _ request: VicinityRequest, _ sent: Span<UInt8>, _ came: Span<UInt8>,
    _ exchange: borrowing Exchange, _ scene: Scene, _ visit: VisitState,
    into findings: inout [Finding], _ story: borrowing Story
  ) {
    guard let asked = request.blocks(of: sent) else { return }
    let present = came.count - 1
    let status = request.hasOption ? asked.count : 0
    let found = VicinityBlocks(request, sent, answer: came)
    if let found, visit.blockSize == nil || visit.blockSize == found.size { return }
    guard let place = story.place(of: 0..<came.count, in: exchange.answerSegments) else { return }
    var message: Finding.Message = "\(Words.count(asked.count, "block"))"
    if let size = visit.blockSize {
      message += " of \(Words.count(size, "byte")) \(asked.count == 1 ? "is" : "are")"
      message += " \(Words.count(asked.count * size + status, "byte")), \(present) came"
    } else {
      message += " cannot be in \(Words.count(present, "byte"))"
    }
    message += ": this answers another command, or frames are missing"
    findings.append(
      Finding(
        .malformedCommand, visit: scene.visit, step: scene.step, half: .answer,
        places: Places(place), message: message))
  }
}

/// An error that an ISO/IEC 15693 card told: where, and which.
struct VicinityRefusal: Equatable {
  let place: Place
  let code: UInt8

  /// The error of an answer, nil where there is none.
  init?(_ exchange: borrowing Exchange, in story: borrowing Story) {
    guard case .iso15693 = exchange.form, case .answered = exchange.outcome,
      exchange.answer.count > 1
    else { return nil }
    let start = Int(exchange.answer.start)
    guard story.bytes[start] & 1 != 0,
      let place = story.place(of: 1..<2, in: exchange.answerSegments)
    else { return nil }
    self.place = place
    code = story.bytes[start + 1]
  }
}
