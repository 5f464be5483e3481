import Bytes

/// Type 2 commands in two packets, of which the second has no code: COMPATIBILITY_WRITE (A0 and a
/// page; then 16 bytes) and SECTOR_SELECT (C2 FF; then the sector and three zeros, which silence
/// acknowledges). They are one exchange.
extension Track {
  /// Whether the card has acknowledged a first packet, so that a second one may follow.
  var awaitsSecondPacket: Bool {
    guard open.isOpen, open.exchange.form == .type2, !buffers.isJoined,
      buffers.command.count == 2, buffers.answer.count == 1,
      buffers.answer.span[0] & 0x0F == 0x0A
    else { return false }
    return buffers.command.span[0] == 0xA0 || isSectorSelect
  }

  /// Whether a command is the second packet of the exchange that is held.
  func isSecondPacket(_ command: Span<UInt8>) -> Bool {
    guard open.state == .held, awaitsSecondPacket else { return false }
    return command.count == (isSectorSelect ? 4 : 16)
  }

  /// Whether silence is the answer that is right.
  var isAcknowledgedBySilence: Bool {
    open.exchange.form == .type2 && buffers.isJoined && isSectorSelect
  }

  private var isSectorSelect: Bool {
    buffers.command.count == 2 && buffers.command.span[0] == 0xC2
      && buffers.command.span[1] == 0xFF
  }
}
