import Bytes

/// What a reader asks of an ISO/IEC 15693 card, as far as its head tells: flags, code, and, as the
/// flags say, the maker's code and the UID.
///
///     flags | code | maker's code (A0 to DF alone) | UID, last byte first (addressed) | parameters
package struct VicinityRequest: Equatable, Sendable {
  package let flags: UInt8
  package let code: UInt8
  /// The maker whose command it is; nil for the standard's own.
  package private(set) var maker: UInt8?
  /// The addressed card's UID as people write it, E0 first; empty where every card, or the
  /// selected one, is meant.
  package private(set) var uid = Identifier()
  /// Where the parameters begin.
  package private(set) var parameters: Int
  /// Whether everything that the flags announce is there.
  package private(set) var isWhole = true

  /// Reads a request without its CRC; nil where there is not even a code.
  package init?(_ bytes: Span<UInt8>) {
    guard bytes.count >= 2 else { return nil }
    flags = bytes[0]
    code = bytes[1]
    parameters = 2
    var cursor = ByteCursor(bytes)
    do throws(Truncated) {
      try cursor.skip(2)
      if code >= 0xA0, code <= 0xDF { maker = try cursor.readByte() }
      if flags & 0x24 == 0x20 {
        let sent = try cursor.read(8)
        for index in sent.indices.reversed() { uid.append(sent[index]) }
      }
    } catch {
      isWhole = false
    }
    parameters = cursor.offset
  }

  /// Whether the flags are those of an inventory, whatever the command.
  package var isInventory: Bool { flags & 0x04 != 0 }
  /// Whether this is INVENTORY itself.
  package var asksWho: Bool { code == 0x01 && isInventory }
  /// How many slots an inventory has.
  package var slots: Int { flags & 0x20 != 0 ? 1 : 16 }
  /// Whether the application family stands in front of an inventory's mask.
  package var hasFamily: Bool { flags & 0x14 == 0x14 }
  /// The option flag: a block's security status before its bytes, or an answer only after EOF.
  package var hasOption: Bool { flags & 0x40 != 0 && !isInventory }
  /// Whether the card answers at the low data rate.
  package var isSlow: Bool { flags & 0x02 == 0 }

  /// Whether the card is to say nothing: Stay Quiet.
  package var wantsSilence: Bool { code == 0x02 || code == 0xBC && maker == 0x04 }

  /// Whether it changes the card, so that the answer may take 20 ms.
  package var isWriteAlike: Bool {
    switch code {
    case 0x21, 0x22, 0x24, 0x27...0x2A, 0x31, 0x32, 0x34...0x39: true
    case 0xA1...0xA4, 0xA6, 0xA7, 0xAE, 0xB1...0xB7, 0xB9...0xBB: true
    default: false
    }
  }

  /// The blocks that a command names: the first, and how many.
  package func blocks(of bytes: Span<UInt8>) -> (first: Int, count: Int)? {
    guard maker == nil || maker == 0x02 && code >= 0xC0 && code <= 0xC5, !isInventory else {
      return nil
    }
    var cursor = ByteCursor(bytes)
    do throws(Truncated) {
      try cursor.skip(parameters)
      switch code {
      case 0x20, 0x21, 0x22, 0xC0: return (try readNumber(&cursor), 1)
      case 0x23, 0x24, 0x2C, 0x2D, 0xC3:
        return (try readNumber(&cursor), Int(try cursor.readByte()) + 1)
      case 0x30, 0x31, 0x32, 0xC4: return (Int(try cursor.readLittleNumber(2)), 1)
      case 0x33, 0x34, 0x3C, 0x3D, 0xC5:
        return (Int(try cursor.readLittleNumber(2)), Int(try cursor.readLittleNumber(2)) + 1)
      default: return nil
      }
    } catch { return nil }
  }

  /// The protocol extension flag: M24LR chips take block numbers of two bytes then.
  private var hasLongNumbers: Bool { flags & 0x08 != 0 }

  private func readNumber(_ cursor: inout ByteCursor) throws(Truncated) -> Int {
    hasLongNumbers ? Int(try cursor.readLittleNumber(2)) : Int(try cursor.readByte())
  }

  /// Whether the answer holds blocks' bytes.
  package var readsBlocks: Bool {
    switch code {
    case 0x20, 0x23, 0x2D, 0x30, 0x33, 0x3D: true
    case 0xC0, 0xC3, 0xC4, 0xC5: maker == 0x02
    default: false
    }
  }

  /// Whether the answer holds a byte for each block: its security status.
  package var readsStatus: Bool { code == 0x2C || code == 0x3C }

  /// Where a write's bytes begin; nil for other commands.
  package var dataStart: Int? {
    switch code {
    case 0x21: parameters + (hasLongNumbers ? 2 : 1)
    case 0x24: parameters + (hasLongNumbers ? 3 : 2)
    case 0x31: parameters + 2
    case 0x34: parameters + 4
    default: nil
    }
  }
}

/// The blocks in an answer to a command that reads some.
package struct VicinityBlocks: Equatable, Sendable {
  package let first: Int
  package let count: Int
  /// Bytes of one block.
  package let size: Int
  /// Whether each block has its security status in front.
  package let hasStatus: Bool

  /// Finds the size of a block by the answer's length; nil where it holds none, or they do not fit.
  package init?(_ request: VicinityRequest, _ command: Span<UInt8>, answer: Span<UInt8>) {
    guard request.readsBlocks, answer.count > 1, answer[0] & 1 == 0,
      let blocks = request.blocks(of: command)
    else { return nil }
    hasStatus = request.hasOption
    (first, count) = blocks
    let bytes = answer.count - 1
    guard bytes % count == 0 else { return nil }
    size = bytes / count - (hasStatus ? 1 : 0)
    guard size > 0, size <= 32 else { return nil }
  }

  /// Where a block's bytes stand in the answer, counted from 0 among those that were read.
  package func range(of index: Int) -> Range<Int> {
    let width = size + (hasStatus ? 1 : 0)
    let start = 1 + index * width + (hasStatus ? 1 : 0)
    return start..<start + size
  }
}
