import Bytes
package import Decoding

/// One frame on the air, as reader and card exchange it: with its CRC where it has one.
package struct AirFrame: Equatable, Sendable {
  package var technology: Technology
  package var bytes: [UInt8]
  /// How many bits of the last byte are sent; 8 where it is whole.
  package var lastBits: Int

  /// Takes the bytes as they are.
  package init(_ technology: Technology, bytes: [UInt8], lastBits: Int = 8) {
    self.technology = technology
    self.bytes = bytes
    self.lastBits = lastBits
  }

  /// Makes a frame of what it carries, with the CRC of its technology behind it. For NFC-F the
  /// payload begins with LEN.
  package init(_ technology: Technology, payload: [UInt8]) {
    self.init(technology, bytes: payload + Self.crc(technology, of: payload.span))
  }

  /// Makes one of the short frames and acknowledges of NFC-A, which have no CRC.
  package static func bits(_ value: UInt8, count: Int) -> AirFrame {
    AirFrame(.nfcA, bytes: [value], lastBits: count)
  }

  /// What the frame carries, without CRC; nil where the CRC is missing or wrong, or an NFC-F
  /// frame's LEN is.
  package var payload: [UInt8]? {
    guard lastBits == 8, bytes.count > 2 else { return nil }
    let end = bytes.count - 2
    let payload = Array(bytes[..<end])
    guard Self.crc(technology, of: payload.span).elementsEqual(bytes[end...]) else { return nil }
    if technology == .nfcF && Int(payload[0]) != payload.count { return nil }
    return payload
  }

  /// The two bytes that end a frame.
  private static func crc(_ technology: Technology, of payload: Span<UInt8>) -> [UInt8] {
    let value: UInt16
    switch technology {
    case .nfcF:
      value = Checksum.crcF(payload).byteSwapped
    case .nfcB, .nfcV:
      value = Checksum.crcB(payload)
    case .nfcA, .apdu, .unknown:
      value = Checksum.crcA(payload)
    }
    return [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
  }
}
