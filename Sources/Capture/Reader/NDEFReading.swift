/// Reads a card's NDEF message, for what passes on the way: nothing is made of it here.
struct NDEFReading<Failure: Error> {
  /// Sends bytes to the card and gives its answer.
  let exchange: ([UInt8]) throws(Failure) -> [UInt8]

  /// Reads the message of a Type 2 tag: the capability container, then pages until it is whole.
  func readType2() throws(Failure) {
    // READ gives four pages; the container is the last of the first four.
    let head = try exchange([0x30, 0])
    guard head.count >= 16, head[12] == 0xE1 else { return }
    let size = Int(head[14]) * 8
    var memory: [UInt8] = []
    var page = 4
    while memory.count < size, page <= 252 {
      let answer = try exchange([0x30, UInt8(page)])
      guard answer.count >= 16 else { return }
      memory += answer.prefix(16)
      page += 4
      if Self.hasMessage(memory) { return }
    }
  }

  /// Whether the TLVs of a Type 2 tag's memory are there up to the end of the NDEF message.
  static func hasMessage(_ memory: [UInt8]) -> Bool {
    var at = 0
    while at < memory.count {
      let tag = memory[at]
      if tag == 0xFE { return true }
      guard tag != 0 else {
        at += 1
        continue
      }
      guard at + 1 < memory.count else { return false }
      var length = Int(memory[at + 1])
      at += 2
      if length == 0xFF {
        guard at + 1 < memory.count else { return false }
        length = Int(memory[at]) << 8 | Int(memory[at + 1])
        at += 2
      }
      at += length
      if tag == 0x03 { return at <= memory.count }
    }
    return false
  }

  /// Reads the message of a Type 4 tag: application, capability container, file. A card without that
  /// application is asked whether it pays.
  func readType4() throws(Failure) {
    let application: [UInt8] = [0xD2, 0x76, 0x00, 0x00, 0x85, 0x01, 0x01]
    guard try isDone([0x00, 0xA4, 0x04, 0x00, 0x07] + application + [0x00]) else {
      let directory = Array("2PAY.SYS.DDF01".utf8)
      _ = try exchange([0x00, 0xA4, 0x04, 0x00, UInt8(directory.count)] + directory + [0x00])
      return
    }
    guard try isDone([0x00, 0xA4, 0x00, 0x0C, 0x02, 0xE1, 0x03]) else { return }
    let container = try exchange([0x00, 0xB0, 0x00, 0x00, 0x0F])
    // Length 2, version 1, MLe 2, MLc 2, then the TLV of the NDEF file: 04 06 and its identifier.
    guard container.count >= 17, container[7] == 0x04 else { return }
    let most = min(240, max(1, Int(container[3]) << 8 | Int(container[4])))
    guard try isDone([0x00, 0xA4, 0x00, 0x0C, 0x02, container[9], container[10]]) else { return }
    let prefix = try exchange([0x00, 0xB0, 0x00, 0x00, 0x02])
    guard prefix.count == 4 else { return }
    let end = min(0x7FFF, 2 + (Int(prefix[0]) << 8 | Int(prefix[1])))
    var at = 2
    while at < end {
      let count = min(most, end - at)
      let answer = try exchange([
        0x00, 0xB0, UInt8(at >> 8), UInt8(at & 0xFF), UInt8(count),
      ])
      guard answer.count > 2, answer.suffix(2) == [0x90, 0x00] else { return }
      at += answer.count - 2
    }
  }

  private func isDone(_ command: [UInt8]) throws(Failure) -> Bool {
    try exchange(command).suffix(2) == [0x90, 0x00]
  }

  /// Reads the message of a Type 3 tag: the attribute block, then as many blocks as it says.
  func readType3(_ idm: [UInt8]) throws(Failure) {
    let attributes = try readBlocks(0..<1, of: 0x000B, idm)
    guard attributes.count == 16 else { return }
    let most = min(4, max(1, Int(attributes[1])))
    let length = Int(attributes[11]) << 16 | Int(attributes[12]) << 8 | Int(attributes[13])
    let end = 1 + min(0xFFFF, (length + 15) / 16)
    var at = 1
    while at < end {
      let count = min(most, end - at)
      guard try readBlocks(at..<at + count, of: 0x000B, idm).count == 16 * count else { return }
      at += count
    }
  }

  /// Reads blocks of a FeliCa service without a key; nothing where the card refuses.
  @discardableResult
  func readBlocks(
    _ blocks: Range<Int>, of service: UInt16, _ idm: [UInt8]
  ) throws(Failure) -> [UInt8] {
    var command: [UInt8] =
      [0x06] + idm + [1, UInt8(service & 0xFF), UInt8(service >> 8), UInt8(blocks.count)]
    for block in blocks {
      // Two bytes name a block below 256, three any.
      command +=
        block < 256 ? [0x80, UInt8(block)] : [0x00, UInt8(block & 0xFF), UInt8(block >> 8)]
    }
    let answer = try exchange([UInt8(command.count + 1)] + command)
    // Length, 07, IDm, two status flags, number of blocks.
    guard answer.count > 13, answer[10] == 0 else { return [] }
    return Array(answer[13...])
  }
}
