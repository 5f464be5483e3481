import Bytes

/// What READ BINARY and UPDATE BINARY of a reader (class FF) have to do with the memory of the card in
/// its field.
struct StorageAccess {
  /// The number of the page or block.
  var number: Int
  var side: Side
  /// The memory's bytes, counted from the start of the side.
  var range: Range<Int>

  /// Nil for other commands, and where there are no bytes of memory.
  init?(_ command: Span<UInt8>, answer: Span<UInt8>) {
    guard command.count >= 5, command[0] == 0xFF else { return nil }
    number = Int(command[2]) << 8 | Int(command[3])
    switch command[1] {
    case 0xB0 where answer.count > 2:
      side = .answer
      range = 0..<answer.count - 2
    case 0xD6 where command.count > 5:
      side = .command
      range = 5..<command.count
    default: return nil
    }
  }
}

/// Commands of MIFARE Plus that read or write blocks in plain, in ISO-DEP blocks: a code, the number
/// of the first block, low byte first.
struct PlusAccess {
  /// The number of the first block.
  var first: Int
  var side: Side
  /// The blocks' bytes, counted from the start of the side.
  var range: Range<Int>
  /// Whether the blocks hold AES keys: of the sectors, of the card, of the virtual card.
  var isOfKeys: Bool { [0x40, 0x90, 0xA0].contains(first >> 8) }

  /// Nil for other commands.
  init?(_ command: Span<UInt8>, answer: Span<UInt8>) {
    guard command.count >= 4 else { return nil }
    first = Int(command[1]) | Int(command[2]) << 8
    if ClassicMemory.isPlainRead(command, answer: answer) {
      side = .answer
      range = 1..<1 + 16 * Int(command[3])
      return
    }
    // A8 makes a card its owner's; A2 and A3 write in plain, perhaps with a MAC behind.
    let data = command.count - 3
    guard command[0] == 0xA8 || command[0] == 0xA2 || command[0] == 0xA3, data >= 16,
      data % 16 == 0 || data % 16 == 8
    else { return nil }
    side = .command
    range = 3..<3 + data / 16 * 16
  }
}
