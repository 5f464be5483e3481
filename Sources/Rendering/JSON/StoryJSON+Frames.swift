import Bytes
import Decoding
import TraceFormat

/// Frames as objects.
extension StoryJSON {
  mutating func writeFrames(of story: borrowing Story, into out: inout ByteBuffer) {
    for index in story.frames.indices {
      let note = story.frames[index]
      guard selector.selects(note) else {
        frameFields.forget(through: note.frame.number)
        output.release(through: note.frame.number, into: &out)
        continue
      }
      begin("frame")
      append(note, story.frameBytes.span)
      object.append("}")
      output.put(frame: object, number: note.frame.number, into: &out)
    }
  }

  private mutating func append(_ note: FrameNote, _ bytes: Span<UInt8>) {
    let frame = note.frame
    object.json("frame", frame.number)
    if note.visit != 0 { object.json("visit", note.visit) }
    append("time", time: frame.time)
    append(source: frame.source)
    if let duration = frame.duration {
      object.json("duration", seconds: duration, digits: digits)
    }
    if let direction = frame.direction.jsonName { object.json("direction", word: direction) }
    if frame.event == .none { object.json("link", word: frame.link.jsonName) }
    if !frame.bytes.isEmpty {
      object.json(key: "bytes")
      object.append("\"")
      frameMask.append(note, bytes.extracting(frame.bytes.range), sign: "X", to: &object)
      object.append("\"")
    }
    if frame.firstBits != 0 || frame.lastBits != 0 { object.json("bits", frame.bitCount) }
    if frame.event == .none { object.json("crc", word: note.crc.jsonName) }
    if !frame.parity.isEmpty {
      object.json("parity", hex: bytes.extracting(frame.parity.range))
    } else if frame.flags.contains(.parityBad) {
      object.json("parity", word: "bad")
    }
    object.json("name", word: frame.event == .none ? note.name.words : frame.event.words)
    if options.writesFields { frameFields.take(frame.number, into: &object) }
  }
}

extension Frame {
  /// How many bits were on air, where the first or the last byte is a partial one.
  var bitCount: Int {
    var bits = bytes.count * 8
    if firstBits != 0 { bits -= 8 - Int(firstBits) }
    if lastBits != 0, bytes.count > 1 || firstBits == 0 { bits -= 8 - Int(lastBits) }
    return bits
  }
}
