import Bytes
import GrammarLanguage

/// NDEF messages that peers send each other.
extension Dissector {
  func dissect(
    _ peer: PeerStep, of step: Step, in story: borrowing Story, into dissection: inout Dissection
  ) {
    guard let part = peer.message, part.hasMessage, let messages = NDEFDissector(lexicon) else {
      return
    }
    var half = Dissection.Half()
    let message = story.bytes.span.extracting(part.information.range)
    messages.dissect(message, into: &half.tree)
    if let start = part.start {
      half.source = .frame(peer.bytes, number: step.frames.upperBound)
      for index in half.tree.nodes.indices { half.tree.nodes[index].place.start += UInt32(start) }
    } else {
      // Several PDUs brought it.
      let start = dissection.made.count
      dissection.made.append(message)
      half.source = .made(Extent(start..<dissection.made.count))
    }
    if peer.isToTarget { dissection.command = half } else { dissection.answer = half }
  }
}
