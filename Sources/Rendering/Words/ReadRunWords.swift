import Bytes

/// The words of reads in a row: `READ pages 8, 12, 16, 20`, `pages 8–23: as frames 64–70`.
extension Composer {
  /// Composes one row's words for several reads, all answered as before.
  mutating func compose(reads: ArraySlice<Row>, into row: inout Row) {
    guard case .reads(let first, let before)? = reads.first?.folding,
      case .reads(let last, let lastBefore)? = reads.last?.folding
    else { return }
    var start = words.count
    words.append(isLong ? "> READ pages " : "> READ ")
    for index in reads.indices {
      if index > reads.startIndex { words.append(", ") }
      if case .reads(let pages, _) = reads[index].folding {
        words.append(decimal: pages.lowerBound)
      }
    }
    row.reader = Extent(start..<words.count)
    start = words.count
    words.append("< pages ")
    words.append(decimal: first.lowerBound)
    words.append("–")
    words.append(decimal: last.upperBound - 1)
    if isLong, let before, let lastBefore {
      words.append(": as frames ")
      words.append(decimal: before)
      words.append("–")
      words.append(decimal: lastBefore)
    }
    row.card = Extent(start..<words.count)
    row.folding = .alone
  }

  /// Moves the words of rows that are kept to the front, when there are many others'.
  mutating func compact(_ queue: inout RowQueue) {
    guard words.count > Self.most else { return }
    Self.move(words, to: &spare, &queue)
    swap(&words, &spare)
  }

  private static func move(
    _ words: borrowing ByteBuffer, to arena: inout ByteBuffer, _ queue: inout RowQueue
  ) {
    queue.moveWords(words.span, to: &arena)
  }

  /// How many bytes of words are kept before those of rows that are gone are dropped.
  private static let most = 64 * 1024
}
