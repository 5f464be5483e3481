import Bytes
import Decoding
import Tags

/// Hands the NDEF messages that peers send each other to the rules for messages.
enum PeerMessage {
  static func check(
    _ step: borrowing Step, _ peer: PeerStep, into findings: inout [Finding],
    _ story: borrowing Story
  ) {
    guard let part = peer.message, part.hasMessage else { return }
    let frame = step.frames.upperBound
    let rules = NDEFRules(
      visit: step.visit, step: step.frames.lowerBound, half: peer.isToTarget ? .command : .answer,
      namesBytes: part.start != nil)
    let contents = NDEFContents(reading: story.bytes.span.extracting(part.information.range))
    let derived = step.lastDerived
    rules.check(contents, into: &findings) { bytes in
      let start = part.start ?? 0
      let range = part.start == nil ? 0..<0 : bytes.lowerBound + start..<bytes.upperBound + start
      return Places(Place(frame: frame, derived: derived, bytes: range))
    }
  }
}
