import Bytes
import GrammarLanguage

/// Bytes of an exchange that lie at an address of its card's memory.
struct MemoryPiece: Sendable {
  var side: Side
  /// Whether they are in the second packet of COMPATIBILITY_WRITE.
  var isSecondPacket = false
  /// The bytes, counted from the start of the side.
  var range: Range<Int>
  var address: Int
  /// Which memory of the card: its file, its service.
  var part: UInt32 = 0

  /// Where they lie.
  var place: Range<Int> { address..<address + range.count }
}

/// Tells which bytes of an exchange lie where in memory.
struct MemoryPieces: Sendable {
  /// Type 2: the sector that SECTOR_SELECT chose.
  var sector = 0
  /// What a reader's own commands count, as far as something has told.
  var unit: StorageUnit?

  /// Parts of a storage card of which it is not told what the numbers count.
  static let pages: UInt32 = 0
  static let blocks: UInt32 = 1

  /// Appends the pieces of an exchange.
  func append(
    of exchange: Exchange, _ command: Span<UInt8>, _ answer: Span<UInt8>,
    in story: borrowing Story, to pieces: inout [MemoryPiece]
  ) {
    switch exchange.form {
    case .type2: appendPages(exchange, command, answer, in: story, to: &pieces)
    case .type1: Self.appendSegments(command, answer, to: &pieces)
    case .iso7816 where command[0] == 0xFF: appendStorage(command, answer, to: &pieces)
    case .iso7816: Self.appendFile(exchange, command, answer, to: &pieces)
    case .felica: Self.appendBlocks(command, answer, to: &pieces)
    case .iso15693: Self.appendVicinity(command, answer, to: &pieces)
    case .classic: Self.appendClassic(command, answer, to: &pieces)
    case .native: Self.appendPlus(command, answer, to: &pieces)
    case .iclass, .sri, .unknown: break
    }
  }

  private static func add(
    _ range: Range<Int>, of bytes: Span<UInt8>, _ side: Side, at address: Int, part: UInt32 = 0,
    isSecondPacket: Bool = false, to pieces: inout [MemoryPiece]
  ) {
    let range = range.clamped(to: 0..<bytes.count)
    guard !range.isEmpty else { return }
    pieces.append(
      MemoryPiece(
        side: side, isSecondPacket: isSecondPacket, range: range, address: address, part: part))
  }

  private func appendPages(
    _ exchange: Exchange, _ command: Span<UInt8>, _ answer: Span<UInt8>,
    in story: borrowing Story, to pieces: inout [MemoryPiece]
  ) {
    guard command.count > 1 else { return }
    let address = 4 * (256 * sector + Int(command[1]))
    switch (command[0], command.count) {
    case (0x30, _) where exchange.pagesBeforeTurn > 0:
      let turn = 4 * Int(exchange.pagesBeforeTurn)
      Self.add(0..<turn, of: answer, .answer, at: address, to: &pieces)
      Self.add(turn..<16, of: answer, .answer, at: 0, to: &pieces)
    case (0x30, _) where answer.count > 1:
      Self.add(0..<16, of: answer, .answer, at: address, to: &pieces)
    case (0x3A, 3...) where answer.count >= 4:
      Self.add(0..<answer.count, of: answer, .answer, at: address, to: &pieces)
    case (0xA2, 3...), (0xA0, 18...):
      Self.add(2..<6, of: command, .command, at: address, to: &pieces)
    case (0xA0, 2) where exchange.partRun.count > 1:
      let packet = story.parts[Int(exchange.partRun.start) + 1].command
      Self.add(
        0..<4, of: story.bytes.span.extracting(packet.range), .command, at: address,
        isSecondPacket: true, to: &pieces)
    default: break
    }
  }

  private static func appendSegments(
    _ command: Span<UInt8>, _ answer: Span<UInt8>, to pieces: inout [MemoryPiece]
  ) {
    guard command.count > 2 else { return }
    let number = Int(command[1])
    switch (command[0], answer.count) {
    case (0x00, 122): add(2..<122, of: answer, .answer, at: 0, to: &pieces)
    case (0x01, 2): add(1..<2, of: answer, .answer, at: number, to: &pieces)
    case (0x10, 129): add(1..<129, of: answer, .answer, at: 128 * (number >> 4), to: &pieces)
    case (0x02, 9): add(1..<9, of: answer, .answer, at: 8 * number, to: &pieces)
    default: break
    }
    // A write's bytes are in the command, and again in its answer.
    switch command[0] {
    case 0x53, 0x1A: add(2..<3, of: command, .command, at: number, to: &pieces)
    case 0x54, 0x1B: add(2..<10, of: command, .command, at: 8 * number, to: &pieces)
    default: break
    }
  }

  /// READ BINARY and UPDATE BINARY of any file.
  private static func appendFile(
    _ exchange: Exchange, _ command: Span<UInt8>, _ answer: Span<UInt8>,
    to pieces: inout [MemoryPiece]
  ) {
    guard command.count >= 5, command[0] & 0xE0 == 0, command[2] & 0x80 == 0 else { return }
    let offset = Int(command[2]) << 8 | Int(command[3])
    let file = UInt32(exchange.file ?? 0)
    if command[1] == 0xB0, answer.count > 2 {
      add(0..<answer.count - 2, of: answer, .answer, at: offset, part: file, to: &pieces)
    } else if command[1] == 0xD6 {
      let data = CommandAPDU(command).data.range
      add(data, of: command, .command, at: offset, part: file, to: &pieces)
    }
  }

  /// Read and Write Without Encryption.
  private static func appendBlocks(
    _ command: Span<UInt8>, _ answer: Span<UInt8>, to pieces: inout [MemoryPiece]
  ) {
    guard let access = FelicaAccess(command) else { return }
    var blocks = access.blocks
    // LEN, code, IDm, two status flags, number of blocks.
    var offset = access.isWrite ? access.dataStart : 13
    while let block = blocks.next(in: command) {
      let part = UInt32(access.service(block.service, in: command) ?? 0) >> 6
      let bytes = access.isWrite ? command : answer
      add(
        offset..<max(offset, min(offset + 16, bytes.count)), of: bytes,
        access.isWrite ? .command : .answer, at: 16 * Int(block.number), part: part, to: &pieces)
      offset += 16
    }
  }

  private static func appendVicinity(
    _ command: Span<UInt8>, _ answer: Span<UInt8>, to pieces: inout [MemoryPiece]
  ) {
    guard let request = VicinityRequest(command) else { return }
    if let blocks = VicinityBlocks(request, command, answer: answer) {
      for index in 0..<min(blocks.count, answer.count) {
        add(
          blocks.range(of: index), of: answer, .answer, at: (blocks.first + index) * blocks.size,
          to: &pieces)
      }
    } else if let start = request.dataStart, start < command.count,
      let (first, count) = request.blocks(of: command)
    {
      add(
        start..<command.count, of: command, .command,
        at: first * ((command.count - start) / max(1, count)), to: &pieces)
    }
  }
}

/// Blocks of MIFARE Classic, and what readers and other cards make of them.
extension MemoryPieces {
  /// Blocks of data in a row: those behind each other, without the sectors' last ones.
  private static func addData(
    _ range: Range<Int>, of bytes: Span<UInt8>, _ side: Side, from first: Int, part: UInt32 = 0,
    to pieces: inout [MemoryPiece]
  ) {
    let range = range.clamped(to: 0..<bytes.count)
    for (index, start) in stride(from: range.lowerBound, to: range.upperBound, by: 16).enumerated()
    {
      let block = first + index
      guard block <= 0xFF, !ClassicBlock.isTrailer(UInt8(block)) else { continue }
      let row = block < 128 ? block - block / 4 : 96 + (block - 128) - (block - 128) / 16
      add(
        start..<min(start + 16, range.upperBound), of: bytes, side, at: 16 * row, part: part,
        to: &pieces)
    }
  }

  private static func appendClassic(
    _ command: Span<UInt8>, _ answer: Span<UInt8>, to pieces: inout [MemoryPiece]
  ) {
    guard command.count >= 2 else { return }
    if command[0] == 0x30, answer.count == 16 {
      addData(0..<16, of: answer, .answer, from: Int(command[1]), to: &pieces)
    } else if command[0] == 0xA0, command.count >= 18 {
      addData(2..<18, of: command, .command, from: Int(command[1]), to: &pieces)
    }
  }

  /// MIFARE Plus in plain.
  private static func appendPlus(
    _ command: Span<UInt8>, _ answer: Span<UInt8>, to pieces: inout [MemoryPiece]
  ) {
    guard let access = PlusAccess(command, answer: answer), access.first < 256 else { return }
    let bytes = access.side == .command ? command : answer
    addData(access.range, of: bytes, access.side, from: access.first, to: &pieces)
  }

  /// `FF B0` and `FF D6` of PC/SC. What the number counts may be told later: until then both.
  private func appendStorage(
    _ command: Span<UInt8>, _ answer: Span<UInt8>, to pieces: inout [MemoryPiece]
  ) {
    guard let access = StorageAccess(command, answer: answer) else { return }
    let bytes = access.side == .command ? command : answer
    if unit != .blocks {
      Self.add(
        access.range, of: bytes, access.side, at: 4 * access.number, part: Self.pages, to: &pieces)
    }
    if unit != .pages {
      Self.addData(
        access.range, of: bytes, access.side, from: access.number, part: Self.blocks, to: &pieces)
    }
  }
}
