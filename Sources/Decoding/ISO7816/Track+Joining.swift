import Bytes

/// ISO/IEC 7816-4: what an answer's SW1-SW2 says about the command after it.
extension Track {
  /// Reads SW1-SW2, follows SELECT and MANAGE CHANNEL, and tells APDUs from native commands.
  mutating func readStatus() {
    let selected = Self.read(buffers, channels: &channels)
    if !buffers.isJoined {
      open.exchange.channel = selected.channel
      open.exchange.application = selected.application
      open.exchange.file = selected.file
    }
    if selected.isNative {
      open.exchange.form = .native
    } else {
      open.exchange.status = selected.status
    }
  }

  private struct Outcome {
    var isNative = false
    var status: UInt16?
    var channel: UInt8 = 0
    var application = Identifier()
    var file: UInt16?
  }

  private static func read(_ buffers: borrowing ExchangeBuffers, channels: inout Channels)
    -> Outcome
  {
    buffers.isJoined
      ? read(
        buffers.partCommand.span, answer: buffers.answer.span, from: buffers.answerStart,
        channels: &channels)
      : read(
        buffers.command.span, answer: buffers.answer.span, from: buffers.answerStart,
        channels: &channels)
  }

  private static func read(
    _ command: Span<UInt8>, answer: Span<UInt8>, from start: Int, channels: inout Channels
  ) -> Outcome {
    var outcome = Outcome()
    let count = answer.count - start
    if count >= 2 {
      outcome.status = UInt16(answer[answer.count - 2]) << 8 | UInt16(answer[answer.count - 1])
    }
    let looksLikeStatus = outcome.status.map(isStatus) ?? false
    if command.count > 0, !looksLikeStatus, command.count < 4 || command[0] & 0x60 != 0 {
      outcome.isNative = true
      return outcome
    }
    guard command.count >= 4 else { return outcome }
    outcome.channel = Channels.number(of: command[0])
    let before = channels[outcome.channel]
    outcome.application = before.application
    outcome.file = before.file
    guard let status = outcome.status, succeeded(status) else { return outcome }
    channels.follow(command, answer: answer.extracting(start..<answer.count))
    if command[1] == 0xA4, command[2] == 0x04 {
      outcome.application = channels[outcome.channel].application
    }
    return outcome
  }

  /// SW1 is 61 to 6F or 90 to 9F; ISO/IEC 7816-4 allows no other value.
  private static func isStatus(_ status: UInt16) -> Bool {
    let first = UInt8(status >> 8)
    return first & 0xF0 == 0x90 || first >= 0x61 && first <= 0x6F
  }

  private static func succeeded(_ status: UInt16) -> Bool {
    switch status >> 8 {
    case 0x90, 0x91, 0x61, 0x62, 0x63: true
    default: false
    }
  }

  /// Whether the next command may belong to this exchange: 61xx, 6Cxx, 91AF, CLA chaining.
  var mayContinue: Bool {
    guard open.isOpen, open.exchange.form == .iso7816, let status = open.exchange.status else {
      return awaitsSecondPacket
    }
    if status >> 8 == 0x61 || status >> 8 == 0x6C || status == 0x91AF { return true }
    let cla = buffers.isJoined ? buffers.partCommand.first : buffers.command.first
    return status == 0x9000 && cla & 0xE0 == 0 && cla & 0x10 != 0
  }

  /// How a command continues the exchange that is held; nil when it does not.
  func join(_ start: Span<UInt8>) -> Exchange.Joins? {
    guard open.isOpen, open.state == .held, !open.isAnswerDamaged,
      let status = open.exchange.status,
      start.count >= 4, open.exchange.parts < Track.partLimit
    else { return nil }
    return buffers.isJoined
      ? Self.join(start, to: buffers.partCommand.span, status)
      : Self.join(start, to: buffers.command.span, status)
  }

  private static func join(
    _ start: Span<UInt8>, to before: Span<UInt8>, _ status: UInt16
  ) -> Exchange.Joins? {
    guard before.count >= 4 else { return nil }
    switch status >> 8 {
    case 0x61 where start[1] == 0xC0: return .getResponse
    case 0x6C where Self.isRetry(start, of: before): return .correctedLe
    case 0x91 where status == 0x91AF && start[0] == 0x90 && start[1] == 0xAF:
      return .additionalFrame
    case 0x90 where before[0] & 0x10 != 0 && start[0] | 0x10 == before[0]:
      return start[1] == before[1] ? .commandChaining : nil
    default: return nil
    }
  }

  /// An exchange takes in so many commands; what comes after is told apart.
  static let partLimit = 4_096

  /// The same command, apart from its last byte (Le), or with Le added.
  private static func isRetry(_ command: Span<UInt8>, of before: Span<UInt8>) -> Bool {
    let shared = min(before.count, command.count) - (before.count == command.count ? 1 : 0)
    guard shared >= 4, command.count - before.count <= 1, before.count <= command.count else {
      return false
    }
    for index in 0..<shared where command[index] != before[index] { return false }
    return true
  }

  /// Makes the next command a part of the exchange that is held.
  mutating func joinPart(_ join: Exchange.Joins, _ sighting: Sighting) {
    if !buffers.isJoined {
      buffers.closePart(
        commandFrame: open.commandFrame, answerFrame: open.answerFrame)
    }
    buffers.partCommand.clear()
    buffers.lastBlock = 0
    buffers.isJoined = true
    switch join {
    case .correctedLe, .secondPacket: buffers.clearAnswer()
    default: buffers.dropLast(2)
    }
    buffers.answerStart = buffers.answer.count
    open.exchange.parts += 1
    open.exchange.joins.insert(join)
    open.state = .waiting
    open.see(sighting)
  }
}

extension ByteBuffer {
  /// The first byte, 0 without one.
  fileprivate var first: UInt8 { count > 0 ? span[0] : 0 }
}
