package import Bytes

/// A command APDU taken apart: CLA INS P1 P2 [Lc data] [Le], in the seven shapes of ISO/IEC 7816-3.
///
/// Nothing is copied: a field is the place where it lies. What does not fit is in `fault`, and what
/// was understood up to there is still in the fields.
package struct CommandAPDU: Equatable, Sendable {
  package private(set) var cla: UInt8 = 0
  package private(set) var ins: UInt8 = 0
  package private(set) var p1: UInt8 = 0
  package private(set) var p2: UInt8 = 0
  /// The Lc field: 0, 1 or 3 bytes.
  package private(set) var lc: Extent = .none
  /// The data field; with a wrong Lc, all bytes behind it.
  package private(set) var data: Extent = .none
  /// The Le field: 0, 1, 2 or 3 bytes.
  package private(set) var le: Extent = .none
  /// How many bytes of answer the reader takes: nil without Le, 256 or 65,536 for a field of zeros.
  package private(set) var expected: Int?
  package private(set) var shape: Shape = .case1
  /// Why this is no whole APDU, or nil.
  package private(set) var fault: Fault?

  /// Which fields there are, and how long lengths are written.
  package enum Shape: UInt8, Equatable, Sendable {
    /// No data either way.
    case case1
    /// Le alone.
    case case2Short, case2Extended
    /// Lc and data.
    case case3Short, case3Extended
    /// Lc, data and Le.
    case case4Short, case4Extended
  }

  /// What is wrong with an APDU.
  package enum Fault: Error, Equatable, Sendable {
    /// Fewer than the four bytes of the header: nothing but these was read.
    case headerTooShort(present: Int)
    /// CLA FFh, which ISO/IEC 7816-3 keeps for itself.
    case invalidClass
    /// Lc (at `CommandAPDU.lc`) claims more or fewer bytes than follow it.
    case lc(claimed: Int, present: Int)
    /// An extended Lc of zero, with bytes behind it.
    case lcZeroExtended
  }

  /// Splits a command. `bytes` is the whole APDU and nothing else.
  package init(_ bytes: Span<UInt8>) {
    guard bytes.count >= 4 else {
      fault = .headerTooShort(present: bytes.count)
      return
    }
    (cla, ins, p1, p2) = (bytes[0], bytes[1], bytes[2], bytes[3])
    if cla == 0xFF { fault = .invalidClass }
    guard bytes.count > 4 else { return }
    if bytes.count == 5 {
      le = Extent(4..<5)
      expected = bytes[4] == 0 ? 256 : Int(bytes[4])
      shape = .case2Short
    } else if bytes[4] == 0, bytes.count >= 7 {
      splitExtended(bytes)
    } else {
      splitShort(bytes)
    }
  }

  private mutating func splitShort(_ bytes: Span<UInt8>) {
    let claimed = Int(bytes[4])
    let present = bytes.count - 5
    lc = Extent(4..<5)
    shape = .case3Short
    data = Extent(5..<bytes.count)
    if claimed > 0, present == claimed + 1 {
      data = Extent(5..<5 + claimed)
      le = Extent(5 + claimed..<bytes.count)
      let last = bytes[bytes.count - 1]
      expected = last == 0 ? 256 : Int(last)
      shape = .case4Short
    } else if claimed == 0 || present != claimed {
      fault = fault ?? .lc(claimed: claimed, present: present)
    }
  }

  private mutating func splitExtended(_ bytes: Span<UInt8>) {
    let number = Int(bytes[5]) << 8 | Int(bytes[6])
    if bytes.count == 7 {
      le = Extent(4..<7)
      expected = number == 0 ? 65_536 : number
      shape = .case2Extended
      return
    }
    let present = bytes.count - 7
    lc = Extent(4..<7)
    shape = .case3Extended
    data = Extent(7..<bytes.count)
    if number == 0 {
      fault = fault ?? .lcZeroExtended
    } else if present == number + 2 {
      data = Extent(7..<7 + number)
      le = Extent(7 + number..<bytes.count)
      let last = Int(bytes[bytes.count - 2]) << 8 | Int(bytes[bytes.count - 1])
      expected = last == 0 ? 65_536 : last
      shape = .case4Extended
    } else if present != number {
      fault = fault ?? .lc(claimed: number, present: present)
    }
  }

  /// Whether a byte of an extended length is in it.
  package var isExtended: Bool {
    switch shape {
    case .case2Extended, .case3Extended, .case4Extended: true
    case .case1, .case2Short, .case3Short, .case4Short: false
    }
  }
}

extension CommandAPDU {
  /// Whether CLA says that the data is protected (ISO/IEC 7816-4, secure messaging), so that what
  /// the instruction says about its data does not hold.
  package var isSecured: Bool { Self.isSecured(cla: cla) }

  /// The same, of a class byte alone.
  package static func isSecured(cla: UInt8) -> Bool {
    switch cla {
    case 0x00...0x1F: cla & 0x0C != 0
    case 0x40...0x7F: cla & 0x20 != 0
    // Proprietary classes that keep the interindustry bits, as EMV's 84h and 8Ch do, cannot be told
    // from those that do not.
    default: false
    }
  }

  /// The logical channel that CLA names, 0 to 19; 0 for classes that name none.
  package var channel: UInt8 {
    switch cla {
    case 0x00...0x1F, 0x80...0x9F: cla & 0x03
    case 0x40...0x7F, 0xC0...0xDF: (cla & 0x0F) + 4
    default: 0
    }
  }

  /// Whether CLA says that the command goes on in the next one (command chaining, b5).
  package var isChained: Bool {
    cla & 0x10 != 0 && (cla < 0x20 || (0x40...0x7F).contains(cla))
  }
}
