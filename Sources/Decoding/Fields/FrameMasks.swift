import Bytes
package import GrammarLanguage
import TraceFormat

/// Which bytes of captured frames a listing of frames masks: those that carry a secret of an
/// exchange, in every copy of them, and those that look like one in a damaged frame.
///
/// Hand it each exchange's secrets as its step appears, ask for each frame's note, and let it forget
/// what was listed.
package struct FrameMasks: Sendable {
  private var runs: [Run] = []
  private var loose: [Secret] = []
  /// Frames of no exchange that may carry a secret all the same.
  private var searched: [Int] = []

  package init() {}

  /// Bytes of one frame that carry a secret, or a part of it.
  package struct Run: Equatable, Sendable {
    package var frame: Int
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
        runs.append(
          Run(
            frame: segment.frame, bytes: from..<from + lies.count, secret: secret,
            offset: lies.lowerBound - secret.bytes.range.lowerBound, frames: frames,
            end: Int(segment.frameOffset) + Int(segment.length)))
      }
    }
  }

  /// Hides a damaged frame from a byte on: where the secret ends in it cannot be told.
  package mutating func hide(frame: Int, from start: Int, _ kind: SecretKind, _ side: Side) {
    let bytes = start..<Self.longestFrame
    runs.append(
      Run(
        frame: frame, bytes: bytes, secret: Secret(kind, side, bytes), offset: 0,
        frames: frame...frame, end: bytes.upperBound))
  }

  private static let longestFrame = 65_536

  /// Has a frame of no exchange looked through for secrets.
  package mutating func search(frame: Int) { searched.append(frame) }

  /// Appends what to mask in one frame.
  package mutating func find(
    in note: FrameNote, bytes: Span<UInt8>, by finder: SecretFinder, into found: inout [Run]
  ) {
    let number = note.frame.number
    var isMapped = false
    for run in runs where run.frame == number {
      found.append(run)
      isMapped = true
    }
    if isMapped { return }
    let side: Side = note.frame.direction == .fromCard ? .answer : .command
    findCopies(number, side, count: bytes.count, crc: note.crc == .absent ? 0 : 2, into: &found)
    switch note.name {
    case .cut, .unknown, .raw, .record: break
    default: guard note.crc == .bad || searched.contains(number) else { return }
    }
    loose.removeAll(keepingCapacity: true)
    finder.find(inLoose: bytes, side: side, into: &loose)
    for secret in loose {
      found.append(
        Run(
          frame: number, bytes: secret.bytes.range, secret: secret, offset: 0,
          frames: number...number, end: bytes.count))
    }
  }

  /// A block that was sent again, before or after the one that counts, has its length; of one that
  /// was cut short nobody can tell which it was.
  private func findCopies(
    _ number: Int, _ side: Side, count: Int, crc: Int, into found: inout [Run]
  ) {
    let isCopy = runs.contains { $0.end + crc == count }
    for var run in runs where run.secret.side == side && run.frames.contains(number) {
      guard isCopy ? run.end + crc == count : count < run.end + crc else { continue }
      run.bytes = run.bytes.clamped(to: 0..<count)
      run.frame = number
      if !run.bytes.isEmpty { found.append(run) }
    }
  }

  /// Forgets all frames up to one that was listed.
  package mutating func forget(through frame: Int) {
    runs.removeAll { $0.frames.upperBound <= frame }
    searched.removeAll { $0 <= frame }
  }
}
