/// The whole memory of a Type 2 tag with a message in it, as dumps hold it.
///
///     UID, check bytes, lock bytes (pages 0–2) | CC (3) | TLVs (4 and on) | configuration
package struct Type2Image: Equatable, Sendable {
  /// The tag whose memory it is.
  package enum Chip: String, Equatable, Sendable, CaseIterable {
    case ultralight, ntag213, ntag215, ntag216
  }

  /// All bytes, page after page.
  package let bytes: [UInt8]

  /// What does not fit.
  package struct TooLong: Error, Equatable {
    package let needed: Int
    package let available: Int
  }

  /// Puts a message into a tag's memory. The UID is made up.
  package init(_ message: [UInt8], on chip: Chip) throws(TooLong) {
    var data = chip.lockControl + Self.tlv(of: message)
    guard data.count <= chip.dataSize, message.count < 0xFFFF else {
      throw TooLong(needed: data.count, available: chip.dataSize)
    }
    // A terminator stands behind it unless the message ends with the memory.
    if data.count < chip.dataSize { data.append(0xFE) }
    data += [UInt8](repeating: 0, count: chip.dataSize - data.count)
    let head: [UInt8] = [
      0x04, 0x11, 0x22, 0x88 ^ 0x04 ^ 0x11 ^ 0x22, 0x33, 0x44, 0x55, 0x66,
      0x33 ^ 0x44 ^ 0x55 ^ 0x66, 0x48, 0x00, 0x00, 0xE1, 0x10, UInt8(chip.dataSize / 8), 0x00,
    ]
    bytes = head + data + chip.configuration
  }

  /// A message in its TLV: 03, a length of one or three bytes, the message.
  package static func tlv(of message: [UInt8]) -> [UInt8] {
    let length =
      message.count < 0xFF
      ? [UInt8(message.count)]
      : [0xFF, UInt8(message.count >> 8 & 0xFF), UInt8(message.count & 0xFF)]
    return [0x03] + length + message
  }
}

extension Type2Image.Chip {
  /// How many bytes the data area has.
  package var dataSize: Int {
    switch self {
    case .ultralight: 48
    case .ntag213: 144
    case .ntag215: 496
    case .ntag216: 872
    }
  }

  /// What the maker writes before the message: where the NTAG213's lock bits are.
  fileprivate var lockControl: [UInt8] {
    self == .ntag213 ? [0x01, 0x03, 0xA0, 0x0C, 0x34] : []
  }

  /// The pages behind the data as the maker delivers them: dynamic lock bytes, mirror and AUTH0
  /// (FF: no password), access, password, PACK.
  fileprivate var configuration: [UInt8] {
    switch self {
    case .ultralight: []
    case .ntag213, .ntag215, .ntag216:
      [
        0x00, 0x00, 0x00, 0xBD, 0x04, 0x00, 0x00, 0xFF, 0x00, 0x05, 0x00, 0x00, 0xFF, 0xFF, 0xFF,
        0xFF, 0x00, 0x00, 0x00, 0x00,
      ]
    }
  }
}
