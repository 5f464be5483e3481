import Bytes

/// The kinds of block of a pcapng file that matter here (draft-ietf-opsawg-pcapng).
///
/// Every block has its type, its total length, a body filled up to four bytes, and its total
/// length again.
enum PcapngBlock: UInt32 {
  /// Reads the same in both byte orders; its magic tells which one the section has.
  case section = 0x0A0D_0D0A
  case interface = 1
  /// The obsolete kind of packet block.
  case packet = 2
  case simplePacket = 3
  case enhancedPacket = 6

  /// Type and total length before the body, total length behind it.
  static let frameSize = 12
  static let byteOrderMagic: UInt32 = 0x1A2B_3C4D

  /// Whether a packet is in it.
  var isPacket: Bool { self != .section && self != .interface }

  /// The length of the body's fixed part.
  var fixedSize: Int {
    switch self {
    case .section: 16
    case .interface: 8
    case .packet, .enhancedPacket: 20
    case .simplePacket: 4
    }
  }
}

/// The options behind a block's fixed part: a code and a length, two bytes each, and a value filled
/// up to four bytes; code 0 ends the list.
enum PcapngOption {
  static let end: UInt16 = 0
  /// `if_name`, the interface's name.
  static let interfaceName: UInt16 = 2
  /// `if_description`, what it is.
  static let interfaceDescription: UInt16 = 3
  /// `if_tsresol`.
  static let timestampResolution: UInt16 = 9
  /// `if_tsoffset`.
  static let timestampOffset: UInt16 = 14
  /// `shb_userappl`, the program that wrote the section.
  static let application: UInt16 = 4

  /// Calls `body` with each option; a list that breaks off ends there.
  static func forEach(
    in list: Span<UInt8>, _ order: ByteOrder, _ body: (UInt16, Span<UInt8>) -> Void
  ) {
    var at = 0
    while list.count - at >= 4 {
      let code = order.number16(list, at: at)
      let length = Int(order.number16(list, at: at + 2))
      guard code != end, length <= list.count - at - 4 else { return }
      body(code, list.extracting(at + 4..<at + 4 + length))
      at = min(list.count, at + 4 + (length + 3) & ~3)
    }
  }

  /// A list of the options that have a value, or nothing where none has.
  static func list(_ options: [(code: UInt16, value: [UInt8])]) -> [UInt8] {
    var list: [UInt8] = []
    for (code, value) in options where !value.isEmpty {
      let value = value.prefix(Int(UInt16.max))
      for number in [code, UInt16(value.count)] {
        list += [UInt8(truncatingIfNeeded: number), UInt8(number >> 8)]
      }
      list += value + [UInt8](repeating: 0, count: -value.count & 3)
    }
    return list.isEmpty ? [] : list + [0, 0, 0, 0]
  }

  /// A value as text; some writers end it with a zero.
  static func text(_ value: Span<UInt8>) -> String {
    var bytes: [UInt8] = []
    bytes.append(value)
    while bytes.last == 0 { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}
