import Bytes
import Decoding
import Tags

/// The words of what is no card's protocol: an ATR that a reader made, and LLCP between peers.
extension Composer {
  mutating func compose(answerToReset bytes: Span<UInt8>, into row: inout Row) {
    let start = words.count
    words.append("> power on")
    row.reader = Extent(start..<words.count)
    let card = words.count
    words.append("< ATR ")
    if isContactless(bytes) { words.append("(contactless) ") }
    words.append(hex: bytes)
    row.card = Extent(card..<words.count)
    row.folding = .equals
  }

  /// PC/SC Part 3, 3.1.3.2.3: a reader of contactless cards makes an ATR 3B 8n 80 01, historical
  /// bytes, TCK; n counts the historical bytes.
  private func isContactless(_ bytes: Span<UInt8>) -> Bool {
    guard bytes.count >= 5, bytes[0] == 0x3B, bytes[1] & 0xF0 == 0x80, bytes[2] == 0x80,
      bytes[3] == 0x01
    else { return false }
    return bytes.count == 5 + Int(bytes[1] & 0x0F)
  }

  mutating func compose(_ peer: PeerStep, in story: borrowing Story, into row: inout Row) {
    let start = words.count
    words.append(peer.isToTarget ? "> " : "< ")
    let pdu = story.bytes.span.extracting(peer.bytes.range)
    if let packet = peer.packet {
      append(packet, pdu)
      if let message = peer.message { append(message) }
    } else {
      words.append("ATR_REQ, ")
      if let activation = peer.activation {
        words.append("NFC-DEP ")
        words.append(decimal: activation.rate)
        words.append(activation.isActive ? " kbit/s active, " : " kbit/s passive, ")
      }
      words.append(count: pdu.count, "byte", "bytes")
    }
    if peer.isToTarget {
      row.reader = Extent(start..<words.count)
    } else {
      row.card = Extent(start..<words.count)
    }
    if let message = peer.message, message.hasMessage {
      let detail = words.count
      append(
        message: NDEFContents(
          reading: story.bytes.span.extracting(message.information.range)), from: detail)
      row.detail = Extent(detail..<words.count)
    }
    row.folding = .equals
  }

  private mutating func append(_ packet: LLCPPacket, _ pdu: Span<UInt8>) {
    words.append("LLCP ")
    words.append(packet.kind.words)
    guard packet.kind != .symmetry, packet.kind != .parameters else { return }
    words.append(" ")
    words.append(decimal: Int(packet.source))
    words.append("→")
    words.append(decimal: Int(packet.destination))
    guard packet.kind == .connect,
      let name = packet.service(in: pdu)
    else { return }
    words.append(" ")
    CardText.append(pdu.extracting(name), to: &words)
  }

  private mutating func append(_ message: SNEPPart) {
    words.append(", SNEP ")
    switch message.code {
    case 0x00: words.append("CONTINUE")
    case 0x01: words.append("GET")
    case 0x02: words.append("PUT")
    case 0x7F: words.append("REJECT")
    case 0x80: words.append("continue")
    case 0x81: words.append("success")
    default:
      words.append("code ")
      words.append(hex: message.code)
    }
    guard message.length > 0 else { return }
    if message.isWhole {
      words.append(", NDEF message of ")
      words.append(count: message.length, "byte", "bytes")
    } else {
      words.append(", ")
      words.append(decimal: message.present)
      words.append(" of ")
      words.append(count: message.length, "byte", "bytes")
    }
  }
}

extension LLCPPacket.Kind {
  /// What the standard calls it.
  fileprivate var words: StaticString {
    switch self {
    case .symmetry: "SYMM"
    case .parameters: "PAX"
    case .aggregated: "AGF"
    case .unnumbered: "UI"
    case .connect: "CONNECT"
    case .disconnect: "DISC"
    case .connectionComplete: "CC"
    case .disconnected: "DM"
    case .reject: "FRMR"
    case .lookup: "SNL"
    case .protected: "DPS"
    case .information: "I"
    case .receiveReady: "RR"
    case .receiveNotReady: "RNR"
    case .reserved: "reserved"
    }
  }
}
