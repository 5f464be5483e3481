import Bytes

/// A command of PicoPass and iCLASS, told by its first byte and its length.
///
/// The low four bits are the code, b5 chooses the credit key, b8 makes the number of ones even; b7
/// and b6 are 0 on the air of ISO/IEC 15693.
enum PicoPassCommand: UInt8 {
  case halt = 0x00
  case select = 0x81
  case pageSelect = 0x84
  case check = 0x05
  case readFour = 0x06
  case update = 0x87
  case readCheck = 0x88
  case readCheckCredit = 0x18
  case activateAll = 0x0A
  /// READ with a block, IDENTIFY without.
  case read = 0x0C
  case activate = 0x8E
  case detect = 0x0F

  /// How many bytes it has, with its CRC where it has one.
  func fits(_ count: Int) -> Bool {
    switch self {
    case .halt, .activateAll, .activate, .detect: count == 1
    case .read: count == 1 || count == 4
    case .readFour, .pageSelect: count == 4
    case .readCheck, .readCheckCredit: count == 2
    case .select, .check: count == 9
    // A CRC where the card is not secured, else a MAC.
    case .update: count == 12 || count == 14
    }
  }

  /// Whether a command of that length ends with a CRC.
  func hasCRC(_ count: Int) -> Bool { count == 4 || self == .update && count == 12 }

  /// How many bytes the answer has without its CRC; nil where none is due.
  var answerLength: Int? {
    switch self {
    case .halt, .activateAll, .activate, .detect: nil
    case .read, .select, .update, .pageSelect, .readCheck, .readCheckCredit: 8
    case .readFour: 32
    case .check: 4
    }
  }

  /// Whether the answer ends with a CRC.
  var answerHasCRC: Bool {
    switch self {
    case .check, .readCheck, .readCheckCredit: false
    default: true
    }
  }
}
