import Bytes
import Decoding
package import Tags

/// FeliCa cards in Flipper Zero's text. A card of the Lite family has its blocks in order, each behind
/// the status flags that it was read with; other cards have those that the public services gave.
///
///     Block 0: 00 00 10 04 01 00 0D 00 …
///     Block 0001: | Service code 090F | Block index 00 | Data: 16 01 00 02 … |
extension CardDump {
  /// What a FeliCa dump has beside the tag's own blocks.
  package struct FelicaPart: Equatable, Sendable {
    package var pmm: [UInt8] = []
    /// The blocks of other services.
    package var services: [Service] = []
    /// Blocks that were refused, and the flags of the first of these.
    package var refused = 0
    package var flags: (first: UInt8, second: UInt8) = (0, 0)
    /// How many blocks the dump says that there are, and that were read.
    package var claimed: (total: Int, read: Int)?

    /// A service and its blocks.
    package struct Service: Equatable, Sendable {
      package var code: UInt16
      package var image = MemoryImage(unit: AttributeBlock.blockLength)
    }

    package static func == (one: Self, other: Self) -> Bool {
      one.pmm == other.pmm && one.services == other.services && one.refused == other.refused
        && one.flags == other.flags && one.claimed?.total == other.claimed?.total
        && one.claimed?.read == other.claimed?.read
    }
  }

  /// The second byte of PMm of the Lite family.
  var isLite: Bool { felica.pmm.count == 8 && (0xF0...0xF2).contains(felica.pmm[1]) }

  /// Reads the lines of a FeliCa dump, whose first fields are read already.
  init(flipperFelica lines: [Substring], _ fields: [Substring: Substring]) {
    self.init(source: "Flipper Zero", kind: .type3)
    image = MemoryImage(unit: AttributeBlock.blockLength)
    uid = Hex.bytes(fields["Manufacture id"] ?? fields["UID"] ?? "") ?? []
    felica.pmm = Hex.bytes(fields["Manufacture parameter"] ?? "") ?? []
    if let total = fields["Blocks total"].flatMap({ Int($0) }),
      let read = fields["Blocks read"].flatMap({ Int($0) })
    {
      felica.claimed = (total, read)
    }
    var unseen: Set<Int> = []
    for line in lines {
      if line.hasPrefix("# block "), line.hasSuffix(" was not seen"),
        let number = line.split(separator: " ").dropFirst(2).first.flatMap({ Int($0) })
      {
        unseen.insert(number)
      }
      guard line.hasPrefix("Block "), let colon = line.firstIndex(of: ":") else { continue }
      let value = line[line.index(after: colon)...]
      if value.contains("|") {
        take(serviceBlock: value)
      } else if let number = Int(line[..<colon].dropFirst(6)), !unseen.contains(number),
        let bytes = Hex.bytes(value.filter { $0 != " " })
      {
        take(liteBlock: number, bytes)
      }
    }
    size = image.end
  }

  /// A block of the Lite family, by its place in the list of all of them.
  private mutating func take(liteBlock place: Int, _ bytes: [UInt8]) {
    guard LiteBlocks.all.indices.contains(place), bytes.count == 18 else { return }
    guard bytes[0] == 0 else {
      // The zeros behind the flags are no content.
      if felica.refused == 0 { felica.flags = (bytes[0], bytes[1]) }
      felica.refused += 1
      return
    }
    let number = LiteBlocks.all[place]
    guard !LiteBlocks.isHidden(number) else { return }
    Self.lay(Array(bytes[2...]), block: Int(number), into: &image)
  }

  private mutating func take(serviceBlock text: Substring) {
    var code: UInt16?
    var number: Int?
    var bytes: [UInt8]?
    for part in text.split(separator: "|") {
      let words = part.split(separator: " ")
      if words.starts(with: ["Service", "code"]), words.count == 3 {
        code = UInt16(words[2], radix: 16)
      } else if words.starts(with: ["Block", "index"]), words.count == 3 {
        number = Int(words[2], radix: 16)
      } else if words.first == "Data:" {
        bytes = Hex.bytes(words.dropFirst().joined())
      }
    }
    // A block list has two bytes for a block's number.
    guard let code, let number, (0...0xFFFF).contains(number), let bytes,
      bytes.count == AttributeBlock.blockLength
    else { return }
    if FelicaCard.isTagService(code) {
      Self.lay(bytes, block: number, into: &image)
    } else if let known = felica.services.firstIndex(where: { $0.code == code }) {
      Self.lay(bytes, block: number, into: &felica.services[known].image)
    } else if felica.services.count < Self.mostServices {
      felica.services.append(FelicaPart.Service(code: code))
      Self.lay(bytes, block: number, into: &felica.services[felica.services.count - 1].image)
    }
  }

  private static let mostServices = 256

  private static func lay(_ bytes: [UInt8], block: Int, into image: inout MemoryImage) {
    let address = block * AttributeBlock.blockLength
    image.lay(bytes.span, at: address, from: MemoryOrigin(frame: 0, offset: address), as: .read)
  }

  /// What it holds: the tag's blocks, or what says that none were read.
  var felicaContents: TagContents {
    var contents = TagContents(type3: image, isNDEF: false, isLite: isLite)
    contents.identity.uid = uid
    contents.identity.pmm = felica.pmm
    contents.isMain = contents.header != nil || isLite
    if felica.refused > 0, image.isEmpty {
      contents.faults.append(
        MemoryFault(
          .unread(count: felica.refused, first: felica.flags.first, second: felica.flags.second),
          at: 0..<0))
    }
    if let claimed = felica.claimed, claimed.read > claimed.total {
      contents.faults.append(
        MemoryFault(.counts(total: claimed.total, read: claimed.read), at: 0..<0))
    }
    return contents
  }

  /// The other services' blocks.
  package var parts: [TagContents] {
    felica.services.map { service in
      var part = TagContents(.type3, service.image)
      part.part = "service \(Hex.text(service.code, digits: 4))"
      part.isMain = false
      return part
    }
  }

  /// The same card's blocks, to be played.
  var felicaCard: FeliCaLiteS {
    var blocks: [UInt8: [UInt8]] = [:]
    for number in LiteBlocks.all {
      let start = Int(number) * AttributeBlock.blockLength
      if let bytes = image[start..<start + AttributeBlock.blockLength] {
        blocks[UInt8(number)] = bytes
      }
    }
    let pmm = felica.pmm.count == 8 ? felica.pmm : FeliCaLiteS.parameters
    return FeliCaLiteS(idm: uid, pmm: pmm, blocks: blocks)
  }

  /// Which of the Lite family's blocks were not seen, but for those that nobody sees.
  var unseenLiteBlocks: [UInt16] {
    LiteBlocks.all.filter { number in
      let start = Int(number) * AttributeBlock.blockLength
      return !LiteBlocks.isHidden(number)
        && !image.isKnown(start..<start + AttributeBlock.blockLength)
    }
  }

  /// The text of a card of the Lite family.
  var flipperFelica: String {
    let unseen = unseenLiteBlocks
    var lines = [
      "Filetype: Flipper NFC device", "Version: 4", "Device type: FeliCa",
      "UID: \(Self.spaced(uid))", "Data format version: 1", "Manufacture id: \(Self.spaced(uid))",
      "Manufacture parameter: \(Self.spaced(felica.pmm))",
      "Blocks total: \(LiteBlocks.all.count)",
      "Blocks read: \(LiteBlocks.all.count - unseen.count)",
    ]
    for (place, number) in LiteBlocks.all.enumerated() {
      let start = Int(number) * AttributeBlock.blockLength
      let bytes = (start..<start + AttributeBlock.blockLength).map { image[$0] ?? 0 }
      if unseen.contains(number) { lines.append("# block \(place) was not seen") }
      lines.append("Block \(place): \(Self.spaced([0, 0] + bytes))")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
