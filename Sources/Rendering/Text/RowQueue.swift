import Bytes

/// Rows that may still be folded with what follows, or that a visit's end may still number.
struct RowQueue {
  private(set) var rows: [Row] = []

  /// More rows than this are not held back, whatever may come.
  private static let limit = 64

  /// Takes in the next row.
  mutating func push(_ row: consuming Row, composer: inout Composer) {
    if let last = rows.indices.last {
      if rows[last].equals(row) {
        if rows[last].count == 1 { collapseReads(before: last, composer: &composer) }
        rows[rows.count - 1].absorb(row)
        return
      }
      if !rows[last].isFollowed(by: row) { collapseReads(before: rows.count, composer: &composer) }
    }
    rows.append(row)
  }

  /// Numbers the row of a step, if it is still here.
  mutating func add(_ tag: Row.Tag, toStep step: Int) {
    for index in rows.indices.reversed() where rows[index].frames.contains(step) {
      rows[index].add(tag)
      return
    }
  }

  /// How many rows at the front are final.
  func finalCount() -> Int {
    guard !rows.isEmpty else { return 0 }
    guard rows.count <= Self.limit else { return rows.count - 1 }
    var count = rows.count
    if rows[count - 1].mayFold { count -= 1 }
    while count > 0, count < rows.count, rows[count - 1].isFollowed(by: rows[count]) { count -= 1 }
    for index in rows.indices.reversed() where rows[index].role != .other {
      return rows[index].role == .failure ? min(count, index) : count
    }
    return count
  }

  /// Makes all rows final.
  mutating func settle(composer: inout Composer) {
    collapseReads(before: rows.count, composer: &composer)
  }

  /// Forgets rows at the front.
  mutating func removeFirst(_ count: Int) {
    if count == rows.count {
      rows.removeAll(keepingCapacity: true)
    } else if count > 0 {
      rows.removeFirst(count)
    }
  }

  /// Copies the words of all rows into another arena.
  mutating func moveWords(_ words: Span<UInt8>, to arena: inout ByteBuffer) {
    arena.clear()
    for index in rows.indices { rows[index].moveWords(words, to: &arena) }
  }

  /// Makes one row of the single reads that end before an index.
  private mutating func collapseReads(before end: Int, composer: inout Composer) {
    var start = end
    while start > 0, rows[start - 1].isRead, rows[start - 1].count == 1,
      start == end || rows[start - 1].isFollowed(by: rows[start])
    {
      start -= 1
    }
    guard end - start > 1 else { return }
    var row = rows[start]
    for index in start + 1..<end { row.join(rows[index]) }
    composer.compose(reads: rows[start..<end], into: &row)
    rows.replaceSubrange(start..<end, with: [row])
  }
}

extension Row {
  /// Whether it is a read that was answered as before.
  var isRead: Bool {
    if case .reads(_, .some) = folding { return true }
    return false
  }

  /// Whether an equal row or the next read may be folded into it.
  fileprivate var mayFold: Bool {
    switch folding {
    case .equals, .reads: true
    case .alone, .poll: false
    }
  }

  /// Whether another row says the same.
  fileprivate func equals(_ other: Row) -> Bool {
    guard key == other.key else { return false }
    switch folding {
    case .alone, .poll: return false
    case .equals, .reads: return true
    }
  }

  /// Whether another row is a read that begins where this one ends, both answered as before.
  fileprivate func isFollowed(by other: Row) -> Bool {
    guard case .reads(let pages, .some) = folding,
      case .reads(let others, .some) = other.folding
    else { return false }
    return count == 1 && pages.upperBound == others.lowerBound
  }

  /// Stands for an equal row, too.
  fileprivate mutating func absorb(_ other: Row) {
    count += other.count
    join(other)
  }

  /// Takes in the frames, times and numbers of a row behind it.
  fileprivate mutating func join(_ other: Row) {
    frames = frames.lowerBound...max(frames.lowerBound, other.frames.upperBound)
    if let one = latency, let two = other.latency { latency = max(one, two) }
    wait = wait.slower(other.wait)
    role = other.role
    for tag in other.tags { add(tag) }
  }

  /// Copies the words into another arena.
  fileprivate mutating func moveWords(_ words: Span<UInt8>, to arena: inout ByteBuffer) {
    line.move(words, to: &arena)
    reader.move(words, to: &arena)
    card.move(words, to: &arena)
    detail.move(words, to: &arena)
    verbatim.move(words, to: &arena)
  }

  /// Adds a finding's number, once.
  mutating func add(_ tag: Tag) {
    guard !tags.contains(tag) else { return }
    let place = tags.firstIndex { $0.number > tag.number } ?? tags.count
    tags.insert(tag, at: place)
  }
}

extension Extent {
  /// Copies the run behind what is in another store.
  fileprivate mutating func move(_ store: Span<UInt8>, to other: inout ByteBuffer) {
    let from = other.count
    other.append(store.extracting(range))
    self = Extent(from..<other.count)
  }
}

extension Row.Wait {
  /// The one that shows the longer wait.
  fileprivate func slower(_ other: Row.Wait) -> Row.Wait { amount >= other.amount ? self : other }

  private var amount: Int64 {
    switch self {
    case .none: -1
    case .time(let wait), .share(let wait, _): wait
    case .more(let percent): Int64(percent)
    }
  }
}
