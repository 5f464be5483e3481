import Bytes

/// What is known of a MIFARE Classic conversation: the keys that may fit, and the cipher while one
/// does.
struct ClassicState {
  /// Keys that may fit, the one that did last in front.
  private var keys: [UInt64]
  /// The cipher as it stands behind the last frame; nil while no key fits.
  var cipher: Crypto1?
  /// The frame that was deciphered last.
  var plain: [UInt8] = []

  /// So many keys are tried; each costs about two microseconds an authentication.
  static let keyLimit = 4_096

  init(keys: [UInt64]) { self.keys = Array(keys.prefix(Self.keyLimit)) }

  var hasKeys: Bool { !keys.isEmpty }

  /// Finds the key of an authentication and sets the cipher behind it; whether one fits.
  ///
  /// `nonce` is nT as it was sent (enciphered if nested), `proof` nR and aR, `answer` aT.
  mutating func find(
    nonce: UInt32, proof: UInt64, answer: UInt32, uid: UInt32, isNested: Bool
  ) -> Bool {
    cipher = nil
    for index in keys.indices {
      guard
        let found = Self.cipher(
          keys[index], nonce: nonce, proof: proof, answer: answer, uid: uid, isNested: isNested)
      else { continue }
      cipher = found
      if index > 0 { keys.swapAt(0, index) }
      return true
    }
    return false
  }

  /// The cipher behind an authentication with a key; nil when reader or card do not prove it.
  static func cipher(
    _ key: UInt64, nonce: UInt32, proof: UInt64, answer: UInt32, uid: UInt32, isNested: Bool
  ) -> Crypto1? {
    var cipher = Crypto1(key: key)
    var plain: UInt32 = 0
    for shift in [24, 16, 8, 0] as [UInt32] {
      let sent = UInt8(truncatingIfNeeded: nonce >> shift)
      let own = UInt8(truncatingIfNeeded: uid >> shift)
      if isNested {
        plain = plain << 8 | UInt32(cipher.decipherAndFeed(sent, mixed: own))
      } else {
        plain = plain << 8 | UInt32(sent)
        cipher.feed(sent ^ own)
      }
    }
    for shift in [56, 48, 40, 32] as [UInt64] {
      _ = cipher.decipherAndFeed(UInt8(truncatingIfNeeded: proof >> shift))
    }
    var proven: UInt32 = 0
    for shift in [24, 16, 8, 0] as [UInt64] {
      proven = proven << 8 | UInt32(cipher.decipher(UInt8(truncatingIfNeeded: proof >> shift)))
    }
    guard proven == ClassicNonce.successor(plain, after: 64) else { return nil }
    var answered: UInt32 = 0
    for shift in [24, 16, 8, 0] as [UInt32] {
      answered = answered << 8 | UInt32(cipher.decipher(UInt8(truncatingIfNeeded: answer >> shift)))
    }
    return answered == ClassicNonce.successor(plain, after: 96) ? cipher : nil
  }
}
