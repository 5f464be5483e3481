/// A TLV block of a tag's data area (NFC Forum Type 1, 2 and 5 Tag; NXP's mapping to MIFARE
/// Classic has the same).
///
///     03  12       D1 01 0E …      NDEF Message, 18 bytes
///     03  FF 01 03 D1 …            NDEF Message, 259 bytes: behind FF the length has two bytes
///     00                           NULL: no length, no value
package struct TagTLV: Equatable, Sendable {
  package var kind: Kind
  /// The address of the tag byte.
  package var address: Int
  /// Where the length stands; empty for NULL and Terminator.
  package var lengthField: Range<Int>
  /// How many bytes the length says.
  package var length: Int
  /// The addresses of the value's bytes, in order, with what is reserved between them left out; of
  /// a value that runs out of the area those that are in it.
  package var value: [Range<Int>]

  /// Which block it is.
  package enum Kind: Equatable, Sendable {
    case null, lockControl, memoryControl, ndef, proprietary, terminator
    /// A tag that is reserved.
    case reserved(UInt8)

    package init(_ tag: UInt8) {
      self =
        switch tag {
        case 0x00: .null
        case 0x01: .lockControl
        case 0x02: .memoryControl
        case 0x03: .ndef
        case 0xFD: .proprietary
        case 0xFE: .terminator
        default: .reserved(tag)
        }
    }
  }

  /// How many of the value's bytes lie in the area.
  package var present: Int { value.reduce(0) { $0 + $1.count } }
}

/// Where lock bits or reserved bytes lie: the value of a Lock Control or Memory Control TLV.
///
///     A0  0C  34      page 10, byte 0 · 12 lock bits · 2^4 bytes a page, 2^3 bytes a lock bit
package struct ControlTLV: Equatable, Sendable {
  /// The first byte's address.
  package let address: Int
  /// Lock bits, or reserved bytes.
  package let count: Int
  /// Bytes that a lock bit locks; 0 in a Memory Control TLV.
  package let bytesPerBit: Int
  /// How the position is counted: pages of so many bytes.
  package let bytesPerPage: Int
  package let isLock: Bool

  /// Reads the three bytes; nil for fewer.
  package init?(_ value: [UInt8], isLock: Bool) {
    guard value.count >= 3 else { return nil }
    bytesPerPage = 1 << Int(value[2] & 0x0F)
    address = Int(value[0] >> 4) * bytesPerPage + Int(value[0] & 0x0F)
    count = value[1] == 0 ? 256 : Int(value[1])
    bytesPerBit = isLock ? 1 << Int(value[2] >> 4) : 0
    self.isLock = isLock
  }

  /// The bytes that hold the lock bits, or are reserved.
  package var range: Range<Int> { address..<address + (isLock ? (count + 7) / 8 : count) }

  /// How many bytes of data the lock bits lock.
  package var coverage: Int { count * bytesPerBit }
}
