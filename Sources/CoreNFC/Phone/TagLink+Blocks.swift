import Decoding
import Tags

/// A memory of pages or blocks with TLVs in it: a tag of Type 2 or 5.
struct BlockStore: Sendable {
  var image: MemoryImage
  /// The data area.
  let area: Range<Int>
  let isWritable: Bool
  /// Where the NDEF TLV is, or would be.
  var address = 0
  /// Where its message's bytes lie.
  var places: [Range<Int>] = []

  /// The length takes one byte up to 254, and three beyond.
  var capacity: Int {
    let room = area.upperBound - address
    return max(0, room - 2 <= 254 ? room - 2 : max(254, room - 4))
  }
}

extension TagLink {
  /// Finds the TLVs of a Type 2 tag; nil where page 3 does not say that it is one.
  ///
  ///     page 3:  E1 | version | data area in eights of bytes | access
  mutating func findType2() throws(Refusal) -> BlockStore? {
    var image = MemoryImage(unit: 4)
    try readUnit(at: 8, into: &image)
    guard let container = image[12..<16], container[0] == 0xE1, container[1] >> 4 == 1 else {
      return nil
    }
    let store = BlockStore(
      image: image, area: 16..<16 + 8 * Int(container[2]), isWritable: container[3] & 0x0F == 0)
    return try findMessage(in: store)
  }

  /// Finds the TLVs of a Type 5 tag; nil where block 0 does not say that it is one.
  ///
  ///     block 0:  E1 | version, access | data area in eights of bytes | features (| 2 free | size)
  mutating func findType5() throws(Refusal) -> BlockStore? {
    var image = MemoryImage(unit: 1)
    let size = try readUnit(at: 0, into: &image)
    image = MemoryImage(unit: size, dump: image.bytes)
    while image.end < 8 { try readUnit(at: image.end, into: &image) }
    guard let container = image[0..<8], container[0] == 0xE1 || container[0] == 0xE2,
      container[1] >> 6 == 1
    else { return nil }
    let isLong = container[2] == 0
    let eights = isLong ? Int(container[6]) << 8 | Int(container[7]) : Int(container[2])
    let start = isLong ? 8 : 4
    let store = BlockStore(
      image: image, area: start..<min(start + 8 * eights, MemoryImage.limit),
      isWritable: container[1] & 0x03 == 0)
    return try findMessage(in: store)
  }

  /// Reads as much as is needed to know where the message is.
  private mutating func findMessage(in store: BlockStore) throws(Refusal) -> BlockStore {
    var store = store
    while true {
      let scan = TLVScan(store.image, area: store.area)
      if let block = scan.blocks.first(where: { $0.kind == .ndef }) {
        store.address = block.address
        store.places = block.value
        return store
      }
      guard case .unseen(let address) = scan.ending else {
        // No message yet: it goes behind what stands there for the tag itself.
        let last = scan.blocks.last { $0.kind == .lockControl || $0.kind == .memoryControl }
        store.address = last?.value.last?.upperBound ?? store.area.lowerBound
        return store
      }
      let before = store.image.seen
      try readUnit(at: address, into: &store.image)
      guard store.image.seen > before else { return store }
    }
  }

  /// The message's bytes.
  mutating func read(_ store: BlockStore) throws(Refusal) -> [UInt8] {
    var image = store.image
    for place in store.places {
      while let missing = image.missing(in: place).first {
        let before = image.seen
        try readUnit(at: missing.lowerBound, into: &image)
        guard image.seen > before else {
          throw Refusal(.readerTransceiveErrorTagResponseError, "the message is not to be read")
        }
      }
    }
    return image.bytes(of: store.places) ?? []
  }

  /// Writes a message behind a length of 0, and its length last.
  mutating func write(_ message: [UInt8], into store: BlockStore) throws(Refusal) {
    var store = store
    let isShort = message.count <= 254
    let start = store.address + (isShort ? 2 : 4)
    let length =
      isShort
      ? [UInt8(message.count)]
      : [0xFF, UInt8(message.count >> 8 & 0xFF), UInt8(message.count & 0xFF)]
    try write([0x03, 0x00], at: store.address, into: &store.image)
    let end: [UInt8] = start + message.count < store.area.upperBound ? [0xFE] : []
    if !isShort { try write([0x00, 0x00], at: store.address + 2, into: &store.image) }
    try write(message + end, at: start, into: &store.image)
    try write(length, at: store.address + 1, into: &store.image)
  }

  /// Closes the container for writing, and then the lock bits.
  mutating func lock(_ store: BlockStore) throws(Refusal) {
    var image = store.image
    guard facts.technology == .nfcA else {
      let access = (image[1] ?? 0) | 0x03
      try write([access], at: 1, into: &image)
      for block in 0..<(store.area.upperBound / image.unit) {
        _ = try vicinityAnswer(0x22, block)
      }
      return
    }
    try write([0x0F], at: 15, into: &image)
    try write([0xFF, 0xFF], at: 10, into: &image)
    guard store.area.count > 48 else { return }
    // The bits for what lies behind page 15 stand behind the data area, one for 8 bytes.
    let bits = (store.area.count - 48 + 7) / 8
    let place = TLVScan(image, area: store.area).controls.first { $0.isLock }?.range
    let locks = place ?? store.area.upperBound..<store.area.upperBound + (bits + 7) / 8
    try write(
      [UInt8](repeating: 0xFF, count: locks.count), at: locks.lowerBound, into: &image)
  }

  /// Writes bytes into the pages or blocks that they touch, which are read first where they are not
  /// known.
  private mutating func write(
    _ bytes: [UInt8], at address: Int, into image: inout MemoryImage
  ) throws(Refusal) {
    guard !bytes.isEmpty else { return }
    let unit = image.unit
    for number in (address / unit)...((address + bytes.count - 1) / unit) {
      let range = number * unit..<(number + 1) * unit
      let own = range.clamped(to: address..<address + bytes.count)
      if own != range, !image.isKnown(range) { try readUnit(at: range.lowerBound, into: &image) }
      var content = image[range] ?? [UInt8](repeating: 0, count: unit)
      for place in own { content[place - range.lowerBound] = bytes[place - address] }
      if facts.technology == .nfcA {
        _ = try native([0xA2, try Self.page(number)] + content)
      } else {
        _ = try vicinityAnswer(0x21, number, content)
      }
      image.lay(
        content.span, at: range.lowerBound, from: MemoryOrigin(frame: 0, offset: 0), as: .written)
    }
  }

  /// Reads the four pages, or the block, where an address lies. Gives how many bytes came.
  ///
  /// Of a Type 2 tag page 2 is read first, which brings lock bits and container, and then pages 4, 8, 12:
  /// so a sniffer saw Apple's readers do it.
  @discardableResult
  private mutating func readUnit(
    at address: Int, into image: inout MemoryImage
  ) throws(Refusal) -> Int {
    var number = address / image.unit
    if facts.technology == .nfcA, address != 8 { number -= number % 4 }
    var bytes: [UInt8]
    if facts.technology == .nfcA {
      bytes = try native([0x30, try Self.page(number)])
      guard bytes.count == 16 else {
        throw .wrongLength(bytes.count, "a READ was not answered with 16 bytes")
      }
    } else {
      bytes = try vicinityAnswer(0x20, number)
      guard !bytes.isEmpty, image.unit == 1 || bytes.count == image.unit else {
        throw Refusal(.readerTransceiveErrorTagResponseError, "a block came in another size")
      }
    }
    let start = number * image.unit
    image.lay(bytes.span, at: start, from: MemoryOrigin(frame: 0, offset: start), as: .read)
    return bytes.count
  }

  /// Sends a command for a block with the tag's UID, and gives what follows the flags. A block behind
  /// 255 has a number of two bytes, and the command another code (ISO/IEC 15693-3, extended commands).
  private mutating func vicinityAnswer(
    _ code: UInt8, _ block: Int, _ content: [UInt8] = []
  ) throws(Refusal) -> [UInt8] {
    let isExtended = block > 0xFF
    let number = isExtended ? try Self.number(block) : [UInt8(block)]
    let uid = Array(facts.identifier.reversed())
    let request = [0x22, isExtended ? code + 0x10 : code] + uid + number + content
    let answer = try vicinity(request)
    guard let flags = answer.first, flags & 1 == 0 else {
      throw .tagError(answer)
    }
    return Array(answer.dropFirst())
  }

  /// The number of a page, which has one byte.
  private static func page(_ number: Int) throws(Refusal) -> UInt8 {
    guard let page = UInt8(exactly: number) else {
      throw Refusal(
        .readerTransceiveErrorTagResponseError, "page \(number) is in another sector of the tag")
    }
    return page
  }
}

extension Refusal {
  /// What a tag of ISO/IEC 15693 answers when something is wrong: a flag and a code.
  static func tagError(_ answer: [UInt8]) -> Refusal {
    guard answer.count >= 2 else {
      return Refusal(.readerTransceiveErrorTagResponseError, "the tag's answer is empty")
    }
    let code = Int(answer[1])
    return Refusal(
      .readerTransceiveErrorTagResponseError, "the tag answers with error \(code)", tagError: code)
  }
}
