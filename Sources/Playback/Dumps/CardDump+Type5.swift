import Bytes
import Tags

/// Dumps of ISO/IEC 15693 cards.
extension CardDump {
  /// Flipper Zero's: all blocks in one line, and their security status in another.
  init?(flipperType5 fields: [Substring: Substring], unseen: Set<Int>) {
    guard let content = fields["Data Content"].flatMap({ Hex.bytes($0) }),
      let size = fields["Block Size"].flatMap({ Hex.bytes($0) })?.first, (1...32).contains(size)
    else { return nil }
    self.init(source: "Flipper Zero", kind: .type5)
    uid = fields["UID"].flatMap { Hex.bytes($0) } ?? []
    dsfid = fields["DSFID"].flatMap { Hex.bytes($0) }?.first
    family = fields["AFI"].flatMap { Hex.bytes($0) }?.first
    reference = fields["IC Reference"].flatMap { Hex.bytes($0) }?.first
    take(content, blockSize: Int(size), without: unseen)
    // A block count that the data does not fill is no memory that was there.
    let count = fields["Block Count"].flatMap { Int($0) } ?? 0
    self.size = max(self.size, Int(size) * min(max(0, count), Self.mostBlocks))
    take(status: fields["Security Status"].flatMap { Hex.bytes($0) } ?? [])
  }

  /// Proxmark3's JSON.
  init?(proxmarkType5 fields: [Substring: Substring], _ blocks: [Int: [UInt8?]]) {
    guard let size = blocks[0]?.count, (1...32).contains(size) else { return nil }
    self.init(source: "Proxmark3", kind: .type5)
    uid = Self.ordered((fields["uid"] ?? fields["UID"]).flatMap { Hex.bytes($0) } ?? [])
    dsfid = fields["dsfid"].flatMap { Hex.bytes($0) }?.first
    family = fields["afi"].flatMap { Hex.bytes($0) }?.first
    reference = fields["ic"].flatMap { Hex.bytes($0) }?.first
    join(blocks, size: size)
    take(status: fields["locks"].flatMap { Hex.bytes($0) } ?? [])
  }

  /// Proxmark3's image; nil for anything else. Its length tells how many blocks there is room for.
  ///
  ///     UID, last byte first (8) | DSFID lock AFI lock | bytes in a block | blocks (1 or 2) | IC
  ///     security status, 64, 160 or 256 | data, 2048 | 12 bytes more
  static func type5(_ bytes: [UInt8]) -> CardDump? {
    guard let room = [2139: 64, 2235: 160, 2332: 256][bytes.count],
      bytes[7] == 0xE0 || bytes[0] == 0xE0
    else { return nil }
    let isWide = room == 256
    let count = isWide ? Int(bytes[13]) | Int(bytes[14]) << 8 : Int(bytes[13])
    let head = isWide ? 16 : 15
    let width = Int(bytes[12])
    guard (1...32).contains(width), (1...room).contains(count), width * count <= 2048 else {
      return nil
    }
    var dump = CardDump(source: "Proxmark3", kind: .type5)
    dump.uid = ordered(Array(bytes[0..<8]))
    dump.dsfid = bytes[8]
    dump.family = bytes[10]
    dump.reference = bytes[head - 1]
    let start = head + room
    dump.take(Array(bytes[start..<start + width * count]), blockSize: width, without: [])
    dump.take(status: Array(bytes[head..<head + count]))
    return dump
  }

  /// What a tag said of itself and how many blocks it has, as they were seen.
  mutating func takeType5(_ contents: TagContents) {
    dsfid = contents.identity.dsfid
    family = contents.identity.family
    reference = contents.identity.reference
    status = contents.status ?? status
    let claimed = contents.size ?? contents.capacity ?? 0
    let unit = image.unit
    size = max(claimed, image.end)
    size = min((size + unit - 1) / unit * unit, unit * Self.mostBlocks)
  }

  /// Flipper Zero's text. Blocks that were not seen are zeros there, which a comment names.
  var flipperBlocks: String {
    let count = size / image.unit
    var lines = [
      "Filetype: Flipper NFC device", "Version: 4", "Device type: ISO15693-3",
      "UID: \(Self.spaced(uid.isEmpty ? Self.zeros(8) : uid))",
    ]
    // They are optional: what is not written was not told.
    for (name, value) in [("DSFID", dsfid), ("AFI", family), ("IC Reference", reference)] {
      if let value { lines.append("\(name): \(Hex.text(value, digits: 2))") }
    }
    lines += [
      "Lock DSFID: false", "Lock AFI: false", "Block Count: \(count)",
      "Block Size: \(Hex.text(image.unit, digits: 2))",
    ]
    for block in 0..<count where !image.isKnown(block * image.unit..<(block + 1) * image.unit) {
      lines.append("# block \(block) was not seen")
    }
    lines.append("Data Content: \(Self.spaced(memory.prefix(count * image.unit)))")
    let locks = (0..<count).map { (status[$0] ?? 0) & 0x03 == 0 ? UInt8(0) : 1 }
    lines.append("Security Status: \(Self.spaced(locks))")
    return lines.joined(separator: "\n") + "\n"
  }

  /// A card that answers with these blocks; those that could not be read are zeros.
  var vicinityCard: VicinityCard {
    let blocks = size / image.unit
    var card = VicinityCard(
      uid: uid, memory: memory, blocks: blocks, blockSize: image.unit, reference: reference ?? 0)
    card.family = family ?? 0
    card.format = dsfid ?? 0
    card.locked = Set((0..<blocks).filter { (status[$0] ?? 0) & 0x03 != 0 })
    return card
  }

  private mutating func take(_ bytes: [UInt8], blockSize: Int, without unseen: Set<Int>) {
    image = MemoryImage(unit: blockSize, word: .block)
    size = min(bytes.count, blockSize * Self.mostBlocks)
    for block in 0..<(size + blockSize - 1) / blockSize where !unseen.contains(block) {
      let start = block * blockSize
      let part = bytes.span.extracting(start..<min(start + blockSize, size))
      image.lay(part, at: start, from: MemoryOrigin(frame: 0, offset: start), as: .read)
    }
  }

  private mutating func take(status bytes: [UInt8]) {
    status.lay(
      bytes.span.extracting(first: Self.mostBlocks), at: 0,
      from: MemoryOrigin(frame: 0, offset: 0), as: .read)
  }

  /// A UID with E0 in front, whichever way it was written.
  private static func ordered(_ uid: [UInt8]) -> [UInt8] {
    uid.last == 0xE0 && uid.first != 0xE0 ? uid.reversed() : uid
  }

  /// A block's number has two bytes at the most; a card has fewer.
  private static let mostBlocks = 4_096
}
