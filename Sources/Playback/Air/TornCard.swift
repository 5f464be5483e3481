package import Decoding

/// A card that is taken out of the field behind so many exchanges or bytes, as a hand does that is
/// too quick.
package struct TornCard: Card {
  private var inside: any Card
  private var end: End
  /// It was taken away. It comes back when it is put there again.
  package private(set) var isGone = false

  /// When it goes.
  package enum End: Equatable, Sendable {
    case never
    /// After so many commands were answered; finding and selecting the card is none.
    case exchanges(Int)
    /// After so many bytes of commands and answers. A command that is cut is not done; one whose
    /// answer is cut is.
    case bytes(Int)
  }

  /// Puts a card into the hand.
  package init(_ card: any Card, goesAfter end: End) {
    inside = card
    self.end = end
  }

  package var technology: Technology { inside.technology }
  package var isUsedUp: Bool { inside.isUsedUp }
  package var memory: [UInt8]? { inside.memory }
  package mutating func losePower() { inside.losePower() }

  /// The card, as it has become.
  package var card: any Card { inside }

  package mutating func receive(_ frame: AirFrame) -> AirFrame? {
    guard !isGone else { return nil }
    guard Self.isCommand(frame) else { return inside.receive(frame) }
    switch end {
    case .never:
      return inside.receive(frame)
    case .exchanges(let left):
      guard left > 0 else { return leave() }
      let answer = inside.receive(frame)
      if answer != nil { end = .exchanges(left - 1) }
      return answer
    case .bytes(let left):
      guard left >= frame.bytes.count else { return leave() }
      let answer = inside.receive(frame)
      let rest = left - frame.bytes.count - (answer?.bytes.count ?? 0)
      end = .bytes(max(0, rest))
      return rest >= 0 ? answer : leave()
    }
  }

  private mutating func leave() -> AirFrame? {
    isGone = true
    inside.losePower()
    return nil
  }

  /// Whether a frame asks for something, and is not there to find, select or halt a card.
  private static func isCommand(_ frame: AirFrame) -> Bool {
    guard let first = frame.bytes.first else { return false }
    switch frame.technology {
    case .nfcA:
      if frame.lastBits < 8 || frame.bytes.count < 3 { return false }
      return
        !(first == 0x93 || first == 0x95 || first == 0x97 || first == 0xE0 || first == 0x50
        || first & 0xF7 == 0xC2)
    case .nfcB: return !(first == 0x05 || first == 0x1D || first == 0x50 || first & 0xF7 == 0xC2)
    case .nfcF: return frame.bytes.count > 1 && frame.bytes[1] != 0x00
    case .nfcV: return !(frame.bytes.count > 1 && frame.bytes[1] == 0x01)
    case .apdu, .unknown: return true
    }
  }
}
