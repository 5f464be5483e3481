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
    var sentences: [String] = []
    func say(_ count: Int, _ words: (String) -> String) {
      if count > 0 {
        sentences.append("\(format) " + words(count == 1 ? "1 frame" : "\(count) frames"))
      }
    }
    say(durations) { "leaves out the duration of \($0)" }
    say(bitRates) { "leaves out the bit rate of \($0)" }
    say(parity) { "leaves out the parity bits of \($0)" }
    say(partialBytes) { "writes the partial bytes of \($0) as whole ones" }
    say(marks) { "leaves out that \($0) had wrong parity, ciphertext or a time stamped at the end" }
    say(directions) { "writes \($0) of unknown direction as sent to the card" }
    say(times) { "cannot hold the time of \($0) as it is" }
    say(leftOutFrames) { "leaves out \($0) that its link type cannot tell; pcapng holds them" }
    say(leftOutEvents) { "leaves out \($0) of other events than the field's; pcapng holds them" }
    if sources {
      sentences.append("\(format) leaves out which source saw a frame; pcapng holds it")
    }
    if notes {
      sentences.append("\(format) leaves out that block numbers mean nothing here; pcapng holds it")
    }
    return sentences
  }
}
