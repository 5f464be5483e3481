import Bytes
import Decoding
import TraceFormat

/// What of listed frames is not to be shown.
struct FrameMask {
  private let finder: SecretFinder?
  private var masks = FrameMasks()
  private var runs: [FrameMasks.Run] = []
  /// Whether anything was hidden since the start.
  private(set) var hasHidden = false

  /// Hides what the finder finds; nothing without one.
  init(_ finder: SecretFinder?) { self.finder = finder }

  /// Takes in the secrets of a step's exchange, and of the commands that were joined into it.
  mutating func add(
    _ secrets: [Secret], of exchange: Exchange, _ frames: ClosedRange<Int>,
    in story: borrowing Story
  ) {
    masks.take(secrets, of: exchange, frames: frames, in: story, by: finder)
  }

  /// Takes in a step that is no exchange: a block that the card sent again carries what it carried
  /// the first time.
  mutating func note(_ step: Step) { masks.note(step) }

  /// Forgets what was found in frames up to one that is not listed.
  mutating func forget(through frame: Int) { masks.forget(through: frame) }

  /// Appends a frame's bytes as hex, hidden digits as `sign`. Whether any was hidden.
  @discardableResult
  mutating func append(
    _ note: FrameNote, _ bytes: Span<UInt8>, sign: StaticString, to out: inout ByteBuffer
  ) -> Bool {
    guard let finder else {
      out.append(hex: bytes)
      return false
    }
    if !runs.isEmpty { runs.removeAll(keepingCapacity: true) }
    masks.find(in: note, bytes: bytes, by: finder, into: &runs)
    masks.forget(through: note.frame.number - 1)
    guard !runs.isEmpty else {
      out.append(hex: bytes)
      return false
    }
    return append(masked: bytes, sign: sign, to: &out)
  }

  private mutating func append(
    masked bytes: Span<UInt8>, sign: StaticString, to out: inout ByteBuffer
  ) -> Bool {
    var isHidden = false
    for index in bytes.indices {
      guard runs.contains(where: { $0.bytes.contains(index) }) else {
        out.append(hex: bytes[index])
        continue
      }
      for half in 0..<2 {
        if hides(nibble: index * 2 + half) {
          out.append(sign)
          isHidden = true
        } else {
          out.append(Hex.digit(half == 0 ? bytes[index] >> 4 : bytes[index] & 15))
        }
      }
    }
    if isHidden { hasHidden = true }
    return isHidden
  }

  private func hides(nibble: Int) -> Bool {
    runs.contains { run in
      run.bytes.contains(nibble / 2) && !run.shows(nibble: nibble - run.bytes.lowerBound * 2)
    }
  }
}
