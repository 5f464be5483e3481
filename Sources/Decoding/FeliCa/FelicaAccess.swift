import Bytes

/// What Read and Write Without Encryption name: services, and blocks of them.
///
///     LEN | code | IDm (8) | services: count, codes (2 each, low byte first) | blocks: count, list
///
/// In a Write the data follows, 16 bytes a block. Nothing is copied: the bytes are handed in again.
package struct FelicaAccess: Equatable, Sendable {
  package let isWrite: Bool
  package let serviceCount: Int
  package let blockCount: Int
  /// Where the list of blocks begins, and where it ends.
  private let list: Range<Int>

  /// Where the blocks of an answer to Read begin: behind LEN, code, IDm, two flags and their number.
  package static let answerStart = 13

  /// Where a Write's data begins.
  package var dataStart: Int { list.upperBound }

  /// Whether a command is one of the two.
  package static func isMade(by command: Span<UInt8>) -> Bool {
    command.count > 1 && (command[1] == FelicaCode.read || command[1] == FelicaCode.write)
  }

  /// Reads a command from LEN on; nil where it is another, or where its lists are not whole.
  package init?(_ command: Span<UInt8>) {
    guard Self.isMade(by: command) else { return nil }
    isWrite = command[1] == FelicaCode.write
    do throws(Truncated) {
      var cursor = ByteCursor(command)
      try cursor.skip(10)
      serviceCount = Int(try cursor.readByte())
      try cursor.skip(2 * serviceCount)
      blockCount = Int(try cursor.readByte())
      let start = cursor.offset
      for _ in 0..<blockCount { _ = try FelicaBlock(from: &cursor) }
      list = start..<cursor.offset
    } catch {
      return nil
    }
  }

  /// The code of one of the services.
  package func service(_ index: Int, in command: Span<UInt8>) -> UInt16? {
    let start = 11 + 2 * index
    guard index >= 0, index < serviceCount, start + 2 <= command.count else { return nil }
    return ByteOrder.little.number16(command, at: start)
  }

  /// The blocks, to be walked through.
  package var blocks: FelicaBlockList { FelicaBlockList(list, count: blockCount) }
}

/// One element of a block list.
package struct FelicaBlock: Equatable, Sendable {
  /// Which of the command's services it is of.
  package let service: Int
  /// 0, or 1 for cashback to a purse.
  package let access: UInt8
  package let number: UInt16

  /// b8 of the first byte: a number of one byte; otherwise of two, low byte first.
  init(from cursor: inout ByteCursor) throws(Truncated) {
    let head = try cursor.readByte()
    service = Int(head & 0x0F)
    access = head >> 4 & 0x07
    number = UInt16(
      truncatingIfNeeded: try cursor.readLittleNumber(head & 0x80 != 0 ? 1 : 2))
  }
}

/// The elements of a block list, in order.
package struct FelicaBlockList: Equatable, Sendable {
  private var rest: Range<Int>
  private var left: Int

  init(_ list: Range<Int>, count: Int) {
    rest = list
    left = count
  }

  /// The next element of the command's list, nil behind the last.
  package mutating func next(in command: Span<UInt8>) -> FelicaBlock? {
    guard left > 0, rest.upperBound <= command.count else { return nil }
    left -= 1
    do throws(Truncated) {
      var cursor = ByteCursor(command.extracting(rest))
      let block = try FelicaBlock(from: &cursor)
      rest = rest.lowerBound + cursor.offset..<rest.upperBound
      return block
    } catch {
      return nil
    }
  }
}
