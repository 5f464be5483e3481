import Bytes
import Decoding
import Tags

/// NDEF messages as objects: `ndef`.
extension StoryJSON {
  /// Writes the message that a peer sent, if what it sent is one.
  mutating func write(
    _ peer: PeerStep, of step: Step, in story: borrowing Story, into out: inout ByteBuffer
  ) {
    guard let part = peer.message, part.hasMessage else { return }
    begin("ndef")
    if step.visit != 0 { object.json("visit", step.visit) }
    object.json(key: "frames")
    object.append("[")
    object.append(decimal: step.frames.upperBound)
    object.append("]")
    let contents = NDEFContents(reading: story.bytes.span.extracting(part.information.range))
    object.json("length", contents.message.length)
    append(recordsOf: contents)
    end(through: step.frames.upperBound, into: &out)
  }

  /// Appends a message's records.
  mutating func append(recordsOf contents: NDEFContents) {
    guard var writer = ndef else { return }
    object.append(",")
    writer.append(recordsOf: contents, to: &object)
    ndef = writer
  }
}
