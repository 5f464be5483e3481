import Bytes
package import Tags

/// Dumps made from what was seen of a tag.
extension CardDump {
  /// The dump of a Type 2 or Type 5 tag, a MIFARE Classic card or a card of FeliCa's Lite family, as
  /// far as it was seen; nil for others.
  package init?(seen contents: TagContents) {
    guard contents.identity.uid.count > 3 || !contents.image.isEmpty else { return nil }
    switch contents.kind {
    case .type2: self.init(source: "nfctrace", kind: .type2)
    case .classic: self.init(source: "nfctrace", kind: .classic)
    case .type5: self.init(source: "nfctrace", kind: .type5)
    case .type3: self.init(source: "nfctrace", kind: .type3)
    case .type1, .type4: return nil
    }
    image = contents.image
    let identity = contents.identity
    uid = identity.uid.isEmpty && memory.count >= 9 ? storedUID : identity.uid
    if let number = identity.atqa {
      atqa = [UInt8(number & 0xFF), UInt8(number >> 8)]
    }
    sak = identity.sak
    version = identity.version
    signature = identity.signature
    switch kind {
    case .type2:
      let chip = Type2Chip(version: version)
      let claimed = contents.capacity.map { 16 + $0 } ?? 0
      size = max(4 * (chip?.pages ?? 0), claimed, (image.end + 3) / 4 * 4)
    case .type3:
      felica.pmm = identity.pmm
      size = image.end
      guard isLite, uid.count == 8, !image.isEmpty else { return nil }
    case .classic: takeClassicSize()
    case .type5: takeType5(contents)
    }
  }

  /// Whether keys or passwords are in it. Zeros are what chips answer in their place.
  package var holdsSecrets: Bool {
    contents.secrets.contains { secret in
      secret.range.contains { (image[$0] ?? 0) != 0 }
    }
  }

  /// What of the memory was not seen.
  package var unseen: [Range<Int>] {
    guard kind == .type3 else { return image.missing(in: 0..<size) }
    return unseenLiteBlocks.map { number in
      let start = Int(number) * AttributeBlock.blockLength
      return start..<start + AttributeBlock.blockLength
    }
  }

  /// Flipper Zero's text. Pages that were not seen are zeros there, which a comment names: its
  /// program knows no other way to write them.
  package var flipper: String {
    switch kind {
    case .type2: flipperPages
    case .type3: flipperFelica
    case .classic: flipperSectors
    case .type5: flipperBlocks
    }
  }

  private var flipperPages: String {
    let chip = Type2Chip(version: version) ?? Type2Chip(pages: size / 4)
    var lines = [
      "Filetype: Flipper NFC device", "Version: 4", "Device type: NTAG/Ultralight",
      "UID: \(Self.spaced(uid))",
      "ATQA: \(Self.spaced(atqa.isEmpty ? [0x00, 0x44] : atqa.reversed()))",
      "SAK: \(Self.spaced([sak ?? 0]))", "Data format version: 2",
      "NTAG/Ultralight type: \(Self.flipperName(chip))",
      "Signature: \(Self.spaced(signature.isEmpty ? Self.zeros(32) : signature))",
      "Mifare version: \(Self.spaced(version.isEmpty ? Self.zeros(8) : version))",
    ]
    for counter in 0..<3 { lines += ["Counter \(counter): 0", "Tearing \(counter): 00"] }
    let pages = size / 4
    let seen = (0..<pages).filter { image.isKnown(4 * $0..<4 * $0 + 4) }
    lines += ["Pages total: \(pages)", "Pages read: \(seen.count)"]
    for page in 0..<pages {
      if !image.isKnown(4 * page..<4 * page + 4) { lines.append("# page \(page) was not seen") }
      lines.append("Page \(page): \(Self.spaced(memory[4 * page..<4 * page + 4]))")
    }
    lines.append("Failed authentication attempts: 0")
    return lines.joined(separator: "\n") + "\n"
  }

  private static func flipperName(_ chip: Type2Chip?) -> String {
    guard let chip else { return "Mifare Ultralight" }
    return switch chip {
    case .ultralightC: "Mifare Ultralight C"
    case .ul11: "Mifare Ultralight 11"
    case .ul21: "Mifare Ultralight 21"
    case .ntag203, .ntag210, .ntag212, .ntag213, .ntag215, .ntag216: chip.name
    default: "Mifare Ultralight"
    }
  }

  static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

  static func spaced(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { Hex.text($0, digits: 2) }.joined(separator: " ")
  }
}
