import Bytes
import TraceFormat

/// The header of a CCID message (USB, Specification for Integrated Circuit(s) Cards Interface
/// Devices): type, length of what follows, slot, sequence number, and three bytes by type.
///
///     6F | length (4, least significant first) | slot | seq | BWI | level (2)      | data
///     80 | length (4, least significant first) | slot | seq | status | error | chain | data
struct CCIDMessage: Equatable {
  var kind: Kind
  var length: Int
  var slot: UInt8
  /// The last two of the three bytes by type: the level parameter of XfrBlock; status, error and
  /// chain parameter of an answer.
  var specific: (UInt8, UInt8, UInt8)

  /// What a message is, as far as it matters to a card.
  enum Kind: UInt8 {
    case powerOn = 0x62
    case powerOff = 0x63
    case slotStatus = 0x65
    case transfer = 0x6F
    case escape = 0x6B
    case parameters = 0x6C
    case resetParameters = 0x6D
    case setParameters = 0x61
    case clock = 0x6E
    case secure = 0x69
    case mechanical = 0x71
    case abort = 0x72
    case rate = 0x73
    case protocolT0 = 0x6A
    case dataBlock = 0x80
    case slotAnswer = 0x81
    case parametersAnswer = 0x82
    case escapeAnswer = 0x83
    case rateAnswer = 0x84

    var isCommand: Bool { rawValue < 0x80 }
  }

  static let headerSize = 10

  /// Reads a header; nil where the bytes begin no message.
  init?(_ bytes: Span<UInt8>) {
    guard bytes.count >= Self.headerSize, let kind = Kind(rawValue: bytes[0]) else { return nil }
    self.kind = kind
    length =
      Int(bytes[1]) | Int(bytes[2]) << 8 | Int(bytes[3]) << 16 | Int(bytes[4]) << 24
    slot = bytes[5]
    specific = (bytes[7], bytes[8], bytes[9])
  }

  /// Whether the length fits what is there, so that the bytes of a device of which nothing else is
  /// known may be taken for a message.
  func fits(_ count: Int, _ direction: Direction) -> Bool {
    length == count - Self.headerSize && slot < 16 && kind.isCommand == (direction == .toCard)
  }

  static func == (one: Self, other: Self) -> Bool {
    one.kind == other.kind && one.length == other.length && one.slot == other.slot
      && one.specific == other.specific
  }
}
