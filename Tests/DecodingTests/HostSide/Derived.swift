import Bytes
import TraceFormat

@testable import Decoding

/// Frames of the host's side as a test writes them, and what follows from them.
struct Derived {
  let story: Story

  init(_ text: String, link: Link = .pn532) {
    var options = Decoder.Options()
    options.keepsFrames = true
    story = Talk(text, link: link).story(options)
  }

  /// The derived frames in a line each: `13.2 < 4403`, events as `13.1 fieldOn`.
  var lines: [String] {
    story.frames.filter { $0.frame.derived != 0 }.map { note in
      let frame = note.frame
      let place = "\(frame.number).\(frame.derived)"
      guard frame.event == .none else { return "\(place) \(frame.event)" }
      let hex = Hex.text(story.frameBytes[frame.bytes.range])
      let bits = frame.lastBits == 0 ? "" : " (\(frame.lastBits) bits)"
      return "\(place) \(frame.direction == .toCard ? ">" : "<") \(hex)\(bits)"
    }
  }

  /// Their bytes alone.
  var bytes: [String] {
    story.frames.filter { $0.frame.derived != 0 && $0.frame.event == .none }.map {
      Hex.text(story.frameBytes[$0.frame.bytes.range])
    }
  }

  var defects: [Defect.Kind] { story.defects.map(\.kind) }
}
