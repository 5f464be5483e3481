import Bytes
import TraceFormat

/// What of a capture a format has no place for, counted as frames.
struct Losses: Equatable {
  private var durations = 0
  private var bitRates = 0
  private var partialBytes = 0
  private var parity = 0
  private var marks = 0
  /// Frames that the format cannot hold at all.
  var leftOutFrames = 0
  /// Events that the format cannot hold.
  var leftOutEvents = 0
  /// Frames of unknown direction, written as sent to the card.
  var directions = 0
  /// Times that are finer than the file's clock, or lie outside it.
  var times = 0
  /// Whether another source than the first saw a frame.
  var sources = false
  /// Whether the decoder was told something of the capture as a whole.
  var notes = false

  /// Counts what a frame says beyond direction, event and bytes; `isMarked` where the packet has
  /// the header of link type 148, which says more.
  mutating func count(_ frame: Frame, isMarked: Bool) {
    if frame.duration != nil { durations += 1 }
    if frame.bitRate != 0 { bitRates += 1 }
    if !frame.parity.isEmpty { parity += 1 }
    if isMarked { return }
    if frame.firstBits != 0 || frame.lastBits != 0 { partialBytes += 1 }
    if !frame.flags.isDisjoint(with: [.parityBad, .stampedAtEnd, .encrypted]) { marks += 1 }
  }

  /// One sentence for each kind of loss there was.
  func sentences(_ format: String) -> [String] {
    let counts: [(Int, String)] = [
      (durations, "have a duration, which \(format) has no place for"),
      (bitRates, "have a bit rate, which \(format) has no place for"),
      (parity, "have parity bits, which \(format) has no place for"),
      (partialBytes, "have partial bytes, which are written as whole ones"),
      (marks, "are marked (wrong parity, ciphertext, or stamped at the end), which is left out"),
      (directions, "have no known direction and are written as sent to the card"),
      (times, "have a time that the file's clock cannot hold as it is"),
      (leftOutFrames, "cannot be held by this link type and are left out; pcapng holds them"),
      (leftOutEvents, "are events other than the field's and are left out; pcapng holds them"),
    ]
    var sentences = counts.filter { $0.0 > 0 }.map { "\($0.0) frames \($0.1)" }
    if sources { sentences.append("which source saw a frame is left out; pcapng holds it") }
    if notes {
      sentences.append("that block numbers mean nothing here is left out; pcapng holds it")
    }
    return sentences
  }
}
