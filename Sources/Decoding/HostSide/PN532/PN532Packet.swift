import Bytes

/// A frame of the PN532 and PN533, as it stands on the wire or with its packet data alone, which
/// begins with TFI (NXP UM0701-02, PN532 User Manual).
///
///     00 00 FF | LEN | LCS | TFI, PD0 … | DCS | 00         LEN + LCS = 0, TFI + … + DCS = 0
///     00 00 FF | FF FF | LEN (2) | LCS | TFI, PD0 … | DCS | 00
///     00 00 FF 00 FF 00   ACK        00 00 FF FF 00 00   NACK        00 00 FF 01 FF 7F 81 00   error
package struct PN532Packet: Equatable {
  package var kind: Kind
  /// The packet data, or what there is of it.
  package var data: Range<Int> = 0..<0
  var fault: HostFault?
  /// Where it ends, so that another may begin behind it.
  package var end = 0

  /// Which kind of frame it is.
  package enum Kind: Equatable {
    case data, acknowledge, negativeAcknowledge, applicationError, none
  }

  package init(_ bytes: Span<UInt8>) {
    if bytes.count > 0, bytes[0] == 0xD4 || bytes[0] == 0xD5 {
      kind = .data
      data = 0..<bytes.count
      end = bytes.count
      return
    }
    kind = .none
    end = bytes.count
    guard let start = Self.start(of: bytes) else {
      fault = HostFault(kind: .hostFrame(.noStart), bytes: 0..<bytes.count)
      return
    }
    var cursor = ByteCursor(bytes)
    do throws(Truncated) {
      try cursor.skip(start)
      try read(&cursor)
    } catch {
      // What the capture cut off, the reader may have sent.
      fault = HostFault(
        kind: .cutByCapture(
          original: start + 2 + max(0, error.offset - start - 2) + error.needed,
          captured: bytes.count), bytes: bytes.count..<bytes.count)
    }
  }

  /// Where the bytes behind the start code `00 FF` begin. What a serial line carries before it
  /// (zeros, the wake-up's 55) is no part of a frame.
  private static func start(of bytes: Span<UInt8>) -> Int? {
    for index in bytes.indices.dropLast() where bytes[index] == 0x00 && bytes[index + 1] == 0xFF {
      return index + 2
    }
    return nil
  }

  /// Whether a frame begins in bytes: a start code, and more behind it than a postamble.
  static func begins(in bytes: Span<UInt8>) -> Bool {
    start(of: bytes).map { $0 + 2 <= bytes.count } ?? false
  }

  private mutating func read(_ cursor: inout ByteCursor) throws(Truncated) {
    var length = Int(try cursor.readByte())
    var check = try cursor.readByte()
    var wanted = 0 &- UInt8(length)
    switch (length, check) {
    case (0x00, 0xFF):
      kind = .acknowledge
      end = cursor.offset
      return
    case (0xFF, 0x00):
      kind = .negativeAcknowledge
      end = cursor.offset
      return
    case (0xFF, 0xFF):
      let high = try cursor.readByte()
      let low = try cursor.readByte()
      check = try cursor.readByte()
      length = Int(high) << 8 | Int(low)
      wanted = 0 &- high &- low
    default: break
    }
    guard check == wanted else {
      fault = HostFault(
        kind: .hostFrame(.lengthCheck(found: check, computed: wanted)),
        bytes: cursor.offset - 1..<cursor.offset)
      return
    }
    kind = .data
    data = cursor.offset..<cursor.offset + min(length, cursor.remaining)
    let content = try cursor.read(length)
    if length == 1, content[0] == 0x7F { kind = .applicationError }
    var sum: UInt8 = 0
    for index in content.indices { sum &+= content[index] }
    let found = try cursor.readByte()
    end = cursor.offset
    guard found != 0 &- sum else { return }
    kind = .none
    fault = HostFault(
      kind: .hostFrame(.dataCheck(found: found, computed: 0 &- sum)),
      bytes: cursor.offset - 1..<cursor.offset)
  }
}
