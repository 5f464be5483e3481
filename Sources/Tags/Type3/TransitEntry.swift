import Bytes

/// A block of the public history (service 090Fh) of Suica and of the cards that do as it does.
///
/// No issuer publishes it; this is what the felicalib community found out. Only the balance has its
/// low byte first.
///
///     terminal | process | ? (2) | date (2) | places or time (4) | balance (2) | sequence (3) | region
package struct TransitEntry: Equatable, Sendable {
  /// The service that has them.
  package static let service: UInt16 = 0x090F

  package let terminal: UInt8
  package let process: UInt8
  package let year: Int
  package let month: Int
  package let day: Int
  package let places: Places
  /// In yen, behind the entry.
  package let balance: Int
  package let sequence: Int
  package let region: UInt8

  /// What bytes 6 to 9 say.
  package enum Places: Equatable, Sendable {
    case stations(entry: Stop, exit: Stop)
    /// A line and a stop of a bus.
    case bus(line: UInt16, stop: UInt16)
    /// A purchase: the hour and the minute, and the till.
    case purchase(hour: Int, minute: Int, till: UInt16)
  }

  /// A station: the line's code and its own.
  package struct Stop: Equatable, Sendable {
    package let line: UInt8
    package let station: UInt8

    package init(line: UInt8, station: UInt8) {
      self.line = line
      self.station = station
    }
  }

  /// Reads a block; nil where it is not whole, or empty.
  package init?(_ block: Span<UInt8>) {
    guard block.count >= AttributeBlock.blockLength, block[0] != 0 else { return nil }
    let big = ByteOrder.big
    terminal = block[0]
    process = block[1]
    let date = big.number16(block, at: 4)
    year = 2000 + Int(date >> 9)
    month = Int(date >> 5 & 0x0F)
    day = Int(date & 0x1F)
    switch process {
    case 0x0D, 0x0F, 0x1F, 0x23:
      places = .bus(line: big.number16(block, at: 6), stop: big.number16(block, at: 8))
    case 0x46, 0x49, 0x4A, 0x4B, 0xC6, 0xCB:
      let time = big.number16(block, at: 6)
      places = .purchase(
        hour: Int(time >> 11), minute: Int(time >> 5 & 0x3F), till: big.number16(block, at: 8))
    default:
      places = .stations(
        entry: Stop(line: block[6], station: block[7]),
        exit: Stop(line: block[8], station: block[9]))
    }
    balance = Int(ByteOrder.little.number16(block, at: 10))
    sequence = Int(block[12]) << 16 | Int(big.number16(block, at: 13))
    region = block[15]
  }

  /// Whether the date is one, which tells an entry from other bytes.
  package var isPlausible: Bool { (1...12).contains(month) && (1...31).contains(day) }
}
