import Bytes
package import Tags

/// A card's memory as another program read it out, told by its content: Flipper Zero's `.nfc`,
/// Proxmark3's `.bin`, `.eml` and `.json`, MIFARE Classic Tool's `.mct`.
package struct CardDump: Equatable, Sendable {
  /// Which program wrote it, and what card it is of.
  package var source: String
  package var kind: Kind
  package var uid: [UInt8] = []
  /// As sent, low byte first; empty where the dump does not say.
  package var atqa: [UInt8] = []
  package var sak: UInt8?
  /// Pages of 4 bytes, or blocks of 16; what could not be read is not seen.
  package var image = MemoryImage(unit: 4)
  /// How many bytes there are, whether or not they could be read.
  var size = 0
  /// The answer to GET_VERSION; empty where the dump does not have it.
  package var version: [UInt8] = []
  /// The answer to READ_SIG; empty where the dump does not have it.
  package var signature: [UInt8] = []
  /// What an ISO/IEC 15693 card said of itself, and the security status of its blocks.
  var dsfid: UInt8?
  var family: UInt8?
  var reference: UInt8?
  var status = MemoryImage(unit: 1, word: .block)
  /// What only FeliCa cards have.
  package var felica = FelicaPart()

  /// Which family the card is of.
  package enum Kind: Equatable, Sendable {
    /// A Type 2 tag: Ultralights and NTAGs.
    case type2
    /// MIFARE Classic, whose blocks are behind a cipher.
    case classic
    /// FeliCa. `uid` is the IDm.
    case type3
    /// ISO/IEC 15693.
    case type5
  }

  init(source: String, kind: Kind) {
    self.source = source
    self.kind = kind
  }

  /// All bytes, with zeros for those that could not be read.
  package var memory: [UInt8] {
    image.bytes + [UInt8](repeating: 0, count: max(0, size - image.bytes.count))
  }

  /// Takes in a memory that is known whole.
  mutating func take(_ bytes: [UInt8]) {
    image = MemoryImage(unit: kind == .type2 ? 4 : 16, dump: bytes)
    size = bytes.count
  }

  /// Recognizes a dump; nil for everything else.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count <= Self.largest else { return nil }
    let isText = !bytes.contains { $0 == 0 || $0 > 0x7E }
    let found =
      isText ? CardDump(text: String(decoding: bytes, as: UTF8.self)) : CardDump(image: bytes)
    guard var dump = found, dump.memory.count >= 16 || !dump.uid.isEmpty else { return nil }
    if dump.uid.isEmpty { dump.uid = dump.storedUID }
    let lengths = [Kind.type3, .type5].contains(dump.kind) ? [8] : [4, 7, 10]
    guard lengths.contains(dump.uid.count) else { return nil }
    self = dump
  }

  private init?(text: String) {
    let found =
      CardDump(flipper: text) ?? CardDump(proxmarkJSON: text) ?? CardDump(mct: text)
      ?? CardDump(eml: text)
    guard let found else { return nil }
    self = found
  }

  /// The UID in the first blocks. A Type 2 tag has seven bytes with a check byte in between; a
  /// MIFARE Classic's four are followed by their check byte, where they are not seven.
  var storedUID: [UInt8] {
    guard memory.count >= 9 else { return [] }
    switch kind {
    case .type2: return Array(memory[0..<3] + memory[4..<8])
    case .classic:
      let isShort = memory[0..<4].reduce(0, ^) == memory[4]
      return Array(memory.prefix(isShort ? 4 : 7))
    case .type3, .type5: return []
    }
  }

  /// No card that is dumped so has more.
  private static let largest = 1 << 20
}

extension CardDump {
  /// The card, as it was when it was read out.
  package var card: any Card {
    switch kind {
    case .type2:
      let identity = TypeAIdentity(
        atqa: atqa.count == 2 ? atqa : [0x44, 0x00], uid: uid, sak: sak ?? 0x00)
      return TypeACard(identity, .memory(tag))
    case .classic:
      let isLarge = memory.count >= 4096
      let standard: [UInt8] =
        isLarge ? [0x02, 0x00] : uid.count == 7 ? [0x44, 0x00] : [0x04, 0x00]
      let identity = TypeAIdentity(
        atqa: atqa.count == 2 ? atqa : standard, uid: uid,
        sak: sak ?? (isLarge ? 0x18 : memory.count == 320 ? 0x09 : 0x08))
      return TypeACard(identity, .memory(ClassicMemory()))
    case .type3: return felicaCard
    case .type5: return vicinityCard
    }
  }

  /// What of the card cannot be played, in a line; nil where all of it can.
  package var caveat: String? {
    switch kind {
    case .type2, .type5: nil
    case .classic:
      "a MIFARE Classic: its UID is played, its blocks are not, because they are behind a cipher "
        + "that is not simulated"
    case .type3:
      isLite
        ? nil
        : "a FeliCa card: its IDm and the blocks of service 000B are played, its other services are not"
    }
  }

  private var tag: any TagMemory {
    let product = NTAG21x.Product.allCases.first { NTAG21x.size(of: $0) == memory.count }
    let isNTAG = version.isEmpty || version.prefix(3) == [0x00, 0x04, 0x04]
    if let product, isNTAG {
      return NTAG21x(product, image: memory, signature: signature)
    }
    return DumpedMemory(memory, version: version, signature: signature)
  }
}
