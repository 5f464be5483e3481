/// A tag's memory as bare bytes, without the file of a program around them: as people paste it.
///
///     04112233… 44 48 0000 E1101200 0103…    Type 2, from page 0 on
///     E1101200 0103A00C …                    Type 2, from page 3 on
///     000F 20 00FF 00FF 0406 E104 …          Type 4: the container, perhaps with the NDEF file behind
///     0015 D1 01 11 54 …                     Type 4: the NDEF file
///     03 15 D1 01 … FE                       the blocks of a data area
package struct RawMemory: Equatable, Sendable {
  /// What it holds by parts, the main one first.
  package var parts: [TagContents]
  /// What it is, in words.
  package var words: String

  /// Tells by the bytes what they are; nil where they are no memory.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count >= 4, bytes.count <= MemoryImage.limit else { return nil }
    if let found = Self.type2(bytes) ?? Self.type1(bytes) ?? Self.type4(bytes)
      ?? Self.blocks(bytes, mustFit: true)
    {
      self = found
    } else {
      return nil
    }
  }

  /// The bytes as a memory, however badly they fit: blocks where the first byte is a block's, else
  /// a Type 2 tag from page 0 on.
  package init(taking bytes: [UInt8]) {
    self =
      Self(bytes) ?? Self.blocks(bytes, mustFit: false)
      ?? Self(TagContents(type2: MemoryImage(unit: 4, dump: bytes)), "memory of a Type 2 tag")
  }

  private init(_ contents: TagContents, _ words: String) {
    parts = [contents]
    self.words = words
  }

  /// From page 0 on both check bytes of the UID are right; from page 3 on the container and the first
  /// block are what a formatted tag has.
  private static func type2(_ bytes: [UInt8]) -> Self? {
    if bytes.count >= 16, bytes[0] != 0, 0x88 ^ bytes[0] ^ bytes[1] ^ bytes[2] == bytes[3],
      bytes[4] ^ bytes[5] ^ bytes[6] ^ bytes[7] == bytes[8]
    {
      var identity = TagIdentity()
      identity.uid = Array(bytes[0..<3] + bytes[4..<8])
      return Self(
        TagContents(type2: MemoryImage(unit: 4, dump: bytes), identity), "memory of a Type 2 tag")
    }
    guard bytes.count > 4, isContainer(bytes[0..<4]), bytes[4] <= 0x03 || bytes[4] >= 0xFD else {
      return nil
    }
    var image = MemoryImage(unit: 4)
    image.lay(bytes.span, at: 12, from: MemoryOrigin(frame: 0, offset: 0), as: .read)
    return Self(TagContents(type2: image), "memory of a Type 2 tag from page 3 on")
  }

  /// Blocks 0 to E, with the header ROM in front or without; of larger tags whole segments.
  private static func type1(_ bytes: [UInt8]) -> Self? {
    var bytes = bytes
    if bytes.count == 122, bytes[0] & 0xF0 == 0x10 { bytes.removeFirst(2) }
    guard bytes.count == 120 || bytes.count % 128 == 0 && bytes.count <= 2048,
      isContainer(bytes[8..<12])
    else { return nil }
    return Self(TagContents(type1: MemoryImage(unit: 8, dump: bytes)), "memory of a Type 1 tag")
  }

  /// E1, a version 1.x, a size, access conditions that are in use.
  private static func isContainer(_ bytes: ArraySlice<UInt8>) -> Bool {
    let bytes = Array(bytes)
    return bytes[0] == 0xE1 && bytes[1] >> 4 == 1 && bytes[2] != 0
      && [0x00, 0x0F, 0xF0, 0xFF].contains(bytes[3])
  }

  private static func type4(_ bytes: [UInt8]) -> Self? {
    let length = Int(bytes[0]) << 8 | Int(bytes[1])
    if bytes.count >= 15, length >= 15, length < 256, [1, 2, 3].contains(bytes[2] >> 4),
      bytes[7] == 0x04 && bytes[8] == 0x06 || bytes[7] == 0x06 && bytes[8] == 0x08
    {
      return container(bytes, length)
    }
    // The file alone: a length that fits, and a message in which nothing is wrong.
    guard length > 0, length + 2 <= bytes.count, bytes[(length + 2)...].allSatisfy({ $0 == 0 })
    else { return nil }
    let message = NDEFMessage(reading: Array(bytes[2..<length + 2]))
    guard message.problems.isEmpty, !message.records.isEmpty else { return nil }
    return Self(
      TagContents(
        type4: MemoryImage(unit: 1, dump: bytes), file: nil, identifier: 0xE104, version: nil),
      "NDEF file of a Type 4 tag")
  }

  /// The container, and the file that it names where more bytes follow.
  private static func container(_ bytes: [UInt8], _ length: Int) -> Self {
    let end = min(length, bytes.count)
    let image = MemoryImage(unit: 1, dump: Array(bytes[..<end]))
    var contents = TagContents(container: image)
    let container = Type4Container(image)
    guard end < bytes.count, let file = container?.ndef else {
      contents.isMain = true
      return Self(contents, "capability container of a Type 4 tag")
    }
    var found = Self(
      TagContents(
        type4: MemoryImage(unit: 1, dump: Array(bytes[end...])), file: file,
        identifier: file.identifier, version: container?.version),
      "capability container and NDEF file of a Type 4 tag")
    found.parts.append(contents)
    return found
  }

  /// `mustFit`: a message must be among them, and they must end with a Terminator or, where nothing is
  /// wrong with the message, at the last byte.
  private static func blocks(_ bytes: [UInt8], mustFit: Bool) -> Self? {
    guard let first = bytes.first, [0x00, 0x01, 0x02, 0x03, 0xFD].contains(first) else {
      return nil
    }
    let image = MemoryImage(unit: 1, dump: bytes)
    let area = 0..<bytes.count
    let scan = TLVScan(image, area: area)
    var contents = TagContents(.type2, image)
    contents.isInferred = true
    contents.isBare = true
    contents.take(scan, in: area)
    if mustFit {
      guard let message = contents.messages.first, scan.ending != .overrun else { return nil }
      if case .terminator(let end) = scan.ending {
        // Of a blank tag: nothing is written behind.
        guard message.length > 0 || bytes[(end + 1)...].allSatisfy({ $0 == 0 }) else { return nil }
      } else {
        let read = NDEFMessage(reading: message.bytes)
        guard scan.ending == .area, read.problems.isEmpty, !read.records.isEmpty else { return nil }
      }
      let isKnown = scan.blocks.allSatisfy {
        switch $0.kind {
        case .lockControl, .memoryControl: $0.length == 3
        case .reserved: false
        default: true
        }
      }
      guard isKnown else { return nil }
    }
    return Self(contents, "blocks of a tag's data area")
  }
}
