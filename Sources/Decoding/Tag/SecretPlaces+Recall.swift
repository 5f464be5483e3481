import Bytes
import Tags

/// Going back: what an exchange tells of earlier ones that are still in the story.
///
/// A key whose head was read after it, a password that was read before the chip was told: as long as the
/// story was not drained, it can be hidden all the same. What somebody has taken out of it is told.
extension SecretPlaces {
  /// An exchange's piece, and which entry of the story it is of.
  private struct Recalled {
    var entry: Int
    var piece: MemoryPiece
  }

  /// An entry of the story that is an exchange, and which of all pieces are its.
  private struct Visited {
    var entry: Int
    var pieces: Range<Int>
  }

  /// Goes through the exchanges of a visit that the story still holds.
  mutating func recall(visit: Int, in story: inout Story) {
    guard isUnsettled else { return }
    isUnsettled = false
    let first =
      story.entries.lastIndex {
        if case .visit(let opened) = $0 { opened.number == visit } else { false }
      } ?? 0
    var recalled: [Recalled] = []
    var visited: [Visited] = []
    var pieces: [MemoryPiece] = []
    // Before the last SECTOR_SELECT nobody knows which pages were meant.
    for entry in (first..<story.entries.count).reversed() {
      guard case .step(let step, _) = story.entries[entry], step.visit == visit,
        case .exchange(let exchange) = step.content, !exchange.isEncrypted
      else { continue }
      let sides = Self.sides(of: exchange)
      let command = story.bytes.span.extracting(sides.command)
      let answer = story.bytes.span.extracting(sides.answer)
      guard command.count > 0 else { continue }
      if exchange.form == .type2, command[0] == 0xC2, layout.sector != 0 { break }
      pieces.removeAll(keepingCapacity: true)
      layout.append(of: exchange, command, answer, in: story, to: &pieces)
      visited.append(
        Visited(entry: entry, pieces: recalled.count..<recalled.count + pieces.count))
      for piece in pieces { recalled.append(Recalled(entry: entry, piece: piece)) }
    }
    let trail = trail(through: recalled, in: story)
    for place in visited {
      guard case .step(var step, let defects) = story.entries[place.entry],
        case .exchange(var exchange) = step.content
      else { continue }
      let before = exchange.hidden
      let pieces = recalled[place.pieces].map(\.piece)
      for piece in pieces {
        Self.hide(trail.place(in: piece.place, part: piece.part), of: piece, in: &exchange)
      }
      let sides = Self.sides(of: exchange)
      hide(
        pieces, in: &exchange, story.bytes.span.extracting(sides.command),
        story.bytes.span.extracting(sides.answer), in: story)
      guard exchange.hidden != before else { continue }
      step.content = .exchange(exchange)
      story.entries[place.entry] = .step(step, defects: defects)
    }
  }

  /// The keys in all that was read and written, in the order of its addresses.
  private func trail(through recalled: [Recalled], in story: borrowing Story) -> KeyTrail {
    let places = recalled.sorted {
      ($0.piece.part, $0.piece.address, -$0.entry) < ($1.piece.part, $1.piece.address, -$1.entry)
    }
    var trail = trail.roomier
    var run: [UInt8] = []
    var start = 0
    var part: UInt32 = 0
    for place in places {
      guard case .step(let step, _) = story.entries[place.entry],
        case .exchange(let exchange) = step.content
      else { continue }
      let piece = place.piece
      let bytes = story.bytes.span.extracting(Self.run(of: piece, exchange, in: story))
      if piece.part != part || piece.address > start + run.count {
        _ = trail.take(run.span, at: start, part: part)
        run.removeAll(keepingCapacity: true)
        (start, part) = (piece.address, piece.part)
      }
      // Of what came twice the later one counts, which stands in front.
      let known = start + run.count - piece.address
      if known < bytes.count { run.append(bytes.extracting(max(0, known)..<bytes.count)) }
    }
    _ = trail.take(run.span, at: start, part: part)
    return trail
  }
}
