import Bytes
package import Tags

/// What the exchanges of one visit show of its card's memory.
///
///     exchange → the protocol's part (Type2Memory …) → MemoryImage → TagContents
///
/// Every exchange is shown to it, in order. Each protocol keeps its own images and says at the end
/// what is in them; what contradicts itself on the way is an event of the exchange that did.
package struct CardMemory: Sendable {
  var type1: Type1Memory?
  var type2: Type2Memory?
  var type3: Type3Memory?
  var type4: Type4Memory?
  var type5: Type5Memory?
  var classic: ClassicMemory?
  var storage: StorageCardMemory?
  /// What the last `take` found.
  package internal(set) var events: [MemoryEvent] = []

  package init() {}

  /// Takes in the activation of a card; the memory is that of the same card still.
  package mutating func note(_ activation: Activation, in story: borrowing Story) {
    if activation.technology == .nfcF {
      if type3 == nil { type3 = Type3Memory() }
      type3?.note(activation, in: story)
    }
    guard activation.technology == .nfcA || activation.technology == .nfcV else { return }
    identity.uid = activation.identifier.bytes
    identity.atqa = activation.atqa
    identity.sak = activation.sak
    type2?.activate(identity)
    type5?.activate(identity)
    classic?.activate(identity)
  }

  /// Takes in an ATR, which names a storage card.
  package mutating func note(reset: Span<UInt8>) {
    if storage == nil { storage = StorageCardMemory() }
    storage?.note(reset: reset)
  }

  /// Takes in an exchange of the card.
  package mutating func take(
    _ exchange: borrowing Exchange, of step: borrowing Step, in story: borrowing Story
  ) {
    if !events.isEmpty { events.removeAll(keepingCapacity: true) }
    switch exchange.form {
    case .type1:
      if type1 == nil { type1 = Type1Memory() }
      type1?.take(exchange, of: step, in: story, &events)
    case .type2:
      if type2 == nil { type2 = Type2Memory(identity) }
      type2?.take(exchange, of: step, in: story, &events)
    case .iso7816:
      let command = story.bytes.span.extracting(exchange.command.range)
      if StorageCardMemory.concerns(command) {
        if storage == nil { storage = StorageCardMemory() }
        storage?.take(exchange, of: step, in: story)
      }
      guard Type4Memory.concerns(exchange) else { return }
      if type4 == nil { type4 = Type4Memory() }
      type4?.take(exchange, of: step, in: story, &events)
    case .felica:
      if type3 == nil { type3 = Type3Memory() }
      type3?.take(exchange, of: step, in: story, &events)
    case .iso15693:
      if type5 == nil { type5 = Type5Memory(identity) }
      type5?.take(exchange, of: step, in: story, &events)
    case .classic:
      if classic == nil { classic = ClassicMemory(identity) }
      classic?.take(exchange, of: step, in: story, &events)
    case .native:
      let answer = story.bytes.span.extracting(exchange.answer.range)
      let command = story.bytes.span.extracting(exchange.command.range)
      guard ClassicMemory.isPlainRead(command, answer: answer) else { return }
      if classic == nil { classic = ClassicMemory(identity) }
      classic?.take(plainRead: exchange, of: step, in: story, &events)
    case .iclass, .sri, .unknown: break
    }
  }

  /// What was seen of the card's memory, by parts; the main one first.
  package var contents: [TagContents] {
    var parts: [TagContents] = []
    if let type1 { parts += type1.contents }
    if let type2 { parts += type2.contents }
    if let type3 { parts += type3.contents }
    if let type4 { parts += type4.contents }
    if let type5 { parts += type5.contents }
    if let classic { parts += classic.contents }
    if let storage { parts += storage.contents }
    return parts.filter { !$0.image.isEmpty }
  }

  /// What is known of a FeliCa card, and of a Type 3 tag's block 0.
  package var felica: FelicaCard? { type3?.card }
  package var attributes: AttributeBlock? { type3?.attributes }

  /// What the card's activation says of it.
  private var identity = TagIdentity()
}

/// Something that an exchange does with a memory and that is worth knowing at once.
package struct MemoryEvent: Equatable, Sendable {
  package var kind: Kind
  /// The bytes of the exchange that show it.
  package var place: Place
  /// How the memory's addresses are counted, and what that is called where the size does not tell.
  package var unit: Int
  package var word: MemoryImage.Word?

  /// What it is.
  package enum Kind: Equatable, Sendable {
    /// A read shows other bytes than an earlier read or write.
    case conflict(MemoryImage.Conflict)
    /// A write was refused, with the four bits of a NAK, or FeliCa's second status flag, where
    /// there are such.
    case refused(Range<Int>, code: UInt8?)
    /// A write sets bits that no write clears: what they are of, and what they lock.
    case permanent(Permanent, Range<Int>)
    /// A password passes in clear; whether it is the one that the chip is sold with.
    case password(isDefault: Bool)
    /// A message's bytes are changed while its length says that it is there.
    case updateInPlace
    /// What the tag says of its layout was seen, and is wrong: the faults and remarks are news.
    case layout(TagContents)
  }

  /// What a write cannot take back.
  package enum Permanent: Equatable, Sendable {
    case staticLock, dynamicLock, container, block
  }
}

extension MemoryImage {
  /// Lays a run of an exchange's command or answer into memory, piece by piece as frames brought
  /// it. Gives the first contradiction.
  @discardableResult
  mutating func lay(
    _ range: Range<Int>, of side: Extent, _ segments: Extent, step: borrowing Step,
    in story: borrowing Story, at address: Int, as access: Access
  ) -> Conflict? {
    var conflict: Conflict?
    let bytes = story.bytes.span.extracting(side.range)
    let range = range.clamped(to: 0..<bytes.count)
    for index in segments.range {
      let segment = story.segments[index]
      let start = Int(segment.offset)
      let part = (start..<start + Int(segment.length)).clamped(to: range)
      guard !part.isEmpty else { continue }
      let origin = MemoryOrigin(
        frame: segment.frame, derived: segment.derived,
        offset: Int(segment.frameOffset) + part.lowerBound - start,
        exchange: step.frames.lowerBound)
      let found = lay(
        bytes.extracting(part), at: address + part.lowerBound - range.lowerBound, from: origin,
        as: access)
      conflict = conflict ?? found
    }
    return conflict
  }
}

extension MemoryOrigin {
  /// The same as a place: so many bytes of a frame.
  package func place(of count: Int) -> Place {
    Place(frame: frame, derived: derived, bytes: offset..<offset + count)
  }
}
