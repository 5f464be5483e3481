import Analysis
import Bytes
import Decoding

/// A finding's sentence and evidence, as every surface for people has them.
extension Finding {
  /// Appends the message and the notes: `message. Note. Note`.
  func append(sentenceTo out: inout ByteBuffer, _ memory: inout CommandMemory) {
    append(textTo: &out, &memory)
    for note in notes {
      out.append(". ")
      out.append(note)
    }
  }

  /// Appends the message alone.
  func append(textTo out: inout ByteBuffer, _ memory: inout CommandMemory) {
    message.write(into: &out) { memory.append(commandOf: step, to: &$0) }
  }

  /// The message alone.
  func text(_ memory: inout CommandMemory) -> String {
    var text = ByteBuffer(capacity: 128)
    append(textTo: &text, &memory)
    return String(text)
  }

  /// Appends `frame 15, bytes 28 and 54`, `frames 23, 24, 25`, `frame 38`; nothing without a frame.
  func append(evidenceTo out: inout ByteBuffer) {
    guard let first = places.first else { return }
    let isOneFrame = places.allSatisfy { $0.isInSameFrame(as: first) }
    out.append(isOneFrame ? "frame " : "frames ")
    out.append(frameOf: first)
    for index in places.indices.dropFirst()
    where !places[index].isInSameFrame(as: places[index - 1]) {
      out.append(", ")
      out.append(frameOf: places[index])
    }
    guard isOneFrame, namesBytes else { return }
    out.append(places.count > 1 ? ", bytes " : ", byte ")
    for index in places.indices {
      if index > 0 { out.append(index == places.count - 1 ? " and " : ", ") }
      out.append(decimal: places[index].bytes.lowerBound)
    }
  }
}

extension Place {
  /// Whether another place is in the same frame.
  fileprivate func isInSameFrame(as other: Place) -> Bool {
    frame == other.frame && derived == other.derived
  }
}

extension ByteBuffer {
  /// Appends a place's frame: `12`, or `12.3` for a frame derived from it.
  mutating func append(frameOf place: Place) {
    append(decimal: place.frame)
    guard place.derived != 0 else { return }
    append(UInt8(ascii: "."))
    append(decimal: Int(place.derived))
  }
}
