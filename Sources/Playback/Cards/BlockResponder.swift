/// The card's half of ISO-DEP (ISO/IEC 14443-4, 7.5): blocks in, blocks out, commands for an
/// application in between.
struct BlockResponder: Sendable {
  /// The reader said S(DESELECT).
  private(set) var isDeselected = false
  /// The card's own block number. It begins at 1 and changes before each I-block's answer.
  private var number: UInt8 = 1
  private let cid: UInt8
  private let largestAnswer: Int
  /// The command as far as its chain has come.
  private var command: [UInt8] = []
  /// What the answer's chain has still to bring.
  private var rest: ArraySlice<UInt8> = []
  private var last: [UInt8]?
  private var hasBegun = false

  /// Begins with the parameter byte of RATS, or of ATTRIB in the same shape: FSDI and CID.
  init(requestForAnswer parameter: UInt8) {
    cid = parameter & 15
    largestAnswer = FrameSizes.size(parameter >> 4)
  }

  /// Answers a block; nil is silence.
  mutating func answer(
    _ block: [UInt8], from application: inout any CardApplication
  ) -> [UInt8]? {
    guard let pcb = block.first else { return nil }
    switch pcb {
    case 0xD0...0xDF where !hasBegun:
      return pcb & 15 == cid ? [pcb] : nil
    case _ where pcb & 0xE2 == 0x02:
      return information(block, from: &application)
    case _ where pcb & 0xE6 == 0xA2:
      return acknowledged(block)
    case 0xC2, 0xCA:
      guard header(of: block) != nil else { return nil }
      isDeselected = true
      return Array(block.prefix(pcb == 0xCA ? 2 : 1))
    default:
      return nil
    }
  }

  private mutating func information(
    _ block: [UInt8], from application: inout any CardApplication
  ) -> [UInt8]? {
    guard let header = header(of: block), command.count <= Self.longestCommand else { return nil }
    hasBegun = true
    number ^= 1
    rest = []
    last = nil
    command += block.dropFirst(header.length)
    if block[0] & 0x10 != 0 { return send([0xA2 | number], header) }
    defer { command = [] }
    // A card that has nothing to do answers an empty block with one: readers ask so if it is there.
    if command.isEmpty { return send([0x02 | number], header) }
    guard let answer = application.answer(command) else { return nil }
    rest = answer[...]
    return nextBlock(header)
  }

  private mutating func acknowledged(_ block: [UInt8]) -> [UInt8]? {
    guard let header = header(of: block) else { return nil }
    if block[0] & 1 == number { return last }
    if block[0] & 0x10 != 0 { return send([0xA2 | number], header, isKept: false) }
    guard !rest.isEmpty else { return nil }
    number ^= 1
    return nextBlock(header)
  }

  private mutating func nextBlock(_ header: Header) -> [UInt8] {
    let room = max(1, largestAnswer - 3 - (header.hasCID ? 1 : 0))
    let piece = rest.prefix(room)
    rest = rest.dropFirst(room)
    return send([0x02 | number | (rest.isEmpty ? 0 : 0x10)], header, piece)
  }

  private mutating func send(
    _ pcb: [UInt8], _ header: Header, _ piece: ArraySlice<UInt8> = [], isKept: Bool = true
  ) -> [UInt8] {
    let block = (header.hasCID ? [pcb[0] | 0x08, cid] : pcb) + piece
    if isKept { last = block }
    return block
  }

  private struct Header {
    let length: Int
    let hasCID: Bool
  }

  /// The length of what stands before a block's data; nil where the block is for another card.
  private func header(of block: [UInt8]) -> Header? {
    let hasCID = block[0] & 0x08 != 0
    let hasNAD = block[0] & 0xE2 == 0x02 && block[0] & 0x04 != 0
    let length = 1 + (hasCID ? 1 : 0) + (hasNAD ? 1 : 0)
    guard block.count >= length else { return nil }
    if hasCID ? block[1] & 15 != cid : cid != 0 { return nil }
    return Header(length: length, hasCID: hasCID)
  }

  private static let longestCommand = 65_544
}

/// FSDI and FSCI: which sizes of frames they stand for (ISO/IEC 14443-4, 5.1).
enum FrameSizes {
  /// The size in bytes, with PCB and CRC; of a code that is reserved, the largest that is not.
  static func size(_ code: UInt8) -> Int { sizes[min(Int(code), sizes.count - 1)] }

  private static let sizes = [16, 24, 32, 40, 48, 64, 96, 128, 256]
}
