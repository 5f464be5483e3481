import Bytes
package import TraceFormat

/// Pasted lines as frames that the decoder takes: what was said, without times.
package enum PastedSequence {
  /// What the lines are, by their content: frames when every one of them ends in a right CRC (short
  /// frames apart), APDUs otherwise.
  package static func link(of lines: [PastedText.Line]) -> Link {
    let long = lines.filter { $0.bytes.count >= 3 }
    guard !long.isEmpty else { return .apdu }
    if let link = hostLink(of: lines) { return link }
    if long.allSatisfy({ endsInCRCF($0.bytes) }) { return .nfcF }
    return long.allSatisfy { endsInCRC($0.bytes) || isAnticollision($0.bytes) } ? .iso14443 : .apdu
  }

  /// The link of lines that passed between a host and its reader: all of them fit its frames, and at
  /// least one by a check or a length. What came instead of a frame may stand among a PN532's.
  private static func hostLink(of lines: [PastedText.Line]) -> Link? {
    let packets = lines.map { PN532Packet($0.bytes.span) }
    if packets.contains(where: { $0.kind == .data && $0.data.lowerBound > 0 && $0.fault == nil }) {
      return .pn532
    }
    let isBare = lines.allSatisfy { ($0.bytes.first ?? 0) & 0xFE == 0xD4 && $0.bytes.count >= 2 }
    if isBare { return .pn532 }
    let areMessages = lines.allSatisfy { line in
      CCIDMessage(line.bytes.span).map {
        $0.fits(line.bytes.count, $0.kind.isCommand ? .toCard : .fromCard)
      } ?? false
    }
    if areMessages { return .ccid }
    let areNCI = lines.allSatisfy { line in
      NCIPacket(line.bytes.span).map { $0.claimed == line.bytes.count - 3 } ?? false
    }
    return areNCI ? .nci : nil
  }

  /// One frame a line, a millisecond apart.
  package static func batch(of lines: [PastedText.Line], link: Link) -> FrameBatch {
    var batch = FrameBatch()
    for (index, line) in lines.enumerated() {
      var frame = Frame(
        number: index + 1, time: Int64(index) * 1_000_000, link: link, direction: line.direction)
      frame.bytes = batch.store(line.bytes.span)
      batch.frames.append(frame)
    }
    return batch
  }

  private static func endsInCRC(_ bytes: [UInt8]) -> Bool {
    let body = bytes.dropLast(2)
    let run = Array(body)
    let last = UInt16(bytes[bytes.count - 1]) << 8 | UInt16(bytes[bytes.count - 2])
    return last == Checksum.crcA(run.span) || last == Checksum.crcB(run.span)
  }

  private static func endsInCRCF(_ bytes: [UInt8]) -> Bool {
    guard Int(bytes[0]) + 2 == bytes.count else { return false }
    let run = Array(bytes.dropLast(2))
    return UInt16(bytes[bytes.count - 2]) << 8 | UInt16(bytes[bytes.count - 1])
      == Checksum.crcF(run.span)
  }

  /// A UID part and its check byte, the one longer frame without a CRC.
  private static func isAnticollision(_ bytes: [UInt8]) -> Bool {
    bytes.count == 5 && bytes[0] ^ bytes[1] ^ bytes[2] ^ bytes[3] == bytes[4]
  }
}
