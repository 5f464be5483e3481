import Bytes
import TraceFormat

/// Pseudo-APDUs that a reader hands on to the PN532 in it (ACS, ACR122U API):
///
///     FF 00 00 00 Lc | D4 CC …          D5 CC+1 … | 90 00
///     61 xx, then FF C0 00 00 xx        D5 CC+1 … | 90 00       where the answer is asked for
struct DirectTransmit {
  /// The last command was one, so that what comes back is the chip's.
  var isOpen = false

  /// Where in a command the chip's own one lies.
  static func command(in apdu: Span<UInt8>) -> Range<Int>? {
    guard apdu.count >= 7, apdu[0] == 0xFF, apdu[1] == 0, apdu[2] == 0, apdu[3] == 0,
      apdu[5] == 0xD4
    else { return nil }
    return 5..<min(apdu.count, 5 + Int(apdu[4]))
  }

  /// Whether a command asks for an answer that waits in the reader.
  static func isGetResponse(_ apdu: Span<UInt8>) -> Bool {
    apdu.count == 5 && apdu[0] == 0xFF && apdu[1] == 0xC0
  }
}

extension Reader {
  /// Reads a captured APDU: nil for one that the card, or the reader itself, is to answer.
  func readCaptured(
    _ apdu: Span<UInt8>, _ direction: Direction, into derived: inout DerivedFrames
  ) -> FrameName? { readDirect(apdu, direction, into: &derived) }

  /// Reads an APDU that something else carried.
  func readCarried(
    _ apdu: Span<UInt8>, _ direction: Direction, into derived: inout DerivedFrames
  ) {
    guard readDirect(apdu, direction, into: &derived) == nil else { return }
    derived.add(.apdu, direction, captured: apdu, at: 0)
  }

  private func readDirect(
    _ apdu: Span<UInt8>, _ direction: Direction, into derived: inout DerivedFrames
  ) -> FrameName? {
    if direction == .toCard {
      if let command = DirectTransmit.command(in: apdu) {
        direct.isOpen = true
        derived.base = derived.base.map { $0 + command.lowerBound }
        _ = chip.read(apdu.extracting(command), .toCard, into: &derived)
        return .directCommand
      }
      if direct.isOpen, DirectTransmit.isGetResponse(apdu) { return .directCommand }
      direct.isOpen = false
      return nil
    }
    guard direct.isOpen, direction == .fromCard else { return nil }
    // SW1-SW2 alone: 61xx says that the answer waits, all else that there is none.
    guard apdu.count >= 4, apdu[0] == 0xD5 else {
      if apdu.count < 2 || apdu[apdu.count - 2] != 0x61 { direct.isOpen = false }
      return .directAnswer
    }
    direct.isOpen = false
    _ = chip.read(apdu.extracting(0..<apdu.count - 2), .fromCard, into: &derived)
    return .directAnswer
  }
}
