import Tags

/// A Type 3 tag (NFC Forum Type 3 Tag): block 0 says what the others are.
extension TagLink {
  /// Reads the attribute block; nil where there is none that is sound.
  mutating func findAttributes() throws(Refusal) -> AttributeBlock? {
    guard let block = try readBlocks(0..<1), let attributes = AttributeBlock(block.span),
      attributes.isSound, attributes.major == 1, attributes.blocksPerRead > 0
    else { return nil }
    return attributes
  }

  /// The message's bytes. Where a write was not finished, no message is believed.
  mutating func read(_ attributes: AttributeBlock) throws(Refusal) -> [UInt8] {
    guard !attributes.isBeingWritten else {
      throw Refusal(
        .readerTransceiveErrorTagResponseError, "a write was begun on the tag and not finished")
    }
    guard attributes.length <= attributes.capacity else {
      throw Refusal(
        .readerTransceiveErrorTagResponseError, "the message is longer than the tag says it may be")
    }
    var bytes: [UInt8] = []
    let step = min(attributes.blocksPerRead, 15)
    for first in stride(from: 1, to: attributes.messageBlocks + 1, by: step) {
      let range = first..<min(first + step, attributes.messageBlocks + 1)
      guard let blocks = try readBlocks(range) else {
        throw Refusal(.readerTransceiveErrorTagResponseError, "the card does not give its blocks")
      }
      bytes += blocks
    }
    return Array(bytes.prefix(attributes.length))
  }

  /// Writes that writing has begun, then the message, then its length.
  mutating func write(_ message: [UInt8], into attributes: AttributeBlock) throws(Refusal) {
    try writeAttributes(attributes, isWriting: true, length: attributes.length)
    let blocks = (message.count + 15) / 16
    for block in 0..<blocks {
      let piece = message[(16 * block)...].prefix(16)
      try writeBlock(block + 1, piece + [UInt8](repeating: 0, count: 16 - piece.count))
    }
    try writeAttributes(attributes, isWriting: false, length: message.count)
  }

  /// Takes the permission to write away.
  mutating func lock(_ attributes: AttributeBlock) throws(Refusal) {
    try writeAttributes(attributes, isWriting: false, length: attributes.length, isOpen: false)
  }

  private mutating func writeAttributes(
    _ attributes: AttributeBlock, isWriting: Bool, length: Int, isOpen: Bool = true
  ) throws(Refusal) {
    var block: [UInt8] = [
      attributes.version, UInt8(clamping: attributes.blocksPerRead),
      UInt8(clamping: attributes.blocksPerWrite), UInt8(attributes.blocks >> 8 & 0xFF),
      UInt8(attributes.blocks & 0xFF), 0, 0, 0, 0, isWriting ? 0x0F : 0x00, isOpen ? 0x01 : 0x00,
      UInt8(length >> 16 & 0xFF), UInt8(length >> 8 & 0xFF), UInt8(length & 0xFF),
    ]
    let sum = block.reduce(0) { $0 + Int($1) }
    block += [UInt8(sum >> 8 & 0xFF), UInt8(sum & 0xFF)]
    try writeBlock(0, block)
  }

  /// Reads blocks of service 000B; nil where the card refuses.
  private mutating func readBlocks(_ blocks: Range<Int>) throws(Refusal) -> [UInt8]? {
    let list = blocks.flatMap { Self.element($0) }
    let answer = try felica(
      [0x06] + facts.identifier + [0x01, 0x0B, 0x00, UInt8(blocks.count & 0xFF)] + list)
    guard answer.count >= 11, answer[0] == 0x07, answer[9] == 0x00 else { return nil }
    let bytes = Array(answer.dropFirst(12))
    return bytes.count == 16 * blocks.count ? bytes : nil
  }

  /// Writes a block of service 0009.
  private mutating func writeBlock(_ number: Int, _ bytes: [UInt8]) throws(Refusal) {
    let answer = try felica(
      [0x08] + facts.identifier + [0x01, 0x09, 0x00, 0x01] + Self.element(number) + bytes)
    guard answer.count >= 11, answer[0] == 0x09, answer[9] == 0x00 else {
      throw Refusal(.ndefReaderSessionErrorTagUpdateFailure, "the card refuses to write")
    }
  }

  /// A block list element: of two bytes up to block 255, of three beyond, low byte first.
  private static func element(_ number: Int) -> [UInt8] {
    number <= 255
      ? [0x80, UInt8(number)] : [0x00, UInt8(number & 0xFF), UInt8(number >> 8 & 0xFF)]
  }
}
