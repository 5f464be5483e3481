import Bytes
import Tags

/// The memory of an ISO/IEC 15693 card, from its reads and writes of blocks.
struct Type5Memory: Sendable {
  /// Nil until the size of a block is known.
  private var image: MemoryImage?
  /// A byte a block: its security status.
  private var status = MemoryImage(unit: 1, word: .block)
  /// How many bytes Get System Information said that there are, and in each block.
  private var size: Int?
  private var blockSize: Int?
  private var identity: TagIdentity
  private var isMultipleRefused = false

  init(_ identity: TagIdentity) { self.identity = identity }

  var contents: [TagContents] {
    guard let image else { return [] }
    return [
      TagContents(
        type5: image, identity, size: size, status: status, isMultipleRefused: isMultipleRefused)
    ]
  }

  /// A new activation of the same card.
  mutating func activate(_ identity: TagIdentity) { self.identity.uid = identity.uid }

  mutating func take(
    _ exchange: borrowing Exchange, of step: borrowing Step, in story: borrowing Story,
    _ events: inout [MemoryEvent]
  ) {
    let command = story.bytes.span.extracting(exchange.command.range)
    let answer = story.bytes.span.extracting(exchange.answer.range)
    guard let request = VicinityRequest(command) else { return }
    if identity.uid.isEmpty { identity.uid = request.uid.bytes }
    let isAnswered = exchange.outcome == .answered
    let flags = answer.count > 0 ? answer[0] : 1
    let error = answer.count > 1 ? answer[1] : 0
    let isAccepted = isAnswered && flags & 1 == 0
    switch request.code {
    case 0x2B where isAccepted, 0x3B where isAccepted:
      note(SystemInformation(answer, isExtended: request.code == 0x3B))
    case 0x22 where isAccepted, 0x32 where isAccepted:
      lock(request, command, step, story, exchange, &events)
    case 0x2C where isAccepted, 0x3C where isAccepted:
      guard let target = request.blocks(of: command), answer.count - 1 <= target.count else {
        return
      }
      status.lay(
        1..<answer.count, of: exchange.answer, exchange.answerSegments, step: step, in: story,
        at: target.first, as: .read)
    default:
      if request.readsBlocks {
        // 01 and 02: the command, or its option, is not there.
        let isUnknown = isAnswered && !isAccepted && (error == 1 || error == 2)
        if isUnknown, request.code == 0x23 || request.code == 0x33 { isMultipleRefused = true }
        if isAccepted { read(request, command, exchange, step, story, &events) }
      } else if let start = request.dataStart, let target = request.blocks(of: command) {
        write(start..<command.count, to: target, isAccepted, exchange, step, story, &events)
      }
    }
  }

  private mutating func note(_ information: SystemInformation?) {
    guard let information else { return }
    identity.dsfid = information.dsfid ?? identity.dsfid
    identity.family = information.family ?? identity.family
    identity.reference = information.reference ?? identity.reference
    if identity.uid.isEmpty { identity.uid = information.uid.bytes }
    guard let memory = information.memory else { return }
    blockSize = memory.size
    size = memory.blocks * memory.size
  }

  private mutating func read(
    _ request: VicinityRequest, _ command: Span<UInt8>, _ exchange: borrowing Exchange,
    _ step: borrowing Step, _ story: borrowing Story, _ events: inout [MemoryEvent]
  ) {
    let answer = story.bytes.span.extracting(exchange.answer.range)
    guard
      let layout = BlockLayout(
        VicinityBlocks(request, command, answer: answer), bytes: answer.count - 1,
        known: blockSize)
    else { return }
    prepare(layout.size)
    guard image?.unit == layout.size else { return }
    let width = layout.size + (layout.hasStatus ? 1 : 0)
    // Without security status between them the blocks are one run.
    for index in 0..<(layout.hasStatus ? layout.count : 1) {
      let start = 1 + index * width + (layout.hasStatus ? 1 : 0)
      let range = start..<(layout.hasStatus ? start + layout.size : answer.count)
      if layout.hasStatus {
        status.lay(
          start - 1..<start, of: exchange.answer, exchange.answerSegments, step: step, in: story,
          at: layout.first + index, as: .read)
      }
      let conflict = image?.lay(
        range, of: exchange.answer, exchange.answerSegments, step: step, in: story,
        at: (layout.first + index) * layout.size, as: .read)
      guard let conflict else { continue }
      events.append(
        MemoryEvent(
          kind: .conflict(conflict), place: conflict.after.place(of: conflict.range.count),
          unit: layout.size, word: .block))
    }
  }

  private mutating func write(
    _ data: Range<Int>, to target: (first: Int, count: Int), _ isAccepted: Bool,
    _ exchange: borrowing Exchange, _ step: borrowing Step, _ story: borrowing Story,
    _ events: inout [MemoryEvent]
  ) {
    guard data.count > 0, target.count > 0, data.count % target.count == 0 else { return }
    let width = data.count / target.count
    guard width <= 32 else { return }
    let range = target.first * width..<(target.first + target.count) * width
    if isAccepted {
      prepare(width)
      guard image?.unit == width else { return }
      image?.lay(
        data, of: exchange.command, exchange.commandSegments, step: step, in: story,
        at: range.lowerBound, as: .written)
    } else if exchange.outcome == .answered {
      guard let place = story.place(of: 0..<exchange.answer.count, in: exchange.answerSegments)
      else { return }
      events.append(
        MemoryEvent(
          kind: .refused(range, code: nil), place: place, unit: width, word: .block))
    } else if image?.unit == width {
      // Whether it was written nobody saw.
      image?.forget(range)
    }
  }

  /// A block that is locked stays so.
  private mutating func lock(
    _ request: VicinityRequest, _ command: Span<UInt8>, _ step: borrowing Step,
    _ story: borrowing Story, _ exchange: borrowing Exchange, _ events: inout [MemoryEvent]
  ) {
    guard let target = request.blocks(of: command),
      let place = story.place(
        of: request.parameters..<command.count, in: exchange.commandSegments)
    else { return }
    let origin = MemoryOrigin(
      frame: place.frame, derived: place.derived, offset: place.bytes.lowerBound,
      exchange: step.frames.lowerBound)
    status.lay([0x01].span, at: target.first, from: origin, as: .written)
    events.append(
      MemoryEvent(
        kind: .permanent(.block, target.first..<target.first + 1), place: place, unit: 1,
        word: .block))
  }

  private mutating func prepare(_ size: Int) {
    guard image == nil else { return }
    image = MemoryImage(unit: size, word: .block)
    // A body sensor writes what it measures into its memory.
    if identity.uid.starts(with: [0xE0, 0x07, 0xA0])
      || identity.uid.starts(with: [0xE0, 0x07, 0xA4])
    {
      image?.changing = [0..<MemoryImage.limit]
    }
  }
}

/// How the blocks lie in an answer.
private struct BlockLayout {
  let first: Int
  let count: Int
  let size: Int
  let hasStatus: Bool

  /// Some cards, and some readers' firmware, leave out the security status that was asked for: then
  /// the bytes are blocks of the size that is known, or of an even one.
  init?(_ blocks: VicinityBlocks?, bytes: Int, known: Int?) {
    guard let blocks else { return nil }
    first = blocks.first
    count = blocks.count
    let whole = bytes / blocks.count
    let isBare = known.map { whole == $0 } ?? (whole & (whole - 1) == 0 && whole > 2)
    hasStatus = blocks.hasStatus && !isBare
    size = hasStatus ? blocks.size : whole
    guard size > 0, size <= 32 else { return nil }
  }
}
