import Bytes
import TraceFormat

/// The cards that are in ISO-DEP at the same time, told apart by their CID (ISO/IEC 14443-4 allows
/// fourteen besides 0).
struct CardsByCID {
  private var cards: [Card] = []

  /// What comes back when a card's CID is used again.
  struct Card {
    var cid: UInt8
    var who: OpenActivation
    var agreed: Track.Agreement
    var blocks: BlockNumbers
    var channels: Channels
    var technology: Technology
  }

  /// The card that an activation gave this CID, if it is not the present one.
  func card(_ cid: UInt8) -> Card? { cards.first { $0.cid == cid } }

  /// Remembers a card under its CID.
  mutating func keep(_ card: Card) {
    cards.removeAll { $0.cid == card.cid }
    cards.append(card)
  }

  /// The field went off, or a card was deselected: its CID is free.
  mutating func forget(_ cid: UInt8? = nil) {
    cards.removeAll { cid == nil || $0.cid == cid }
  }

  var isEmpty: Bool { cards.isEmpty }
}

extension Track {
  /// Remembers the card that RATS or ATTRIB gave a CID.
  mutating func keepCard(cid: UInt8) {
    agreed.cid = cid
    guard let who = lastActivation else { return }
    cards.keep(
      CardsByCID.Card(
        cid: cid, who: who, agreed: agreed, blocks: blocks, channels: channels,
        technology: technology))
  }

  /// A block names another card than the last one: that card's visit begins again.
  mutating func turn(to cid: UInt8, into story: inout Story) {
    guard cid != agreed.cid, let other = cards.card(cid), let present = lastActivation else {
      return
    }
    settle(atEnd: true, into: &story)
    cards.keep(
      CardsByCID.Card(
        cid: agreed.cid, who: present, agreed: agreed, blocks: blocks, channels: channels,
        technology: technology))
    endVisit(.otherCard, into: &story)
    openVisit(frame: lastFrame, time: lastTime ?? 0, who: other.who, into: &story)
    agreed = other.agreed
    blocks = other.blocks
    channels = other.channels
    technology = other.technology
    lastActivation = other.who
  }
}
