import Bytes
import Decoding
import TraceFormat

/// Frames as objects.
extension StoryJSON {
  mutating func writeFrames(of story: borrowing Story, into out: inout ByteBuffer) {
    for index in story.frames.indices {
      let number = story.frames[index].frame.number
      guard selector.isOpen || selector.selects(story.frames[index]) else {
        frameFields.forget(through: number)
        frameMask.forget(through: number)
        output.release(through: number, into: &out)
        continue
      }
      output.begin(into: &out)
      append(story.frames[index], story.frameBytes.span, to: &out)
      output.end(frame: number, into: &out)
    }
  }

  private mutating func append(
    _ note: FrameNote, _ bytes: Span<UInt8>, to out: inout ByteBuffer
  ) {
    let frame = note.frame
    var isEvent = true
    if case .none = frame.event { isEvent = false }
    out.append("{\"type\":\"frame\",\"frame\":")
    out.append(decimal: frame.number)
    if frame.derived != 0 { out.json("derived", Int(frame.derived)) }
    if note.visit != 0 { out.json("visit", note.visit) }
    out.json("time", seconds: elapsed(at: frame.time), digits: digits)
    if links.count > 1 { out.json("source", Int(frame.source)) }
    if let duration = frame.duration { out.json("duration", seconds: duration, digits: digits) }
    if let direction = frame.direction.jsonName {
      out.append(",\"direction\":\"")
      out.append(direction)
      out.append(UInt8(ascii: "\""))
    }
    if !isEvent {
      out.append(",\"link\":\"")
      out.append(frame.link.jsonName)
      out.append(UInt8(ascii: "\""))
    }
    if !frame.bytes.isEmpty {
      out.append(",\"bytes\":\"")
      frameMask.append(note, bytes.extracting(frame.bytes.range), sign: "X", to: &out)
      out.append(UInt8(ascii: "\""))
    }
    if frame.firstBits != 0 || frame.lastBits != 0 { out.json("bits", frame.bitCount) }
    if !isEvent {
      out.append(",\"crc\":\"")
      out.append(note.crc.jsonName)
      out.append(UInt8(ascii: "\""))
    }
    if !frame.parity.isEmpty {
      out.json("parity", hex: bytes.extracting(frame.parity.range))
    } else if frame.flags.contains(.parityBad) {
      out.json("parity", word: "bad")
    }
    out.append(",\"name\":\"")
    out.append(isEvent ? frame.event.words : note.name.words)
    out.append(UInt8(ascii: "\""))
    if contents.fields {
      frameFields.take(FrameFields.Number(frame: frame.number, derived: frame.derived), into: &out)
    }
    out.append(UInt8(ascii: "}"))
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
