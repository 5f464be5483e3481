import Bytes
import TraceFormat

/// GSMTAP (libosmocore, gsmtap.h): what SIM and card tools send to UDP port 4729. Of interest is type
/// 4, SIM: an APDU and its answer in one packet, or an ATR.
///
///     version 2 | header length in words | type | … | 12 sub-type | …
extension HostSide {
  func readGSMTAP(_ packet: Span<UInt8>) -> FrameName? {
    guard let start = Self.header(in: packet), start + 16 <= packet.count else { return nil }
    let header = start + 4 * Int(packet[start + 1])
    guard packet[start + 2] == 4, header <= packet.count else { return .gsmtap }
    let content = packet.extracting(header..<packet.count)
    derived.base = header
    switch packet[start + 12] {
    case 0x00: splitAPDU(content)
    case 0x01: if content.count > 0 { derived.add(.atr, .fromCard, captured: content, at: 0) }
    default: break
    }
    return .gsmtap
  }

  /// Where the header begins: behind a UDP header with that port, which is searched for because the
  /// packet does not say what it begins with.
  private static func header(in packet: Span<UInt8>) -> Int? {
    for at in 8..<max(8, min(packet.count - 1, 160))
    where packet[at] == 2 && packet[at + 1] >= 4 && packet[at + 1] < 16 {
      let isSource = packet[at - 8] == 0x12 && packet[at - 7] == 0x79
      let isDestination = packet[at - 6] == 0x12 && packet[at - 5] == 0x79
      if isSource || isDestination { return at }
    }
    return nil
  }

  /// A command and its answer that nothing divides: P3 is the length of the command's data, or for
  /// commands that only read, of the answer's.
  private func splitAPDU(_ content: Span<UInt8>) {
    guard content.count >= 6 else {
      if content.count > 0 { derived.add(.apdu, .toCard, captured: content, at: 0) }
      return
    }
    var end = content.count == 6 ? 4 : 5
    let length = Int(content[4])
    if !Self.readsOnly(content[1]), content.count > 6, 5 + length + 2 <= content.count {
      end = 5 + length
    }
    derived.add(.apdu, .toCard, captured: content.extracting(0..<end), at: 0)
    derived.add(.apdu, .fromCard, captured: content.extracting(end..<content.count), at: end)
  }

  /// READ BINARY, READ RECORD, GET RESPONSE, GET DATA, GET CHALLENGE, FETCH and STATUS send no data.
  private static func readsOnly(_ instruction: UInt8) -> Bool {
    switch instruction {
    case 0xB0, 0xB2, 0xC0, 0xCA, 0x84, 0x12, 0xF2: true
    default: false
    }
  }
}
