/// The serial number in a reader's name, as PC/SC and the paths of serial ports have it.
///
///     ACS ACR1252 Reader (RR123-456789) 00 00     ACS ACR1252 Reader (XX000-000000) 00 00
///     …/usb-FTDI_FT232R_USB_UART_A50285BI         …/usb-FTDI_FT232R_USB_UART_X00000XX
///
/// A word with five digits and more is one: models have four. The parts of a word may be joined by
/// hyphens.
enum ReaderSerial {
  private static let least = 5

  /// The name without it.
  static func removed(from name: [UInt8]) -> [UInt8] {
    var new = name
    var start = 0
    while start < name.count {
      let word = name[start...].prefix(while: isPart)
      if word.count(where: isDigit) >= least {
        for index in word.indices where name[index] != UInt8(ascii: "-") {
          new[index] = isDigit(name[index]) ? UInt8(ascii: "0") : UInt8(ascii: "X")
        }
      }
      start += max(1, word.count)
    }
    return new
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isPart(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x41...0x5A).contains(byte & 0xDF) || byte == UInt8(ascii: "-")
  }
}
