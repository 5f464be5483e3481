import Analysis
import Bytes
import Decoding
import Tags

/// What was seen of a card's memory, and the message in it, as objects.
extension StoryJSON {
  /// Writes every part of the memory that a visit showed.
  mutating func write(
    memoryOf outcome: VisitOutcome, _ end: VisitEnd, into out: inout ByteBuffer
  ) {
    for part in outcome.contents {
      var json = MemoryJSON(showsSecrets: !mask.isActive)
      object.clear()
      json.append(part, visit: end.number, to: &object)
      self.end(through: end.knownAfter, into: &out)
      if json.hasHidden { mask.noteHidden() }
    }
    guard let main = outcome.contents.first, let message = main.messages.first else { return }
    begin("ndef")
    object.json("visit", end.number)
    object.json(key: "frames")
    object.append("[")
    for (index, frame) in main.image.frames(of: message.places).enumerated() {
      if index > 0 { object.append(",") }
      object.append(decimal: frame)
    }
    object.append("]")
    object.json("length", message.length)
    if let capacity = main.capacity { object.json("capacity", capacity) }
    if let contents = outcome.message { append(recordsOf: contents) }
    self.end(through: end.knownAfter, into: &out)
  }
}
