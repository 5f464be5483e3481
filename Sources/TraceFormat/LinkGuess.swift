import Bytes

/// What frames are whose source does not say it, told by their bytes.
package struct LinkGuess: Equatable, Sendable {
  private var total = 0
  private var long = 0
  private var rightChecks = 0
  private var felicaChecks = 0
  private var felicaLengths = 0
  private var chips = 0
  private var controller = 0
  private var blocks = 0
  private var commands = 0
  private var polls = 0
  /// Commands for a chip in the dress of APDUs, `FF 00 00 00 Lc D4 …`, as an ACR122 takes them.
  private var direct = 0

  package init() {}

  /// Takes a frame into account.
  package mutating func add(_ frame: [UInt8], _ direction: Direction) {
    let bytes = frame.span
    guard bytes.count > 0 else { return }
    total += 1
    if bytes.count >= 3 { long += 1 }
    if Self.isChip(bytes, direction) { chips += 1 }
    if Self.isController(bytes) { controller += 1 }
    if Self.isBlock(bytes[0]), bytes.count >= 2 { blocks += 1 }
    if direction == .toCard, Self.isCommand(bytes) { commands += 1 }
    if direction == .toCard, bytes.count >= 6, bytes[0] == 0xFF, bytes[1] == 0, bytes[5] == 0xD4 {
      direct += 1
    }
    if bytes.count == 1, bytes[0] == 0x26 || bytes[0] == 0x52 { polls += 1 }
    if bytes.count >= 4, Int(bytes[0]) == bytes.count { felicaLengths += 1 }
    switch FrameCheck(of: bytes, on: .iso14443) {
    case .crcA, .crcB: rightChecks += 1
    case .crcF: felicaChecks += 1
    case .none: break
    }
  }

  /// The link, and whether the frames lack the CRC that they had on air.
  package var link: (link: Link, isStripped: Bool) {
    if direct > 0 { return (.apdu, false) }
    if chips > 0, chips * 2 >= total { return (.pn532, false) }
    if felicaChecks > 0, felicaChecks >= rightChecks { return (.nfcF, false) }
    if rightChecks > 0, rightChecks * 3 >= long { return (.iso14443, false) }
    if total > 0, controller == total { return (.nci, false) }
    if total > 0, felicaLengths == total { return (.nfcF, true) }
    if total > 0, blocks == total, commands == 0 { return (.iso14443, true) }
    if commands > 0 { return (.apdu, false) }
    return polls > 0 || long == 0 ? (.iso14443, true) : (.apdu, false)
  }

  /// The link of a text whose first frame this is.
  ///
  /// Only what can be nothing else is not taken for a frame on air, as text says no other thing.
  static func link(ofFirst bytes: [UInt8], _ direction: Direction) -> Link {
    var guess = LinkGuess()
    guess.add(bytes, direction)
    if guess.rightChecks + guess.felicaChecks > 0 { return TextTrace.link }
    if bytes.count >= 5, guess.chips > 0 { return .pn532 }
    if isMessage(bytes.span, direction) { return .ccid }
    if isPacket(bytes.span, direction) { return .nci }
    guard direction == .toCard, bytes.count >= 4 else { return TextTrace.link }
    return guess.commands > 0 && guess.blocks == 0 ? .apdu : TextTrace.link
  }

  /// A frame of a PN532 or PN533, with or without what is around it.
  private static func isChip(_ bytes: Span<UInt8>, _ direction: Direction) -> Bool {
    guard bytes.count >= 2 else { return false }
    if bytes[0] == 0x00, bytes[1] == 0xFF { return true }
    if bytes.count >= 3, bytes[0] == 0x00, bytes[1] == 0x00, bytes[2] == 0xFF { return true }
    // What wakes the chip on a serial line.
    if bytes[0] == 0x55, bytes[1] == 0x55 { return true }
    return bytes[0] == (direction == .fromCard ? 0xD5 : 0xD4) && bytes.count <= 300
  }

  /// A CCID message to or from a reader: its type, and how many bytes follow its ten.
  private static func isMessage(_ bytes: Span<UInt8>, _ direction: Direction) -> Bool {
    guard bytes.count >= 10 else { return false }
    let length = (1...4).reversed().reduce(0) { $0 << 8 | Int(bytes[$1]) }
    let types: ClosedRange<UInt8> = direction == .fromCard ? 0x80...0x84 : 0x61...0x73
    return types.contains(bytes[0]) && length == bytes.count - 10
  }

  /// A packet of NCI that can be nothing else: a command to the controller, its response or
  /// notification, of a group that there is, or data on the connection to the card.
  private static func isPacket(_ bytes: Span<UInt8>, _ direction: Direction) -> Bool {
    guard bytes.count >= 3, Int(bytes[2]) == bytes.count - 3, bytes[1] <= 0x3F else { return false }
    // Data for the card or from it, whole or with more to come: no command on air and no APDU begins
    // with two zeros and the number of bytes behind them.
    if bytes[0] & 0xEF == 0, bytes[1] == 0, bytes.count > 3 { return true }
    let isOurs = direction == .fromCard ? bytes[0] >> 6 == 1 : bytes[0] >> 5 == 1
    let group = bytes[0] & 0x0F
    return isOurs && (group <= 2 || group == 15)
  }

  /// A packet of NCI: its third byte is how many follow.
  private static func isController(_ bytes: Span<UInt8>) -> Bool {
    guard bytes.count >= 3, Int(bytes[2]) == bytes.count - 3 else { return false }
    // A command, response, notification, or data on a logical connection.
    switch bytes[0] >> 5 {
    case 0: return bytes[1] == 0 && bytes.count > 3
    case 1, 2, 3: return bytes[0] & 0x1F <= 0x0F
    default: return false
    }
  }

  /// A PCB of ISO-DEP.
  private static func isBlock(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x02, 0x03, 0x0A, 0x0B, 0x12, 0x13, 0x1A, 0x1B, 0xA2, 0xA3, 0xAA, 0xAB, 0xB2, 0xB3, 0xBA,
      0xBB, 0xC2, 0xCA, 0xF2, 0xFA:
      true
    default: false
    }
  }

  /// A command APDU whose lengths fit.
  package static func isCommand(_ bytes: Span<UInt8>) -> Bool {
    guard bytes.count >= 4, bytes[0] != 0xFF || bytes[1] != 0xFF else { return false }
    if bytes.count <= 5 { return true }
    let length = Int(bytes[4])
    if length > 0 { return bytes.count == 5 + length || bytes.count == 6 + length }
    guard bytes.count >= 7 else { return false }
    let extended = Int(bytes[5]) << 8 | Int(bytes[6])
    return bytes.count == 7 || bytes.count == 7 + extended || bytes.count == 9 + extended
  }
}
