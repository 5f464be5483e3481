import Bytes

/// The header of an NCI packet (NFC Forum, NFC Controller Interface).
///
///     MT (3 bits), PBF, GID (4) | OID (6) | length | payload        control
///     000, PBF, connection (4)  | credits | length | payload        data
struct NCIPacket: Equatable {
  var kind: Kind
  /// More of the message follows in another packet.
  var hasMore: Bool
  /// GID and OID, or the connection.
  var group: UInt8
  var operation: UInt8
  var payload: Range<Int>
  /// The length that the header claims.
  var claimed: Int

  /// MT.
  enum Kind: UInt8 { case data = 0, command, response, notification }

  init?(_ bytes: Span<UInt8>) {
    guard bytes.count >= 3, let kind = Kind(rawValue: bytes[0] >> 5) else { return nil }
    self.kind = kind
    hasMore = bytes[0] & 0x10 != 0
    group = bytes[0] & 0x0F
    operation = bytes[1] & 0x3F
    claimed = Int(bytes[2])
    payload = 3..<3 + min(claimed, bytes.count - 3)
  }
}
