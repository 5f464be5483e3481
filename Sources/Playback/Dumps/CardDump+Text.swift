import Bytes
import Tags

/// Dumps in text.
extension CardDump {
  /// Flipper Zero's: `Name: value`, a line each.
  init?(flipper text: String) {
    guard text.hasPrefix("Filetype: Flipper NFC device") else { return nil }
    var fields: [Substring: Substring] = [:]
    var unseen: Set<Int> = []
    var blocks: [Int: [UInt8?]] = [:]
    for line in text.split(whereSeparator: \.isNewline) {
      // Our own remark, before the zeros that stand for a page.
      if line.hasPrefix("# page ") || line.hasPrefix("# block "), line.hasSuffix(" was not seen"),
        let page = line.split(separator: " ").dropFirst(2).first.flatMap({ Int($0) })
      {
        unseen.insert(page)
      }
      if line.hasPrefix("#") { continue }
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
    if type == "FeliCa" {
      self.init(flipperFelica: text.split(whereSeparator: \.isNewline), fields)
      return
    }
    if type.contains("15693") || type.contains("SLIX") {
      self.init(flipperType5: fields, unseen: unseen)
      return
    }
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
    for page in unseen { blocks[page] = nil }
    join(blocks, size: isClassic ? 16 : 4, total: fields["Pages total"].flatMap { Int($0) })
  }

  /// Proxmark3's JSON: `"name": "hex"` pairs, the blocks under their numbers.
  init?(proxmarkJSON text: String) {
    guard text.first(where: { !$0.isWhitespace }) == "{", text.contains("\"blocks\"") else {
      return nil
    }
    var fields: [Substring: Substring] = [:]
    var blocks: [Int: [UInt8?]] = [:]
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
    if type.hasPrefix("15693") {
      self.init(proxmarkType5: fields, blocks)
      return
    }
    guard type.hasPrefix("mf"), let size = blocks[0]?.count, size == 4 || size == 16 else {
      return nil
    }
    self.init(source: "Proxmark3", kind: size == 16 ? .classic : .type2)
    uid = Hex.bytes(fields["UID"] ?? "") ?? []
    atqa = Hex.bytes(fields["ATQA"] ?? "") ?? []
    sak = Hex.bytes(fields["SAK"] ?? "")?.first
    version = Self.exactly(8, Hex.bytes(fields["Version"] ?? ""))
    signature = Self.exactly(32, Hex.bytes(fields["Signature"] ?? ""))
    join(blocks, size: size)
  }

  /// MIFARE Classic Tool's: `+Sector: n`, then its blocks, `-` for what could not be read.
  init?(mct text: String) {
    guard text.hasPrefix("+Sector:") else { return nil }
    var blocks: [Int: [UInt8?]] = [:]
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
    join(blocks, size: 16)
  }

  /// Proxmark3's emulator text: nothing but a block in hex a line, as many as a card has.
  init?(eml text: String) {
    // A log's first line says that it is none; a long one is not divided for that.
    let size = text.utf8.prefix { $0 != 0x0A && $0 != 0x0D }.count / 2
    guard size == 4 || size == 16 else { return nil }
    let lines = text.split(whereSeparator: \.isNewline)
    var bytes: [UInt8] = []
    for line in lines {
      guard let block = Hex.bytes(line), block.count == size else { return nil }
      bytes += block
    }
    self.init(image: bytes)
  }

  /// Bytes in hex, nil for those that could not be read (`--`, `??`).
  private static func bytes(withUnknown text: Substring) -> [UInt8?] {
    let digits = text.filter { !$0.isWhitespace }
    guard digits.utf8.count.isMultiple(of: 2) else { return [] }
    let units = Array(digits.utf8)
    var bytes: [UInt8?] = []
    for index in stride(from: 0, to: units.count, by: 2) {
      let pair = (units[index], units[index + 1])
      if pair.0 == pair.1, pair.0 == UInt8(ascii: "-") || pair.0 == UInt8(ascii: "?") {
        bytes.append(nil)
      } else if let high = Hex.value(pair.0), let low = Hex.value(pair.1) {
        bytes.append(high << 4 | low)
      } else {
        return []
      }
    }
    return bytes
  }

  private static func exactly(_ count: Int, _ bytes: [UInt8]?) -> [UInt8] {
    bytes?.count == count ? bytes ?? [] : []
  }

  /// Lays blocks into the memory. Those that are missing, and bytes that could not be read, are not
  /// seen.
  mutating func join(_ blocks: [Int: [UInt8?]], size: Int, total: Int? = nil) {
    image = MemoryImage(unit: size, word: kind == .type2 ? .page : .block)
    let known = blocks.filter { (0..<1024).contains($0.key) && $0.value.count == size }
    for (number, block) in known.sorted(by: { $0.key < $1.key }) {
      for (offset, byte) in block.enumerated() {
        guard let byte else { continue }
        let address = number * size + offset
        image.lay(
          [byte].span, at: address, from: MemoryOrigin(frame: 0, offset: address), as: .read)
      }
    }
    let last = known.keys.max() ?? -1
    self.size = size * max(last + 1, min(max(0, total ?? 0), 1024))
  }
}

extension Substring {
  /// The number at the end of a line.
  fileprivate var lastNumber: Int? {
    split { !$0.isNumber }.last.flatMap { Int($0) }
  }
}
