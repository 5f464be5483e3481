import Analysis
import Decoding

/// A finding's sentence and evidence, as every surface for people has them.
extension Finding {
  /// The message and the notes: `message. Note. Note`.
  func sentence(_ memory: inout CommandMemory) -> String {
    var text = text(&memory)
    for note in notes { text += ". " + note }
    return text
  }

  /// The message alone.
  func text(_ memory: inout CommandMemory) -> String {
    guard message.pieces.contains(.command) else { return message.text(command: "") }
    let words = memory.words(of: step)
    return message.text(command: words)
  }

  /// `frame 15, bytes 28 and 54`, `frames 23, 24, 25`, `frame 38`; nothing without a frame.
  var evidence: String {
    guard let first = places.first else { return "" }
    var frames: [String] = []
    for place in places where frames.last != place.frameWords { frames.append(place.frameWords) }
    guard frames.count == 1, namesBytes else {
      return (frames.count == 1 ? "frame " : "frames ") + frames.joined(separator: ", ")
    }
    let bytes = places.map { String($0.bytes.lowerBound) }
    guard bytes.count > 1 else { return "frame \(first.frameWords), byte \(bytes[0])" }
    return "frame \(first.frameWords), bytes "
      + bytes.dropLast().joined(separator: ", ") + " and " + bytes[bytes.count - 1]
  }
}

extension Place {
  /// `12`, or `12.3` for a frame derived from it.
  var frameWords: String { derived == 0 ? String(frame) : "\(frame).\(derived)" }
}
