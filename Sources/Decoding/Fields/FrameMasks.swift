import Bytes
package import GrammarLanguage
import TraceFormat

/// Which bytes of captured frames a listing of frames masks: those that carry a secret of an
/// exchange, in every copy of them, and those that look like one in a damaged frame.
///
/// Hand it each exchange's secrets as its step appears, ask for each frame's note, and let it forget
/// what was listed.
package struct FrameMasks: Sendable {
  /// By the first frame that each may lie in. Those in front of `head` are forgotten.
  private var runs: [Run] = []
  private var head = 0
  private var loose: [Secret] = []
  /// Frames of no exchange that may carry a secret all the same, in order. Those in front of
  /// `searchedHead` are forgotten.
  private var searched: [Int] = []
  private var searchedHead = 0

  /// Whether what passed between a host and its reader hides only what proves to be a secret. A
  /// packet's own lengths look like the tag of one now and then: a listing may hide too much, what is
  /// to be written may not lose it.
  package var trustsHosts = false

  package init() {}

  /// Bytes of one frame that carry a secret, or a part of it.
  package struct Run: Equatable, Sendable {
    package var frame: Int
    /// Which of the frames derived from that one, 0 for itself.
    package var derived: UInt16 = 0
    /// The bytes, counted from the frame's first.
    package var bytes: Range<Int>
    package var secret: Secret
    /// Which of the secret's bytes the first one is.
    package var offset: Int

    /// Whether output may show a nibble all the same, counted from the run's first.
    package func shows(nibble: Int) -> Bool { secret.shows(nibble: offset * 2 + nibble) }

    fileprivate var frames: ClosedRange<Int>
    /// Where the exchange's bytes end in the frame.
    fileprivate var end: Int
  }

  /// Takes the secrets that `SecretFinder` found in a step's exchange.
  package mutating func add(
    _ secrets: Span<Secret>, of exchange: Exchange, frames: ClosedRange<Int>,
    segments: Span<Segment>
  ) {
    add(
      secrets, command: exchange.commandSegments, answer: exchange.answerSegments, frames: frames,
      segments: segments)
  }

  /// Takes the secrets of one command of several that were joined.
  package mutating func add(
    _ secrets: Span<Secret>, of part: ExchangePart, frames: ClosedRange<Int>,
    segments: Span<Segment>
  ) {
    add(
      secrets, command: part.commandSegments, answer: .none, frames: frames, segments: segments)
  }

  private mutating func add(
    _ secrets: Span<Secret>, command: Extent, answer: Extent, frames: ClosedRange<Int>,
    segments: Span<Segment>
  ) {
    for index in secrets.indices {
      let secret = secrets[index]
      let run = secret.side == .command ? command : answer
      for place in run.range where place < segments.count {
        let segment = segments[place]
        let start = Int(segment.offset)
        let lies = secret.bytes.range.clamped(to: start..<start + Int(segment.length))
        guard !lies.isEmpty else { continue }
        let from = Int(segment.frameOffset) + lies.lowerBound - start
        var hidden = Run(
          frame: segment.frame, derived: segment.derived, bytes: from..<from + lies.count,
          secret: secret, offset: lies.lowerBound - secret.bytes.range.lowerBound,
          frames: min(frames.lowerBound, segment.frame)...max(frames.upperBound, segment.frame),
          end: Int(segment.frameOffset) + Int(segment.length))
        insert(hidden)
        guard segment.derived != 0, segment.origin != Segment.unknownOrigin else { continue }
        // The captured frame carries the same bytes further back.
        let captured = Int(segment.origin) + lies.lowerBound - start
        hidden.derived = 0
        hidden.bytes = captured..<captured + lies.count
        insert(hidden)
      }
    }
  }

  /// Hides a damaged frame from a byte on: where the secret ends in it cannot be told.
  package mutating func hide(frame: Int, from start: Int, _ kind: SecretKind, _ side: Side) {
    let bytes = start..<Self.longestFrame
    insert(
      Run(
        frame: frame, bytes: bytes, secret: Secret(kind, side, bytes), offset: 0,
        frames: frame...frame, end: bytes.upperBound))
  }

  private static let longestFrame = 65_536

  /// Puts a run where its first frame belongs: behind all others, nearly always.
  private mutating func insert(_ run: Run) {
    var index = runs.count
    while index > head, runs[index - 1].frames.lowerBound > run.frames.lowerBound { index -= 1 }
    runs.insert(run, at: index)
  }

  /// Has a frame of no exchange looked through for secrets.
  package mutating func search(frame: Int) {
    var index = searched.count
    while index > searchedHead, searched[index - 1] > frame { index -= 1 }
    searched.insert(frame, at: index)
  }

  /// Appends what to mask in one frame.
  package mutating func find(
    in note: FrameNote, bytes: Span<UInt8>, by finder: SecretFinder, into found: inout [Run]
  ) {
    let number = note.frame.number
    if head < runs.count, runs[head].frames.lowerBound <= number {
      let known = found.count
      findRuns(of: number, note.frame.derived, into: &found)
      if found.count > known { return }
      let side: Side = note.frame.direction == .fromCard ? .answer : .command
      if !note.name.isHostSide, note.frame.derived == 0 {
        findCopies(number, side, count: bytes.count, crc: note.crc == .absent ? 0 : 2, into: &found)
      }
    }
    switch note.name {
    case .cut, .unknown, .raw, .record: break
    case _ where note.name.isHostSide: break
    default: guard note.crc == .bad || isSearched(number) else { return }
    }
    let side: Side = note.frame.direction == .fromCard ? .answer : .command
    loose.removeAll(keepingCapacity: true)
    if note.name.isHostSide, trustsHosts {
      SecretPatterns.search(
        bytes, in: 0..<bytes.count, strength: .strict, side: side, into: &loose, from: 0)
    } else {
      finder.find(inLoose: bytes, side: side, into: &loose)
    }
    if note.name.isHostSide { PN532.findKey(in: bytes, into: &loose) }
    for secret in loose {
      found.append(
        Run(
          frame: number, bytes: secret.bytes.range, secret: secret, offset: 0,
          frames: number...number, end: bytes.count))
    }
  }

  private func findRuns(of frame: Int, _ derived: UInt16, into found: inout [Run]) {
    var index = head
    while index < runs.count, runs[index].frames.lowerBound <= frame {
      if runs[index].frame == frame, runs[index].derived == derived { found.append(runs[index]) }
      index += 1
    }
  }

  /// A block that was sent again, before or after the one that counts, has its length; of one that
  /// was cut short nobody can tell which it was.
  private func findCopies(
    _ number: Int, _ side: Side, count: Int, crc: Int, into found: inout [Run]
  ) {
    var end = head
    var isCopy = false
    while end < runs.count, runs[end].frames.lowerBound <= number {
      if runs[end].frames.contains(number), runs[end].end + crc == count { isCopy = true }
      end += 1
    }
    for index in head..<end
    where runs[index].secret.side == side && runs[index].frames.contains(number) {
      var run = runs[index]
      guard isCopy ? run.end + crc == count : count < run.end + crc else { continue }
      run.bytes = run.bytes.clamped(to: 0..<count)
      run.frame = number
      if !run.bytes.isEmpty { found.append(run) }
    }
  }

  private func isSearched(_ frame: Int) -> Bool {
    var index = searchedHead
    while index < searched.count, searched[index] < frame { index += 1 }
    return index < searched.count && searched[index] == frame
  }

  /// Forgets all frames up to one that was listed.
  package mutating func forget(through frame: Int) {
    forgetRuns(through: frame)
    while searchedHead < searched.count, searched[searchedHead] <= frame { searchedHead += 1 }
    if searchedHead > 0, searchedHead == searched.count {
      searched.removeAll(keepingCapacity: true)
      searchedHead = 0
    }
  }

  /// Of the runs that may lie in frames up to one, keeps those that may lie in later ones too: they
  /// move back, against the runs that lie behind that frame.
  private mutating func forgetRuns(through frame: Int) {
    var end = head
    while end < runs.count, runs[end].frames.lowerBound <= frame { end += 1 }
    guard end > head else { return }
    var kept = end
    for index in (head..<end).reversed() where runs[index].frames.upperBound > frame {
      kept -= 1
      runs[kept] = runs[index]
    }
    head = kept
    if head == runs.count {
      runs.removeAll(keepingCapacity: true)
      head = 0
    }
  }
}
