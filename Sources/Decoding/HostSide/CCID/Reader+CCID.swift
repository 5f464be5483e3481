import Bytes
import TraceFormat

/// What is under way between a host and a CCID reader.
struct CCIDState: ~Copyable {
  /// The last command.
  var command: CCIDMessage.Kind?
  /// A command or an answer that comes in several messages.
  var sent = ByteBuffer(capacity: 300)
  var received = ByteBuffer(capacity: 300)
  /// The same of blocks of T=1.
  var blocks = BlocksT1()

  /// More than this of what comes in parts is not kept.
  static let limit = 65_544
}

extension Reader {
  /// Reads a CCID message: power, APDUs (whole, in parts, or in blocks of T=1), escapes.
  func readCCID(
    _ bytes: Span<UInt8>, _ direction: Direction, into derived: inout DerivedFrames
  ) -> FrameName {
    // The reader's interrupt: which slots have a card. b1 present, b2 changed, for slot 0.
    if bytes.count >= 2, bytes[0] == 0x50 {
      if bytes[1] & 0x03 == 0x02 { derived.add(.targetLost) }
      return .ccidAnswer
    }
    guard let message = CCIDMessage(bytes) else {
      derived.fault = HostFault(kind: .hostFrame(.noCommand), bytes: 0..<bytes.count)
      return direction == .toCard ? .ccidCommand : .ccidAnswer
    }
    let data = bytes.extracting(CCIDMessage.headerSize..<bytes.count)
    if message.length > data.count {
      derived.fault = HostFault(
        kind: .hostFrame(.length(claimed: message.length, present: data.count)), bytes: 1..<5)
      return message.kind.isCommand ? .ccidCommand : .ccidAnswer
    }
    let content = data.extracting(0..<message.length)
    derived.base = derived.base.map { $0 + CCIDMessage.headerSize }
    guard message.kind.isCommand else {
      readAnswer(message, content, into: &derived)
      return .ccidAnswer
    }
    messages.command = message.kind
    switch message.kind {
    case .transfer: readTransfer(message, content, into: &derived)
    case .escape: readEscape(content, .toCard, into: &derived)
    default: break
    }
    return .ccidCommand
  }

  /// XfrBlock, whose level parameter says whether the APDU begins (1), goes on (3) or ends (2)
  /// here, or only asks for more of the answer (10).
  private func readTransfer(
    _ message: CCIDMessage, _ content: Span<UInt8>, into derived: inout DerivedFrames
  ) {
    switch (message.specific.1, content.count) {
    case (0x10, 0): return
    case (0x01, _), (0x03, _):
      if message.specific.1 == 0x01 { messages.sent.clear() }
      Self.keep(content, in: &messages.sent)
    case (0x02, _):
      Self.keep(content, in: &messages.sent)
      derived.base = nil
      readCarried(messages.sent.span, .toCard, into: &derived)
      messages.sent.clear()
    default: readUnit(content, .toCard, into: &derived)
    }
  }

  private func readAnswer(
    _ message: CCIDMessage, _ content: Span<UInt8>, into derived: inout DerivedFrames
  ) {
    switch message.kind {
    case .escapeAnswer: readEscape(content, .fromCard, into: &derived)
    case .dataBlock where message.specific.0 & 0xC0 == 0x40:
      // The command failed.
      messages.received.clear()
    case .dataBlock where message.specific.0 & 0xC0 == 0x80: return
    case .dataBlock where messages.command == .powerOn:
      if content.count > 0 { derived.add(.atr, .fromCard, captured: content, at: 0) }
    case .dataBlock:
      switch message.specific.2 {
      case 0x01, 0x03:
        if message.specific.2 == 0x01 { messages.received.clear() }
        Self.keep(content, in: &messages.received)
        return
      case 0x02:
        Self.keep(content, in: &messages.received)
        derived.base = nil
        readCarried(messages.received.span, .fromCard, into: &derived)
        messages.received.clear()
      case 0x10 where content.count == 0: return
      default: readUnit(content, .fromCard, into: &derived)
      }
    default: break
    }
    messages.command = nil
  }

  /// An APDU, or a block of T=1 around one.
  private func readUnit(
    _ content: Span<UInt8>, _ direction: Direction, into derived: inout DerivedFrames
  ) {
    guard content.count > 0 else { return }
    guard let block = BlockT1(content) else {
      readCarried(content, direction, into: &derived)
      return
    }
    guard case .information(let isLast) = block.kind else { return }
    if isLast, messages.blocks.isEmpty(direction) {
      derived.base = derived.base.map { $0 + 3 }
      readCarried(content.extracting(block.content), direction, into: &derived)
      return
    }
    messages.blocks.keep(content.extracting(block.content), direction)
    guard isLast else { return }
    derived.base = nil
    let whole = messages.blocks.take(direction)
    readCarried(whole.span, direction, into: &derived)
  }

  /// An escape holds what the reader's maker made of it: with ACS the same direct commands.
  private func readEscape(
    _ content: Span<UInt8>, _ direction: Direction, into derived: inout DerivedFrames
  ) {
    guard content.count >= 2 else { return }
    if content[0] == 0xD4 || content[0] == 0xD5 {
      _ = chip.read(content, direction, into: &derived)
    } else if DirectTransmit.command(in: content) != nil || direct.isOpen {
      readCarried(content, direction, into: &derived)
    }
  }

  private static func keep(_ part: Span<UInt8>, in buffer: inout ByteBuffer) {
    guard buffer.count + part.count <= CCIDState.limit else { return }
    buffer.append(part)
  }
}
