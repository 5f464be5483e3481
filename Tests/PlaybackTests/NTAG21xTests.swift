import Testing

@testable import Playback

/// Values of the NXP NTAG213/215/216 data sheet.
@Suite struct NTAG21xTests {
  private let uid: [UInt8] = [0x04, 0xA1, 0xB2, 0xC3, 0xD4, 0xE5, 0xF6]

  private func tag(_ product: NTAG21x.Product = .ntag213) -> NTAG21x {
    NTAG21x(
      product, uid: uid, memory: Array(1...16), signature: [UInt8](repeating: 7, count: 32))
  }

  @Test(
    "GET_VERSION names the size",
    arguments: [(.ntag213, 0x0F), (.ntag215, 0x11), (.ntag216, 0x13)]
      as [(NTAG21x.Product, UInt8)])
  func version(product: NTAG21x.Product, size: UInt8) {
    var tag = tag(product)
    #expect(tag.answer([0x60]) == .bytes([0x00, 0x04, 0x04, 0x02, 0x01, 0x00, size, 0x03]))
  }

  /// Page 0: three bytes and 88 ^ 04 ^ A1 ^ B2 = 9F; page 2: C3 ^ D4 ^ E5 ^ F6 = 04; page 3 the
  /// capability container with 12h × 8 = 144 bytes.
  @Test func readGivesFourPages() {
    var tag = tag()
    #expect(
      tag.answer([0x30, 0x00])
        == .bytes([
          0x04, 0xA1, 0xB2, 0x9F, 0xC3, 0xD4, 0xE5, 0xF6, 0x04, 0x48, 0x00, 0x00, 0xE1, 0x10, 0x12,
          0x00,
        ]))
  }

  /// Page 2Ch is the last; behind it page 00h follows. Password and PACK read as zeros.
  @Test func readRollsOver() {
    var tag = tag()
    let expected =
      [UInt8](repeating: 0, count: 8) + [0x04, 0xA1, 0xB2, 0x9F, 0xC3, 0xD4, 0xE5, 0xF6]
    #expect(tag.answer([0x30, 0x2B]) == .bytes(expected))
    #expect(tag.answer([0x30, 0x2D]) == .refusal(0))
  }

  @Test func fastReadGivesPagesInARow() {
    var tag = tag()
    #expect(tag.answer([0x3A, 0x04, 0x05]) == .bytes([1, 2, 3, 4, 5, 6, 7, 8]))
    #expect(tag.answer([0x3A, 0x05, 0x04]) == .refusal(0))
    #expect(tag.answer([0x3A, 0x04, 0x2D]) == .refusal(0))
  }

  @Test func writesAndKeeps() {
    var tag = tag()
    #expect(tag.answer([0xA2, 0x05, 0xDE, 0xAD, 0xBE, 0xEF]) == .acknowledge)
    tag.losePower()
    #expect(tag.answer([0x3A, 0x05, 0x05]) == .bytes([0xDE, 0xAD, 0xBE, 0xEF]))
    #expect(tag.answer([0xA2, 0x01, 0, 0, 0, 0]) == .refusal(0))
    #expect(tag.answer([0xA2, 0x2D, 0, 0, 0, 0]) == .refusal(0))
  }

  /// Compatibility write: 16 bytes come, the first four are kept.
  @Test func writesInTwoSteps() {
    var tag = tag()
    #expect(tag.answer([0xA0, 0x04]) == .acknowledge)
    #expect(tag.answer([9, 8, 7, 6] + [UInt8](repeating: 1, count: 12)) == .acknowledge)
    #expect(tag.answer([0x3A, 0x04, 0x05]) == .bytes([9, 8, 7, 6, 5, 6, 7, 8]))
  }

  /// The capability container and the lock bits can only be set; lock byte 0, b5 closes page 4.
  @Test func bitsAreSetForEver() {
    var tag = tag()
    #expect(tag.answer([0xA2, 0x03, 0x00, 0x00, 0x01, 0x0F]) == .acknowledge)
    #expect(tag.answer([0x3A, 0x03, 0x03]) == .bytes([0xE1, 0x10, 0x13, 0x0F]))
    #expect(tag.answer([0xA2, 0x02, 0xFF, 0xFF, 0x10, 0x00]) == .acknowledge)
    #expect(tag.answer([0x3A, 0x02, 0x02]) == .bytes([0x04, 0x48, 0x10, 0x00]))
    #expect(tag.answer([0xA2, 0x04, 1, 1, 1, 1]) == .refusal(0))
    #expect(tag.answer([0xA2, 0x05, 1, 1, 1, 1]) == .acknowledge)
  }

  /// Dynamic lock byte 0, b1 closes pages 10h and 11h of an NTAG213, 10h to 1Fh of an NTAG215.
  @Test func dynamicLockBitsCloseGroups() {
    var small = tag()
    #expect(small.answer([0xA2, 0x28, 0x01, 0, 0, 0]) == .acknowledge)
    #expect(small.answer([0xA2, 0x11, 1, 1, 1, 1]) == .refusal(0))
    #expect(small.answer([0xA2, 0x12, 1, 1, 1, 1]) == .acknowledge)
    var large = tag(.ntag215)
    #expect(large.answer([0xA2, 0x82, 0x01, 0, 0, 0]) == .acknowledge)
    #expect(large.answer([0xA2, 0x1F, 1, 1, 1, 1]) == .refusal(0))
    #expect(large.answer([0xA2, 0x20, 1, 1, 1, 1]) == .acknowledge)
  }

  /// AUTH0 10h, PROT set: from page 10h on nothing is read or written without the password, and
  /// READ rolls over before it.
  @Test func aPasswordProtects() {
    var tag = tag()
    #expect(tag.answer([0xA2, 0x2B, 1, 2, 3, 4]) == .acknowledge)
    #expect(tag.answer([0xA2, 0x2C, 0xAB, 0xCD, 0, 0]) == .acknowledge)
    #expect(tag.answer([0xA2, 0x2A, 0x80, 0x05, 0, 0]) == .acknowledge)
    #expect(tag.answer([0xA2, 0x29, 0x04, 0, 0, 0x10]) == .acknowledge)
    #expect(tag.answer([0x30, 0x10]) == .refusal(0))
    #expect(tag.answer([0xA2, 0x10, 1, 1, 1, 1]) == .refusal(0))
    #expect(tag.answer([0x1B, 1, 2, 3, 5]) == .refusal(0))
    #expect(tag.answer([0x1B, 1, 2, 3, 4]) == .bytes([0xAB, 0xCD]))
    #expect(tag.answer([0xA2, 0x10, 1, 1, 1, 1]) == .acknowledge)
    tag.losePower()
    #expect(tag.answer([0x3A, 0x10, 0x10]) == .refusal(0))
  }

  /// AUTHLIM 1: two wrong passwords, then no more.
  @Test func wrongPasswordsAreCounted() {
    var tag = tag()
    #expect(tag.answer([0xA2, 0x2A, 0x01, 0x05, 0, 0]) == .acknowledge)
    #expect(tag.answer([0x1B, 0, 0, 0, 0]) == .refusal(0))
    #expect(tag.answer([0x1B, 0, 0, 0, 0]) == .refusal(0))
    #expect(tag.answer([0x1B, 0xFF, 0xFF, 0xFF, 0xFF]) == .refusal(4))
  }

  /// NFC_CNT_EN is b5 of ACCESS: the first read in a field counts.
  @Test func readsAreCounted() {
    var tag = tag()
    #expect(tag.answer([0xA2, 0x2A, 0x10, 0x05, 0, 0]) == .acknowledge)
    for _ in 0..<2 {
      tag.losePower()
      _ = tag.answer([0x30, 0x00])
      _ = tag.answer([0x30, 0x04])
    }
    #expect(tag.answer([0x39, 0x02]) == .bytes([2, 0, 0]))
    #expect(tag.answer([0x39, 0x01]) == .refusal(0))
  }

  @Test(
    "What it does not know it refuses", arguments: [[0xC2, 0xFF], [0x30], [0x77], [], [0x1A, 0]])
  func refuses(command: [UInt8]) {
    var tag = tag()
    #expect(tag.answer(command) == .refusal(0))
  }
}
