/// A tag's memory as far as it was seen: every byte that was read or written with the frame that
/// brought it, and what was never seen apart from what is zero.
///
///     0        16        32        48        64
///     [ read, frame 15 ][ written, frame 20 ]  ·  ·  ·  [ read, frame 31 ]
///
/// It grows with what is laid into it, never with what is claimed.
package struct MemoryImage: Equatable, Sendable {
  /// How many bytes a command moves at least: a byte, a page of 4, a block of 8 or 16.
  package let unit: Int
  /// What so many bytes are called.
  package let word: Word
  /// The bytes from address 0 on; zeros where nothing was seen.
  package private(set) var bytes: [UInt8] = []
  /// What was seen, by ascending addresses, no two over each other.
  package private(set) var runs: [Run] = []
  /// Reads that did not show what was known, the first ones.
  package private(set) var conflicts: [Conflict] = []
  /// Addresses whose bytes change by themselves, as counters do: a difference is no conflict.
  package var changing: [Range<Int>] = []
  /// Whether bytes lie behind the highest address that is kept.
  package private(set) var isCut = false

  /// Bytes in a row that came in one piece.
  package struct Run: Equatable, Sendable {
    package var range: Range<Int>
    /// Where the first byte came from.
    package var origin: MemoryOrigin
    package var access: Access

    /// Whether another one is the same piece going on.
    func isContinued(by other: Self) -> Bool {
      range.upperBound == other.range.lowerBound && access == other.access
        && origin.moved(by: range.count) == other.origin
    }
  }

  /// What a tag's commands count.
  package enum Word: String, Equatable, Sendable {
    case byte, page, block

    /// What so many bytes are called where nothing else is known.
    package init(unit: Int) { self = unit == 1 ? .byte : unit == 4 ? .page : .block }
  }

  /// What moved a byte.
  package enum Access: UInt8, Equatable, Sendable {
    case read, written
  }

  /// Bytes that a read showed otherwise than they were known.
  package struct Conflict: Equatable, Sendable {
    /// From the first to the last byte that differs.
    package var range: Range<Int>
    /// What brought the first of them before, and in which way.
    package var before: MemoryOrigin
    package var access: Access
    package var after: MemoryOrigin
    /// The first byte's value, before and after.
    package var values: (before: UInt8, after: UInt8)

    package static func == (one: Self, other: Self) -> Bool {
      one.range == other.range && one.before == other.before && one.access == other.access
        && one.after == other.after && one.values == other.values
    }
  }

  /// Addresses from here on are not kept: a Type 4 file of 128 KiB fits, no tag has more.
  package static let limit = 1 << 18
  /// So many conflicts are remembered.
  package static let mostConflicts = 64
  /// Runs that hostile reads leave are bounded by this; more are not taken in.
  private static let mostRuns = 1 << 16

  package init(unit: Int, word: Word? = nil) {
    self.unit = max(1, unit)
    self.word = word ?? Word(unit: unit)
  }

  /// A memory that is known whole, as a dump has it.
  package init(unit: Int, word: Word? = nil, dump: [UInt8]) {
    self.init(unit: unit, word: word)
    lay(dump.span, at: 0, from: MemoryOrigin(frame: 0, offset: 0), as: .read)
  }
}

extension MemoryImage {
  /// Lays bytes into the memory, and says where a read contradicts what was known.
  ///
  /// The newest bytes count, and what is read again keeps its origin. A write never contradicts.
  @discardableResult
  package mutating func lay(
    _ new: Span<UInt8>, at address: Int, from origin: MemoryOrigin, as access: Access
  ) -> Conflict? {
    guard address >= 0, address < Self.limit, new.count > 0 else {
      if address >= Self.limit { isCut = true }
      return nil
    }
    let end = min(address + new.count, Self.limit)
    if end - address < new.count { isCut = true }
    guard runs.count < Self.mostRuns else {
      isCut = true
      return nil
    }
    let range = address..<end
    let conflict = access == .read ? contradiction(of: new, in: range, from: origin) : nil
    if let conflict, conflicts.count < Self.mostConflicts { conflicts.append(conflict) }
    if bytes.count < end { bytes.append(contentsOf: repeatElement(0, count: end - bytes.count)) }
    if access == .written {
      insert(Run(range: range, origin: origin, access: access))
    } else {
      // What was known already came from where it came first.
      var news = missing(in: range)
      if let conflict { news.append(conflict.range) }
      for part in news {
        insert(
          Run(
            range: part, origin: origin.moved(by: part.lowerBound - address), access: .read))
      }
    }
    for index in 0..<range.count { bytes[address + index] = new[index] }
    return conflict
  }

  /// Forgets what is known of a range: something changed it that was not seen.
  package mutating func forget(_ range: Range<Int>) {
    let range = range.clamped(to: 0..<bytes.count)
    guard !range.isEmpty else { return }
    cut(range)
    for address in range { bytes[address] = 0 }
  }

  /// The first stretch of differing bytes between what is new and what was known.
  private func contradiction(
    of new: Span<UInt8>, in range: Range<Int>, from origin: MemoryOrigin
  ) -> Conflict? {
    var found: Conflict?
    var index = firstRun(endingAfter: range.lowerBound)
    while index < runs.count, runs[index].range.lowerBound < range.upperBound {
      let run = runs[index]
      for address in run.range.clamped(to: range)
      where bytes[address] != new[address - range.lowerBound] && !isChanging(address) {
        if found == nil {
          found = Conflict(
            range: address..<address + 1,
            before: run.origin.moved(by: address - run.range.lowerBound), access: run.access,
            after: origin.moved(by: address - range.lowerBound),
            values: (bytes[address], new[address - range.lowerBound]))
        } else if let first = found?.range.lowerBound {
          found?.range = first..<address + 1
        }
      }
      index += 1
    }
    return found
  }

  private func isChanging(_ address: Int) -> Bool {
    changing.contains { $0.contains(address) }
  }

  /// Puts a run in its place, over what was there.
  private mutating func insert(_ run: Run) {
    let place = firstRun(endingAfter: run.range.lowerBound)
    // Nearly every read brings what was brought before, in the same pieces.
    if place < runs.count, runs[place].range == run.range {
      runs[place] = run
      return
    }
    cut(run.range)
    let free = firstRun(endingAfter: run.range.lowerBound)
    if free > 0, runs[free - 1].isContinued(by: run) {
      runs[free - 1].range = runs[free - 1].range.lowerBound..<run.range.upperBound
    } else {
      runs.insert(run, at: free)
    }
  }

  /// Takes a range out of the runs.
  private mutating func cut(_ range: Range<Int>) {
    let first = firstRun(endingAfter: range.lowerBound)
    var last = first
    var left: [Run] = []
    while last < runs.count, runs[last].range.lowerBound < range.upperBound {
      let run = runs[last]
      if run.range.lowerBound < range.lowerBound {
        var head = run
        head.range = run.range.lowerBound..<range.lowerBound
        left.append(head)
      }
      if run.range.upperBound > range.upperBound {
        var tail = run
        tail.origin = run.origin.moved(by: range.upperBound - run.range.lowerBound)
        tail.range = range.upperBound..<run.range.upperBound
        left.append(tail)
      }
      last += 1
    }
    runs.replaceSubrange(first..<last, with: left)
  }

  /// The first run that reaches behind an address.
  func firstRun(endingAfter address: Int) -> Int {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].range.upperBound <= address { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
