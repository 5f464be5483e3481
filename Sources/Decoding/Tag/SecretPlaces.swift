import Bytes
import GrammarLanguage
import Tags

/// Where a card keeps passwords and keys, as far as the exchanges of its visit have told, so that
/// each of them can be masked as it is told.
///
///     exchange → which bytes lie at which address → KeyTrail (keys in data), SecretPages (Type 2)
///
/// What only a later exchange tells is masked by going back (see `SecretPlaces+Recall.swift`).
struct SecretPlaces: Sendable {
  var trail = KeyTrail()
  var pages = SecretPages()
  var layout = MemoryPieces()
  /// What was read and written so far.
  private var coverage = Coverage()
  private var pieces: [MemoryPiece] = []
  /// Whether there is anything to forget.
  private var isUsed = false
  /// Whether pages, or blocks of a storage card, went by.
  private var hasPages = false
  /// Whether something became known that earlier exchanges may concern.
  var isUnsettled = false

  /// Forgets everything: another card follows.
  mutating func forget() {
    guard isUsed else { return }
    trail.forget()
    coverage.forget()
    pages = SecretPages()
    layout = MemoryPieces()
    (isUsed, hasPages, isUnsettled) = (false, false, false)
  }

  /// Takes in an ATR, which names a storage card.
  mutating func note(reset: Span<UInt8>) {
    layout.unit = StorageUnit(reset: reset)
    isUsed = isUsed || layout.unit != nil
  }

  /// Looks at an exchange that is whole, and notes what of it must be hidden.
  /// `uid` is the card's.
  mutating func look(
    at exchange: inout Exchange, of uid: Identifier, in story: borrowing Story
  ) {
    switch exchange.form {
    case .iclass, .sri, .unknown: return
    case .iso7816, .native, .type1, .type2, .felica, .iso15693, .classic: break
    }
    let sides = Self.sides(of: exchange)
    let command = story.bytes.span.extracting(sides.command)
    let answer = story.bytes.span.extracting(sides.answer)
    guard command.count > 0, !exchange.isEncrypted else { return }
    if exchange.form == .type2 {
      note(type2: exchange, command, answer)
      exchange.page = page(command)
      exchange.pagesBeforeTurn = turn(command, answer, uid)
    }
    if exchange.form == .iso7816 { note(storage: command) }
    pieces.removeAll(keepingCapacity: true)
    layout.append(of: exchange, command, answer, in: story, to: &pieces)
    for piece in pieces {
      isUsed = true
      let bytes = story.bytes.span.extracting(Self.run(of: piece, exchange, in: story))
      if coverage.add(piece.place, part: piece.part) { isUnsettled = true }
      let found = trail.take(
        bytes, at: piece.address, part: piece.part, isWritten: piece.side == .command)
      Self.hide(found, of: piece, in: &exchange)
    }
    hide(pieces, in: &exchange, command, answer, in: story)
    if exchange.form == .type2 { follow(type2: exchange, command, in: story) }
  }

  /// Where the bytes of both sides lie in the story's. A damaged answer may be the whole key all the
  /// same.
  static func sides(of exchange: Exchange) -> (command: Range<Int>, answer: Range<Int>) {
    let isDamaged = exchange.answer.isEmpty && exchange.form == .type2
    return (
      exchange.command.range, isDamaged ? exchange.damagedAnswer.range : exchange.answer.range
    )
  }

  /// Where a piece's bytes lie in the story's.
  static func run(
    of piece: MemoryPiece, _ exchange: Exchange, in story: borrowing Story
  ) -> Range<Int> {
    let (command, answer) = sides(of: exchange)
    let side =
      piece.isSecondPacket
      ? story.parts[Int(exchange.partRun.start) + 1].command.range
      : piece.side == .command ? command : answer
    let start = side.lowerBound + piece.range.lowerBound
    return (start..<start + piece.range.count).clamped(to: side)
  }

  /// Hides a part of a piece, counted from its first byte.
  static func hide(
    _ part: Range<Int>?, of piece: MemoryPiece, in exchange: inout Exchange,
    _ kind: HiddenBytes.Kind = .key
  ) {
    guard let part else { return }
    let start = piece.range.lowerBound
    var hidden = HiddenBytes(
      kind, piece.side, start + part.lowerBound..<start + part.upperBound)
    hidden.isSecondPacket = piece.isSecondPacket
    exchange.hidden.add(hidden)
  }

  // What an exchange says of the card.

  private mutating func note(
    type2 exchange: Exchange, _ command: Span<UInt8>, _ answer: Span<UInt8>
  ) {
    let known = pages
    switch (command[0], command.count) {
    case (0x30, 2...) where answer.count > 1, (0x3A, 3...) where answer.count >= 4:
      note(answer, ofPagesFrom: Int(command[1]))
    case (0x60, 1) where exchange.outcome == .answered && answer.count == 8:
      pages.version = (0..<8).map { answer[$0] }
    case (0x1A, 2) where answer.count == 9 || answer.count == 17:
      // RndB of 3DES has 8 bytes, that of AES 16.
      pages.authentication = answer.count == 9 ? .tripleDES : .aes
    default: return
    }
    if pages != known {
      isUsed = true
      isUnsettled = isUnsettled || hasPages
    }
    hasPages = true
  }

  /// What the first page of a READ or WRITE holds.
  private func page(_ command: Span<UInt8>) -> ChipPage {
    guard command.count > 1, layout.sector == 0,
      command[0] == 0x30 || command[0] == 0xA2 || command[0] == 0xA0
    else { return .data }
    return pages.contents(of: Int(command[1]))
  }

  /// Behind how many pages of a READ page 0 comes again: it begins with the serial number and its check
  /// byte.
  private func turn(
    _ command: Span<UInt8>, _ answer: Span<UInt8>, _ uid: Identifier
  ) -> UInt8 {
    guard uid.count == 7, answer.count >= 16, command[0] == 0x30, command.count > 1,
      layout.sector == 0
    else { return 0 }
    let check = 0x88 ^ uid[0] ^ uid[1] ^ uid[2]
    for turn in 1..<4 where Int(command[1]) + turn > 4 {
      let start = 4 * turn
      if answer[start] == uid[0], answer[start + 1] == uid[1], answer[start + 2] == uid[2],
        answer[start + 3] == check
      {
        return UInt8(turn)
      }
    }
    return 0
  }

  /// Takes the container's size from pages that were read.
  private mutating func note(_ answer: Span<UInt8>, ofPagesFrom page: Int) {
    let place = 12 - 4 * page
    guard layout.sector == 0, place >= 0, place + 4 <= answer.count, answer[place] == 0xE1 else {
      return
    }
    pages.size = answer[place + 2]
  }

  /// Takes in that blocks are authenticated, which pages are not.
  private mutating func note(storage command: Span<UInt8>) {
    guard command.count > 5, command[0] == 0xFF else { return }
    switch command[1] {
    case 0xB0, 0xD6: hasPages = true
    case 0x86 where command.count > 8 && command[8] & 0xFE == 0x60, 0x88:
      guard layout.unit == nil else { return }
      layout.unit = .blocks
      isUsed = true
      isUnsettled = isUnsettled || hasPages
    default: break
    }
  }

  /// Follows SECTOR_SELECT.
  private mutating func follow(
    type2 exchange: Exchange, _ command: Span<UInt8>, in story: borrowing Story
  ) {
    guard command[0] == 0xC2, command.count == 2, exchange.partRun.count > 1,
      exchange.outcome == .answered
    else { return }
    let packet = story.parts[Int(exchange.partRun.start) + 1].command
    layout.sector = packet.isEmpty ? 0 : Int(story.bytes[Int(packet.start)])
    isUsed = true
  }
}
