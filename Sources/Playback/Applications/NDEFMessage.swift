/// NDEF messages of one record, as our cards hold them (NFC Forum NDEF, and the URI record type).
enum NDEFMessage {
  /// A message of one URI. The commonest beginnings are written as one byte.
  static func uri(_ text: String) -> [UInt8] {
    let prefix = prefixes.first { text.hasPrefix($0.text) }
    let rest = Array(text.utf8.dropFirst(prefix?.text.utf8.count ?? 0))
    let payload = [prefix?.code ?? 0x00] + rest
    // Short record, first and last of its message, type "U".
    if payload.count < 256 { return [0xD1, 0x01, UInt8(payload.count), 0x55] + payload }
    let count = UInt32(payload.count)
    return [0xC1, 0x01] + (0..<4).map { UInt8(count >> (24 - 8 * $0) & 0xFF) } + [0x55] + payload
  }

  /// A message in the memory of a Type 2 tag: in an NDEF TLV, with a terminator behind it.
  static func inType2Memory(_ message: [UInt8]) -> [UInt8] {
    let length =
      message.count < 0xFF
      ? [UInt8(message.count)]
      : [0xFF, UInt8(message.count >> 8 & 0xFF), UInt8(message.count & 0xFF)]
    return [0x03] + length + message + [0xFE]
  }

  private static let prefixes: [(text: String, code: UInt8)] = [
    ("http://www.", 0x01), ("https://www.", 0x02), ("http://", 0x03), ("https://", 0x04),
    ("tel:", 0x05), ("mailto:", 0x06),
  ]
}
