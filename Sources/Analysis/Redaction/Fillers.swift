import Bytes
import Decoding

/// Names and other text.
enum TextFiller {
  static func name(for bytes: [UInt8], _ number: Int) -> [UInt8] {
    if bytes.contains(UInt8(ascii: "<")) { return machineReadable(bytes) }
    var text = Array("NAME/REDACTED".utf8)
    if number > 1 {
      let suffix = Array(" \(number)".utf8)
      text = text.prefix(max(0, bytes.count - suffix.count)) + suffix
    }
    return (text + repeatElement(UInt8(ascii: " "), count: bytes.count)).prefix(bytes.count).map(
      \.self)
  }

  /// A passport's lines (ICAO 9303): letters become X, digits 0. The check digits over nothing but 0
  /// and `<` are 0, so letters in one run with digits become 0 as well.
  private static func machineReadable(_ bytes: [UInt8]) -> [UInt8] {
    var new = bytes
    var start = 0
    while start < bytes.count {
      let run = bytes[start...].prefix(while: isLetterOrDigit)
      let filler =
        run.contains { (0x30...0x39).contains($0) } ? UInt8(ascii: "0") : UInt8(ascii: "X")
      for index in run.indices { new[index] = filler }
      start += max(1, run.count)
    }
    return new
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...0xFF: true
    default: false
    }
  }
}

/// Dates at the end of 2049, or in 1949 where the century is given: real ones.
enum DateFiller {
  static func filler(for bytes: [UInt8], _ number: Int) -> [UInt8] {
    let day = Nibbles.digits(of: 31 - (number - 1) % 28, count: 2)
    let short: [UInt8] = [4, 9, 1, 2] + day
    switch bytes.count {
    case 2: return Nibbles.bytes([4, 9, 1, 2])
    case 3: return Nibbles.bytes(short)
    case 4 where Nibbles.of(bytes).allSatisfy({ $0 < 10 }): return Nibbles.bytes([1, 9] + short)
    case 6 where Nibbles.digits(ofText: bytes) != nil: return Nibbles.text(short)
    case 8 where Nibbles.digits(ofText: bytes) != nil: return Nibbles.text([1, 9] + short)
    default: return PINFiller.filler(for: bytes, number)
    }
  }
}

/// PINs of nothing but zeros, in the form that they were sent in.
enum PINFiller {
  static func filler(for bytes: [UInt8], _ number: Int) -> [UInt8] {
    guard let place = PINDigits(bytes) else { return KeyFiller.filler(for: bytes, number) }
    let zeros = Nibbles.digits(of: number - 1, count: place.digits.count)
    return place.replaced(by: zeros, in: bytes)
  }
}

/// Where a PIN's digits are in the bytes that carry it.
struct PINDigits {
  let digits: [UInt8]
  private let isText: Bool
  private let start: Int

  /// A block of format 2, ASCII digits, or digits of four bits; with fillers behind. Nil for what was
  /// enciphered, or is no PIN of digits.
  init?(_ bytes: [UInt8]) {
    let nibbles = Nibbles.of(bytes)
    if let count = PINBlock.digits(in: bytes.span, 0..<bytes.count) {
      digits = Array(nibbles[2..<2 + count])
      isText = false
      start = 2
      return
    }
    let text = bytes.prefix { (0x30...0x39).contains($0) }
    if text.count >= 4, bytes.dropFirst(text.count).allSatisfy({ [0x00, 0x20, 0xFF].contains($0) })
    {
      digits = text.map { $0 & 15 }
      isText = true
      start = 0
      return
    }
    let packed = nibbles.prefix { $0 < 10 }
    guard packed.count >= 4, nibbles.dropFirst(packed.count).allSatisfy({ $0 == 15 }) else {
      return nil
    }
    digits = Array(packed)
    isText = false
    start = 0
  }

  func replaced(by new: [UInt8], in bytes: [UInt8]) -> [UInt8] {
    if isText { return Nibbles.text(new) + bytes.dropFirst(new.count) }
    let nibbles = Nibbles.of(bytes)
    let rest = nibbles.dropFirst(start + new.count)
    return Nibbles.bytes(Array(nibbles.prefix(start)) + new + rest)
  }
}

/// Keys, passwords and what was enciphered.
enum KeyFiller {
  static let byte: UInt8 = 0xEE

  /// What is text, as the key of a Wi-Fi network is, stays text.
  private static func text(_ count: Int, _ number: Int) -> [UInt8] {
    let digits = number == 1 ? [] : Array(String(number).utf8).suffix(count)
    return [UInt8](repeating: UInt8(ascii: "E"), count: count - digits.count) + digits
  }

  static func filler(for bytes: [UInt8], _ number: Int) -> [UInt8] {
    if bytes.count > 2, bytes.allSatisfy({ (0x20...0x7E).contains($0) }) {
      return text(bytes.count, number)
    }
    return numbered(bytes.count, number, from: 0)
  }

  private static func numbered(_ count: Int, _ number: Int, from first: Int) -> [UInt8] {
    var filler = [UInt8](repeating: byte, count: count)
    var rest = number == 1 ? 0 : number
    var index = filler.count - 1
    while rest > 0, index >= first {
      filler[index] = UInt8(truncatingIfNeeded: rest)
      rest >>= 8
      index -= 1
    }
    return filler
  }

  /// A frame in the place of ciphertext: it never begins as a command in clear does. One byte is
  /// the four bits of ACK or NAK.
  static func frame(_ count: Int, _ number: Int) -> [UInt8] {
    count == 1 ? [byte & 15] : numbered(count, number, from: 1)
  }
}

/// Identifiers of cards: who made the card, zeros, a running number.
enum IdentifierFiller {
  static func filler(for bytes: [UInt8], _ number: Int) -> [UInt8] {
    if bytes.count > 4, bytes.allSatisfy({ (0x20...0x7E).contains($0) }) {
      // An account's reference keeps the four characters of who gave it.
      let digits = Nibbles.text(Nibbles.digits(of: number, count: bytes.count - 4))
      return bytes.prefix(4) + digits
    }
    // E0 opens the UID of ISO/IEC 15693, which is sent from its last byte on.
    if bytes.count == 8, bytes[7] == 0xE0, bytes[0] != 0xE0 {
      return filler(for: bytes.reversed(), number).reversed()
    }
    var new = [UInt8](repeating: 0, count: bytes.count)
    switch bytes.count {
    case 0: return []
    // 08h says that it is drawn anew each time; xFh, that it is not unique.
    case 4: new[0] = bytes[0] == 0x08 ? 0x08 : 0x0F
    case 8:
      new[0] = bytes[0]
      new[1] = bytes[1]
    default: new[0] = bytes[0]
    }
    var rest = number
    var index = bytes.count - 1
    while rest > 0, index > 0 {
      new[index] = UInt8(truncatingIfNeeded: rest)
      rest >>= 8
      index -= 1
    }
    return new
  }
}
