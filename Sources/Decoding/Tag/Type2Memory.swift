import Bytes
import Tags

/// The memory of a Type 2 tag, from READ, FAST_READ, WRITE and COMPATIBILITY_WRITE.
package struct Type2Memory: Sendable {
  /// Sector 0 in front, the next ones behind it, 256 pages each.
  private var image = MemoryImage(unit: 4)
  private var identity: TagIdentity
  private var chip: Type2Chip?
  private var sector = 0

  init(_ identity: TagIdentity) { self.identity = identity }

  /// A new activation: the card begins again in sector 0.
  mutating func activate(_ identity: TagIdentity) {
    self.identity.uid = identity.uid
    self.identity.atqa = identity.atqa
    self.identity.sak = identity.sak
    sector = 0
  }

  /// Pages of a sector.
  private static let sectorPages = 256

  var contents: [TagContents] {
    [TagContents(type2: image, identity)]
  }

  mutating func take(
    _ exchange: borrowing Exchange, of step: borrowing Step, in story: borrowing Story,
    _ events: inout [MemoryEvent]
  ) {
    guard exchange.command.count > 0 else { return }
    let command = story.bytes.span.extracting(exchange.command.range)
    let answered = exchange.outcome == .answered
    let count = exchange.answer.count
    // An exchange may count packets of which the story keeps none.
    let kept = exchange.partRun.count
    let isJoined = exchange.parts == 2 && kept == 2
    // With secure messaging eight bytes of CMAC stand behind command and answer.
    let isSecured = Self.isSecured(command)
    let cmac = isSecured ? 8 : 0
    switch (command[0], command.count - cmac) {
    case (0x30, 2) where answered && count == 16 + cmac:
      read(exchange, of: step, in: story, page: Int(command[1]), &events)
    case (0x3A, 3) where answered && count > 1:
      let pages = Int(command[2]) - Int(command[1]) + 1
      guard pages > 0, pages * 4 + cmac == count else { return }
      lay(
        0..<count - cmac, exchange, step, story, at: address(of: Int(command[1])), &events)
    case (0xA2, 6):
      write(
        2..<6, of: exchange.command, exchange.commandSegments, exchange, step, story,
        page: Int(command[1]), &events)
    case (0xA0, 2) where isJoined:
      let second = story.parts[Int(exchange.partRun.start) + 1]
      write(
        0..<4, of: second.command, second.commandSegments, exchange, step, story,
        page: Int(command[1]), &events)
    case (0xA0, 18):
      write(
        2..<6, of: exchange.command, exchange.commandSegments, exchange, step, story,
        page: Int(command[1]), &events)
    case (0xC2, 2) where isJoined && answered:
      let second = story.parts[Int(exchange.partRun.start) + 1]
      guard second.answer.isEmpty, second.command.count > 0 else { return }
      sector = Int(story.bytes[Int(second.command.start)])
    case (0x60, 1) where answered && count == 8:
      identity.version = Array(story.bytes[exchange.answer.range])
      chip = Type2Chip(version: identity.version)
      noteChanging()
    case (0x3C, 2) where answered && count == 32:
      identity.signature = Array(story.bytes[exchange.answer.range])
    case (0x1B, 5):
      let frame = step.commandFrame
      let place = story.place(of: 1..<5, in: exchange.commandSegments)
      events.append(
        MemoryEvent(
          kind: .password(isDefault: command[1] & command[2] & command[3] & command[4] == 0xFF),
          place: place ?? Place(frame: frame, bytes: 0..<0), unit: 4))
    default: break
    }
  }

  /// Whether a command of the tag is as long as one with a CMAC behind it.
  package static func isSecured(_ command: Span<UInt8>) -> Bool {
    guard command.count > 8 else { return false }
    return switch (command[0], command.count) {
    case (0x30, 10), (0x3A, 11), (0xA2, 14), (0x39, 10), (0xA5, 14), (0x3C, 10): true
    default: false
    }
  }

  private func address(of page: Int) -> Int { 4 * (sector * Self.sectorPages + page) }

  /// Password and acknowledge read as zeros, whatever was written.
  private mutating func noteChanging() {
    image.changing = []
    if let password = chip?.password { image.changing.append(4 * password..<4 * password + 8) }
  }

  /// Four pages; behind the last one the first comes again.
  private mutating func read(
    _ exchange: borrowing Exchange, of step: borrowing Step, in story: borrowing Story, page: Int,
    _ events: inout [MemoryEvent]
  ) {
    let answer = story.bytes.span.extracting(exchange.answer.range)
    let turn = self.turn(answer, from: page) ?? 4
    lay(0..<4 * turn, exchange, step, story, at: address(of: page), &events)
    if turn < 4 { lay(4 * turn..<16, exchange, step, story, at: address(of: 0), &events) }
  }

  /// Behind how many pages of an answer page 0 comes again: told by the serial number, or by how many
  /// pages the chip has.
  private func turn(_ answer: Span<UInt8>, from page: Int) -> Int? {
    guard sector == 0 else { return nil }
    let uid = identity.uid
    if uid.count == 7 {
      let first = [uid[0], uid[1], uid[2], 0x88 ^ uid[0] ^ uid[1] ^ uid[2]]
      for turn in 1..<4 where page + turn > 3 || page > 0 {
        if (0..<4).allSatisfy({ answer[4 * turn + $0] == first[$0] }) { return turn }
      }
    }
    if let chip, page < chip.pages, page + 4 > chip.pages { return chip.pages - page }
    return nil
  }

  private mutating func lay(
    _ range: Range<Int>, _ exchange: borrowing Exchange, _ step: borrowing Step,
    _ story: borrowing Story, at address: Int, _ events: inout [MemoryEvent]
  ) {
    let conflict = image.lay(
      range, of: exchange.answer, exchange.answerSegments, step: step, in: story, at: address,
      as: .read)
    guard let conflict else { return }
    events.append(
      MemoryEvent(
        kind: .conflict(conflict), place: conflict.after.place(of: conflict.range.count),
        unit: 4))
  }

  private mutating func write(
    _ data: Range<Int>, of side: Extent, _ segments: Extent, _ exchange: borrowing Exchange,
    _ step: borrowing Step, _ story: borrowing Story, page: Int, _ events: inout [MemoryEvent]
  ) {
    guard side.count >= data.upperBound else { return }
    let target = address(of: page)..<address(of: page) + 4
    let frame = step.commandFrame
    let place = story.place(of: data, in: segments) ?? Place(frame: frame, bytes: 0..<0)
    switch exchange.outcome {
    case .answered where isAcknowledged(exchange, story):
      set(data, of: side, segments, step, story, target, page: page, place, &events)
    case .answered where exchange.answer.count == 1:
      events.append(
        MemoryEvent(
          kind: .refused(target, code: story.bytes[Int(exchange.answer.start)] & 0x0F),
          place: story.place(of: 0..<1, in: exchange.answerSegments) ?? place, unit: 4))
    // Whether it was written nobody saw.
    default: image.forget(target)
    }
  }

  private func isAcknowledged(
    _ exchange: borrowing Exchange, _ story: borrowing Story
  ) -> Bool {
    guard let last = story.bytes[exchange.answer.range].last else { return false }
    // With secure messaging the CMAC is the acknowledgement.
    if exchange.answer.count == 8 { return true }
    // A joined exchange has the acknowledgements of both its packets.
    return exchange.answer.count <= 2 && last & 0x0F == 0x0A
  }

  private mutating func set(
    _ data: Range<Int>, of side: Extent, _ segments: Extent, _ step: borrowing Step,
    _ story: borrowing Story, _ target: Range<Int>, page: Int, _ place: Place,
    _ events: inout [MemoryEvent]
  ) {
    let new = Array(story.bytes[side.range].dropFirst(data.lowerBound).prefix(4))
    let lockPage =
      chip?.lock?.page
      ?? image[14].flatMap { Type2Chip.candidates(size: $0).first }?
      .lock?.page
    let permanent: MemoryEvent.Permanent? =
      page == 2 ? .staticLock : page == 3 ? .container : page == lockPage ? .dynamicLock : nil
    guard let permanent, sector == 0 else {
      image.lay(
        data, of: side, segments, step: step, in: story, at: target.lowerBound, as: .written)
      return
    }
    // These bits are only ever set. The first two bytes of page 2 are not written at all, and the
    // last one of the dynamic lock bytes' page locks nothing: the NTAG 21x read BD there.
    let bits = page == 2 ? 2..<4 : page == lockPage ? 0..<3 : 0..<4
    let first = bits.lowerBound
    let changed = target.lowerBound + first..<target.lowerBound + bits.upperBound
    guard let old = image[changed] else {
      image.forget(changed)
      if new[bits].contains(where: { $0 != 0 }) {
        events.append(MemoryEvent(kind: .permanent(permanent, target), place: place, unit: 4))
      }
      return
    }
    let joined = zip(old, new[bits]).map { $0 | $1 }
    guard joined != old else { return }
    let origin = MemoryOrigin(
      frame: place.frame, derived: place.derived, offset: place.bytes.lowerBound + first,
      exchange: step.frames.lowerBound)
    image.lay(joined.span, at: target.lowerBound + first, from: origin, as: .written)
    events.append(MemoryEvent(kind: .permanent(permanent, target), place: place, unit: 4))
  }
}
