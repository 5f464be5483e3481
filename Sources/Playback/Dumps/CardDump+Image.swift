import Tags

/// Dumps that are the bytes of the memory.
extension CardDump {
  /// Proxmark3's `.bin`, and what others write likewise. Nothing in it says what it is, so its size
  /// must be a card's, and its check bytes must be right.
  init?(image bytes: [UInt8]) {
    if Self.isType2(bytes[...]) {
      self.init(source: "memory image", kind: .type2)
      take(bytes)
    } else if bytes.count > Self.prefix, Self.isType2(bytes.dropFirst(Self.prefix)) {
      // GET_VERSION's answer, two bytes of tearing, the number of the last page, READ_SIG's answer,
      // three counters: Proxmark3 puts 56 bytes before the pages.
      self.init(source: "Proxmark3", kind: .type2)
      version = bytes[0..<8].allSatisfy { $0 == 0 } ? [] : Array(bytes[0..<8])
      signature = bytes[12..<44].allSatisfy { $0 == 0 } ? [] : Array(bytes[12..<44])
      take(Array(bytes.dropFirst(Self.prefix)))
    } else if let tag = Self.type5(bytes) {
      self = tag
    } else if Self.isClassic(bytes) {
      self.init(source: "memory image", kind: .classic)
      take(bytes)
    } else {
      return nil
    }
  }

  /// Whether the two check bytes of a seven-byte UID are right, and there are as many pages as some
  /// tag has.
  private static func isType2(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard pageCounts.contains(bytes.count / 4), bytes.count.isMultiple(of: 4) else { return false }
    let head = Array(bytes.prefix(9))
    return head[0..<3].reduce(0x88, ^) == head[3] && head[4..<8].reduce(0, ^) == head[8]
      && head[0] != 0
  }

  /// Whether there are as many blocks as some MIFARE Classic has, and the access bits in nearly all
  /// sectors' trailers are there twice, once inverted.
  private static func isClassic(_ bytes: [UInt8]) -> Bool {
    guard [320, 1024, 2048, 4096].contains(bytes.count) else { return false }
    let trailers = (0..<bytes.count / 16).filter { $0 < 128 ? $0 % 4 == 3 : $0 % 16 == 15 }
    let right = trailers.filter { block in
      let access = bytes[16 * block + 6..<16 * block + 9]
      let first = access.startIndex
      return SectorTrailer.agree(access[first], access[first + 1], access[first + 2])
    }
    return 4 * right.count >= 3 * trailers.count
  }

  /// Ultralight and Ultralight EV1, Ultralight C, NTAG203, 210, 212, 213, 215, 216.
  private static let pageCounts = [16, 20, 41, 42, 44, 45, 48, 135, 231]
  private static let prefix = 56
}
