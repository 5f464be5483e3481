import Bytes

/// The stream cipher of MIFARE Classic, as Garcia, de Koning Gans, Muijrers, van Rossum, Verdult,
/// Wichers Schreur and Jacobs describe it in *Dismantling MIFARE Classic* (2008).
///
/// A shift register of 48 bits: bit i of `state` is the paper's x_i, the oldest is bit 0. What the
/// filter makes of it is the next bit of keystream. Bits of a byte go least significant first, as on
/// air.
package struct Crypto1: Equatable, Sendable {
  private var state: UInt64

  /// Starts from a key, written as people write it, its first byte highest.
  package init(key: UInt64) {
    var state: UInt64 = 0
    for index in 0..<6 {
      let byte = key >> UInt64(40 - 8 * index) & 0xFF
      state |= byte << UInt64(8 * index)
    }
    self.state = state
  }

  /// x0, x5, x9, x10, x12, x14, x15, x17, x19, x24, x25, x27, x29, x35, x39, x41, x42, x43.
  private static let feedback: UInt64 = [
    0, 5, 9, 10, 12, 14, 15, 17, 19, 24, 25, 27, 29, 35, 39, 41, 42, 43,
  ].reduce(0) { $0 | 1 << UInt64($1) }

  /// The next bit of keystream, 0 or 1; the register stays as it is.
  ///
  /// f = fc(fa(x9, x11, x13, x15), fb(x17 …), fb(x25 …), fa(x33 …), fb(x41 …)); the tables hold
  /// the value for the number whose bit i is the function's argument y_i.
  var output: UInt64 {
    let first = Self.fa >> Self.odd(state, 9) & 1
    let second = Self.fb >> Self.odd(state, 17) & 1
    let third = Self.fb >> Self.odd(state, 25) & 1
    let fourth = Self.fa >> Self.odd(state, 33) & 1
    let fifth = Self.fb >> Self.odd(state, 41) & 1
    return Self.fc >> (first | second << 1 | third << 2 | fourth << 3 | fifth << 4) & 1
  }

  /// x_n, x_n+2, x_n+4 and x_n+6 as a number of four bits.
  private static func odd(_ state: UInt64, _ start: UInt64) -> UInt64 {
    let run = state >> start
    return run & 1 | run >> 1 & 2 | run >> 2 & 4 | run >> 3 & 8
  }

  /// fa(y) = ((y0 ∨ y1) ⊕ (y0 ∧ y3)) ⊕ (y2 ∧ ((y0 ⊕ y1) ∨ y3))
  private static let fa: UInt64 = table(4) { y in
    ((y[0] | y[1]) ^ (y[0] & y[3])) ^ (y[2] & ((y[0] ^ y[1]) | y[3]))
  }

  /// fb(y) = ((y0 ∧ y1) ∨ y2) ⊕ ((y0 ⊕ y1) ∧ (y2 ∨ y3))
  private static let fb: UInt64 = table(4) { y in
    ((y[0] & y[1]) | y[2]) ^ ((y[0] ^ y[1]) & (y[2] | y[3]))
  }

  /// fc(y) = (y0 ∨ ((y1 ∨ y4) ∧ (y3 ⊕ y4))) ⊕ ((y0 ⊕ (y1 ∧ y3)) ∧ ((y2 ⊕ y3) ∨ (y1 ∧ y4)))
  private static let fc: UInt64 = table(5) { y in
    (y[0] | ((y[1] | y[4]) & (y[3] ^ y[4])))
      ^ ((y[0] ^ (y[1] & y[3])) & ((y[2] ^ y[3]) | (y[1] & y[4])))
  }

  private static func table(_ width: Int, _ function: ([UInt64]) -> UInt64) -> UInt64 {
    (0..<1 << width).reduce(0) { table, number in
      let arguments = (0..<width).map { UInt64(number >> $0 & 1) }
      return table | function(arguments) << UInt64(number)
    }
  }

  /// Shifts by one bit, with what is fed in from outside (0 or 1).
  private mutating func shift(feeding bit: UInt64) {
    let new = UInt64((state & Self.feedback).nonzeroBitCount & 1) ^ bit
    state = state >> 1 | new << 47
  }

  /// The keystream of a byte, or of so many of its bits, while `plain` goes into the register, and
  /// `mixed` with it.
  package mutating func keystream(
    feeding plain: UInt8 = 0, mixed: UInt8 = 0, bits: UInt8 = 8
  ) -> UInt8 {
    var stream: UInt8 = 0
    for bit in 0..<min(bits, 8) {
      stream |= UInt8(output) << bit
      shift(feeding: UInt64((plain ^ mixed) >> bit & 1))
    }
    return stream
  }

  /// The bit that enciphers the parity bit of the byte before; the next byte begins with it too.
  package var parityStream: UInt8 { UInt8(output) }

  /// Shifts a byte in, as the start of an authentication does with UID ⊕ nT.
  mutating func feed(_ byte: UInt8) {
    for bit in 0..<8 { shift(feeding: UInt64(byte >> UInt8(bit)) & 1) }
  }

  /// Deciphers a byte that is fed in as well: nR; for nT of a nested authentication `mixed` is the
  /// UID's byte.
  mutating func decipherAndFeed(_ byte: UInt8, mixed: UInt8 = 0) -> UInt8 {
    var plain: UInt8 = 0
    for bit in 0..<8 as Range<UInt8> {
      let one = UInt8(output) ^ (byte >> bit & 1)
      plain |= one << bit
      shift(feeding: UInt64(one ^ (mixed >> bit & 1)))
    }
    return plain
  }

  /// Deciphers a byte, or so many of its bits.
  mutating func decipher(_ byte: UInt8, bits: UInt8 = 8) -> UInt8 {
    var plain: UInt8 = 0
    for bit in 0..<min(bits, 8) {
      plain |= (UInt8(output) ^ (byte >> bit & 1)) << bit
      shift(feeding: 0)
    }
    return plain
  }
}

/// The generator of 16 bits that draws a card's nonces, in the same paper: suc.
enum ClassicNonce {
  /// The nonce after so many steps. The first byte on air is the highest.
  static func successor(_ nonce: UInt32, after steps: Int) -> UInt32 {
    var bits = reversedBytes(nonce)
    for _ in 0..<steps {
      // x16, x18, x19, x21 of the bits in the order of the air, the oldest at the right.
      let new = (bits >> 16 ^ bits >> 18 ^ bits >> 19 ^ bits >> 21) & 1
      bits = bits >> 1 | new << 31
    }
    return reversedBytes(bits)
  }

  /// Puts the byte that is sent first at the right, its least significant bit at the very right.
  private static func reversedBytes(_ number: UInt32) -> UInt32 { number.byteSwapped }
}
