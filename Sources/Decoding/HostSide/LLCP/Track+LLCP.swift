import Bytes
import TraceFormat

/// LLCP between two peers, and SNEP in it.
extension Track {
  /// A PDU of LLCP without anything in front of it, or the ATR_REQ of a peer that begins.
  mutating func readLLCP(
    _ frame: Frame, _ bytes: Span<UInt8>, into story: inout Story
  ) -> Reading {
    settle(into: &story)
    let link = peer ?? PeerLink()
    peer = link
    let isToTarget = frame.direction != .fromCard
    var told = PeerStep(packet: nil, isToTarget: isToTarget, bytes: story.store(bytes))
    told.activation = peerActivation
    peerActivation = nil
    if !Self.isAttributeRequest(bytes), let packet = LLCPPacket(bytes) {
      told.packet = packet
      link.follow(packet, bytes, isToTarget: isToTarget)
      if let (part, information) = link.read(packet, bytes, isToTarget: isToTarget) {
        told.message = part
        told.message?.information = story.store(information.span)
        told.message?.start = part.start.map { $0 + packet.start }
      }
    }
    var step = Step(
      frames: frame.number...frame.number, time: frame.time, content: .peer(told))
    step.source = source
    step.firstDerived = frame.derived
    step.lastDerived = frame.derived
    if isToTarget { step.commandFrame = frame.number } else { step.answerFrame = frame.number }
    emit(&step, into: &story)
    return Reading(.llcp)
  }

  /// ATR_REQ of NFC-DEP (ISO/IEC 18092): D4 00 behind its length, at 106 kbit/s behind F0 as well.
  private static func isAttributeRequest(_ bytes: Span<UInt8>) -> Bool {
    let start = bytes.count > 3 && bytes[0] == 0xF0 ? 2 : 1
    return bytes.count > start + 1 && bytes[start] == 0xD4 && bytes[start + 1] == 0x00
  }
}
