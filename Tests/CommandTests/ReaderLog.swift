import Foundation

/// What a reader and a card say to each other in ISO-DEP, written down as a log of frames: activation,
/// then commands and answers in blocks of any size (ISO/IEC 14443-4, 7).
struct ReaderLog {
  /// `> 0200A4…` and `< 029000…`, one frame a line, CRC_A included.
  private(set) var text = ""
  /// What the card's number adds to each block.
  private let cardNumber: UInt8?
  private var number: UInt8 = 1

  /// Selects the card 04112233445566 and asks for its ATS. `size`: FSDI, so 0 is 16 bytes and 8 is 256.
  init(size: UInt8 = 8, cardNumber: UInt8? = nil) {
    self.cardNumber = cardNumber
    for line in [
      "> 26", "< 4400", "> 9320", "< 88041122BF", "> 937088041122BFB3F9", "< 04DA17", "> 9520",
      "< 3344556644", "> 95703344556644ECA3",
    ] {
      text += line + "\n"
    }
    write("<", [0x20])
    write(">", [0xE0, size << 4 | (cardNumber ?? 0)])
    // FSCI 8, TA1 80, TB1 70 (38.7 ms), TC1 02 (CID).
    write("<", [0x05, 0x78, 0x80, 0x70, 0x02])
  }

  /// A command and its answer. `parts` and `answerParts` are the sizes of all blocks but the last.
  mutating func exchange(
    _ command: String, _ answer: String, parts: [Int] = [], answerParts: [Int] = [],
    extensions: Int = 0
  ) {
    let asked = Self.cut(Self.bytes(command), parts)
    for (index, part) in asked.enumerated() {
      number ^= 1
      let isLast = index == asked.count - 1
      write(">", header(isLast ? 0x02 : 0x12) + part)
      if !isLast { write("<", header(0xA2)) }
    }
    for _ in 0..<extensions {
      write("<", supervisory(0xF2) + [0x01])
      write(">", supervisory(0xF2) + [0x01])
    }
    let given = Self.cut(Self.bytes(answer), answerParts)
    for (index, part) in given.enumerated() {
      let isLast = index == given.count - 1
      write("<", header(isLast ? 0x02 : 0x12) + part)
      if !isLast {
        number ^= 1
        write(">", header(0xA2))
      }
    }
  }

  private func header(_ pcb: UInt8) -> [UInt8] {
    cardNumber.map { [pcb | 0x08 | number, $0] } ?? [pcb | number]
  }

  private func supervisory(_ pcb: UInt8) -> [UInt8] {
    cardNumber.map { [pcb | 0x08, $0] } ?? [pcb]
  }

  private mutating func write(_ direction: String, _ bytes: [UInt8]) {
    var crc: UInt16 = 0x6363
    for byte in bytes {
      crc ^= UInt16(byte)
      for _ in 0..<8 { crc = crc & 1 != 0 ? crc >> 1 ^ 0x8408 : crc >> 1 }
    }
    let frame = bytes + [UInt8(crc & 0xFF), UInt8(crc >> 8)]
    text += "\(direction) \(frame.map { String(format: "%02X", $0) }.joined())\n"
  }

  private static func cut(_ bytes: [UInt8], _ sizes: [Int]) -> [[UInt8]] {
    var parts: [[UInt8]] = []
    var rest = bytes[...]
    for size in sizes {
      parts.append(Array(rest.prefix(size)))
      rest = rest.dropFirst(size)
    }
    return parts + [Array(rest)]
  }

  private static func bytes(_ hex: String) -> [UInt8] {
    let digits = Array(hex.filter { $0 != " " })
    return stride(from: 0, to: digits.count - 1, by: 2).compactMap {
      UInt8(String(digits[$0...$0 + 1]), radix: 16)
    }
  }
}
