import Bytes

/// An exchange that is being built: what is known of it until it can be told.
///
/// A value that is there or not by `isOpen`: an optional of this size is copied whenever it is
/// asked whether it is there.
struct OpenExchange: Equatable {
  var isOpen = false
  var exchange = Exchange(form: .unknown)
  var state: State = .waiting
  private(set) var first = 0
  private(set) var time: Int64 = 0
  var last = 0
  var lastTime: Int64 = 0
  var commandFrame = 0
  var answerFrame = 0
  private(set) var firstDerived: UInt16 = 0
  private(set) var lastDerived: UInt16 = 0
  /// The reader's last frame of it; its number is 0 where none was captured.
  var reader = Sighting()
  var wait: Int64?
  var budget: Int64?
  /// What the card may take for this command, where that depends on the command (FeliCa).
  var limit: Int64?
  /// The card acknowledged the last block of the reader's chain.
  var isAcknowledged = false
  /// The card's last frame was no use, and why.
  var isAnswerDamaged = false
  var damage: Exchange.Outcome?
  /// What is wrong with the command's own frame.
  var commandDefect: Defect?
  var commandDamage: Damaged.Reason?
  /// MIFARE Classic: the command was acknowledged, and its data is to follow.
  var expectsData = false
  /// The card is to say nothing: silence is its answer.
  var isSilenceRight = false
  /// WTXM of an S(WTX) that the reader has not answered.
  var extensionRequested: UInt8?
  var extensionGranted = false

  /// Who is to speak.
  enum State: Equatable {
    /// The reader is in the middle of a chain.
    case sending
    case waiting
    /// The card is in the middle of a chain.
    case receiving
    /// Complete, and held because the next command may belong to it.
    case held
  }

  /// No exchange.
  init() {}

  init(form: Exchange.Form, _ sighting: Sighting, isCommand: Bool) {
    isOpen = true
    exchange.form = form
    first = sighting.number
    time = sighting.time
    last = sighting.number
    lastTime = sighting.time
    commandFrame = isCommand ? sighting.number : 0
    firstDerived = sighting.derived
    lastDerived = sighting.derived
    if isCommand { reader = sighting }
  }

  /// Takes in a frame of either side.
  mutating func see(_ sighting: Sighting) {
    last = sighting.number
    lastDerived = sighting.derived
    lastTime = sighting.time
  }
}

/// The bytes of the exchange that is being built. Kept apart from its state, so that both can be
/// changed while one is read.
struct ExchangeBuffers: ~Copyable {
  var command = ByteBuffer(capacity: 512)
  var answer = ByteBuffer(capacity: 512)
  var commandSegments: [Segment] = []
  var answerSegments: [Segment] = []
  /// The command of the second or a later part.
  var partCommand = ByteBuffer(capacity: 512)
  /// Where later parts' commands were captured, one part after the other.
  var partSegments: [Segment] = []
  private var partSegmentStart = 0
  /// Where the present part's answer begins in `answer`.
  var answerStart = 0
  var isJoined = false
  /// Where the reader's last block begins in the present command.
  var lastBlock = 0
  /// A damaged command frame as it was captured, and the last damaged answer.
  var raw = ByteBuffer(capacity: 512)
  var rawAnswer = ByteBuffer(capacity: 512)
  /// Finished parts, their extents pointing into `partBytes`.
  var parts: [ExchangePart] = []
  var partBytes = ByteBuffer(capacity: 512)

  /// More than this of one command or answer is not kept.
  static let limit = 65_544

  mutating func clear() {
    command.clear()
    answer.clear()
    if !commandSegments.isEmpty { commandSegments.removeAll(keepingCapacity: true) }
    if !answerSegments.isEmpty { answerSegments.removeAll(keepingCapacity: true) }
    partCommand.clear()
    if !partSegments.isEmpty { partSegments.removeAll(keepingCapacity: true) }
    partSegmentStart = 0
    if !parts.isEmpty { parts.removeAll(keepingCapacity: true) }
    partBytes.clear()
    raw.clear()
    rawAnswer.clear()
    answerStart = 0
    lastBlock = 0
    isJoined = false
  }

  /// Forgets the present part's answer: it was damaged, or is replaced.
  mutating func clearAnswer() {
    answer.truncate(to: answerStart)
    trimSegments()
  }

  /// Takes the last bytes off the answer.
  mutating func dropLast(_ count: Int) {
    answer.truncate(to: max(answerStart, answer.count - count))
    trimSegments()
  }

  private mutating func trimSegments() {
    while let last = answerSegments.last {
      let over = Int(last.offset) + Int(last.length) - answer.count
      guard over > 0 else { return }
      if over >= Int(last.length) {
        answerSegments.removeLast()
      } else {
        answerSegments[answerSegments.count - 1].length -= UInt32(over)
        return
      }
    }
  }

  /// Whether the reader's last block had these bytes.
  func lastBlockIs(_ bytes: Span<UInt8>) -> Bool {
    isJoined
      ? Self.tail(of: partCommand.span, from: lastBlock, is: bytes)
      : Self.tail(of: command.span, from: lastBlock, is: bytes)
  }

  private static func tail(of all: Span<UInt8>, from: Int, is bytes: Span<UInt8>) -> Bool {
    guard all.count - from == bytes.count else { return false }
    for index in bytes.indices where all[from + index] != bytes[index] { return false }
    return true
  }

  /// Closes a part: its command and answer as they were sent.
  mutating func closePart(commandFrame: Int, answerFrame: Int) {
    let start = partBytes.count
    if isJoined { partBytes.append(partCommand) } else { partBytes.append(command) }
    let middle = partBytes.count
    partBytes.append(answer, from: answerStart)
    parts.append(
      ExchangePart(
        command: Extent(start..<middle), answer: Extent(middle..<partBytes.count),
        commandSegments: Extent(partSegmentStart..<partSegments.count),
        commandFrame: commandFrame, answerFrame: answerFrame))
    partSegmentStart = partSegments.count
  }
}
