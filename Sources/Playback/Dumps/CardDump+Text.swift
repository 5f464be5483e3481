import Bytes

/// Dumps in text.
extension CardDump {
  /// Flipper Zero's: `Name: value`, a line each.
  init?(flipper text: String) {
    guard text.hasPrefix("Filetype: Flipper NFC device") else { return nil }
    var fields: [Substring: Substring] = [:]
    var blocks: [Int: [UInt8]] = [:]
    for line in text.split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let name = line[..<colon]
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      if name.hasPrefix("Page ") || name.hasPrefix("Block "), let number = name.lastNumber {
        blocks[number] = Self.bytes(withUnknown: value)
      } else {
        fields[name] = value
      }
    }
    let type = fields["Device type"] ?? ""
    let isClassic = type.contains("Classic")
    guard isClassic || type.contains("NTAG") || type.contains("Ultralight") else { return nil }
    self.init(source: "Flipper Zero", kind: isClassic ? .classic : .type2)
    uid = Hex.bytes(fields["UID"] ?? "") ?? []
    // Version 2 wrote ATQA as sent, later ones write its high byte first.
    let order = Hex.bytes(fields["ATQA"] ?? "") ?? []
    atqa = fields["Version"] == "2" ? order : order.reversed()
    sak = Hex.bytes(fields["SAK"] ?? "")?.first
    version = Self.exactly(8, Hex.bytes(fields["Mifare version"] ?? ""))
    signature = Self.exactly(32, Hex.bytes(fields["Signature"] ?? ""))
    memory = Self.joined(blocks, size: isClassic ? 16 : 4)
  }

  /// Proxmark3's JSON: `"name": "hex"` pairs, the blocks under their numbers.
  init?(proxmarkJSON text: String) {
    guard text.first(where: { !$0.isWhitespace }) == "{", text.contains("\"blocks\"") else {
      return nil
    }
    var fields: [Substring: Substring] = [:]
    var blocks: [Int: [UInt8]] = [:]
    let strings = text.split(separator: "\"", omittingEmptySubsequences: false)
    // Every second piece is a string: a name where a colon and a string follow.
    for index in stride(from: 1, to: strings.count - 2, by: 2) {
      guard strings[index + 1].allSatisfy({ $0.isWhitespace || $0 == ":" }),
        strings[index + 1].contains(":")
      else { continue }
      let value = strings[index + 2]
      if let number = Int(strings[index]), let bytes = Hex.bytes(value) {
        blocks[number] = bytes
      } else if fields[strings[index]] == nil {
        fields[strings[index]] = value
      }
    }
    let type = fields["FileType"] ?? ""
    guard type.hasPrefix("mf"), let size = blocks[0]?.count, size == 4 || size == 16 else {
      return nil
    }
    self.init(source: "Proxmark3", kind: size == 16 ? .classic : .type2)
    uid = Hex.bytes(fields["UID"] ?? "") ?? []
    atqa = Hex.bytes(fields["ATQA"] ?? "") ?? []
    sak = Hex.bytes(fields["SAK"] ?? "")?.first
    version = Self.exactly(8, Hex.bytes(fields["Version"] ?? ""))
    signature = Self.exactly(32, Hex.bytes(fields["Signature"] ?? ""))
    memory = Self.joined(blocks, size: size)
  }

  /// MIFARE Classic Tool's: `+Sector: n`, then its blocks, `-` for what could not be read.
  init?(mct text: String) {
    guard text.hasPrefix("+Sector:") else { return nil }
    var blocks: [Int: [UInt8]] = [:]
    var next = 0
    for line in text.split(whereSeparator: \.isNewline) {
      if line.hasPrefix("+") {
        guard let sector = line.lastNumber, sector < 40 else { return nil }
        // Sectors from 32 on have sixteen blocks, those before them four.
        next = sector < 32 ? 4 * sector : 128 + 16 * (sector - 32)
      } else if !line.allSatisfy(\.isWhitespace) {
        let block = Self.bytes(withUnknown: line)
        guard block.count == 16 else { return nil }
        blocks[next] = block
        next += 1
      }
    }
    guard blocks[0] != nil else { return nil }
    self.init(source: "MIFARE Classic Tool", kind: .classic)
    memory = Self.joined(blocks, size: 16)
  }

  /// Proxmark3's emulator text: nothing but a block in hex a line, as many as a card has.
  init?(eml text: String) {
    let lines = text.split(whereSeparator: \.isNewline)
    guard let size = lines.first.map({ $0.utf8.count / 2 }), size == 4 || size == 16 else {
      return nil
    }
    var bytes: [UInt8] = []
    for line in lines {
      guard let block = Hex.bytes(line), block.count == size else { return nil }
      bytes += block
    }
    self.init(image: bytes)
  }

  /// Bytes in hex, with zeros for those that could not be read (`--`, `??`).
  private static func bytes(withUnknown text: Substring) -> [UInt8] {
    let known = text.map { $0 == "-" || $0 == "?" ? "0" : $0 }
    return Hex.bytes(String(known)) ?? []
  }

  private static func exactly(_ count: Int, _ bytes: [UInt8]?) -> [UInt8] {
    bytes?.count == count ? bytes ?? [] : []
  }

  /// Blocks in a row, with zeros for those that are missing.
  private static func joined(_ blocks: [Int: [UInt8]], size: Int) -> [UInt8] {
    let last = blocks.keys.filter { $0 >= 0 && $0 < 1024 }.max() ?? -1
    var memory = [UInt8](repeating: 0, count: size * (last + 1))
    for (number, block) in blocks where block.count == size && (0...last).contains(number) {
      memory.replaceSubrange(number * size..<(number + 1) * size, with: block)
    }
    return memory
  }
}

extension Substring {
  /// The number at the end of a line.
  fileprivate var lastNumber: Int? {
    split { !$0.isNumber }.last.flatMap { Int($0) }
  }
}
