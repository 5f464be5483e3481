import Bytes
import Tags
import Testing

/// Memories as bare bytes are told by what is in them.
@Suite struct RawMemoryTests {
  @Test(
    "A memory is told from its bytes",
    arguments: [
      // BCC0 = 88 ^ 04 ^ 11 ^ 22 = BF, BCC1 = 33 ^ 44 ^ 55 ^ 66 = 44.
      (
        "041122BF 33445566 44480000 E1101200 030CD101085402656E48656C6C6FFE00",
        "memory of a Type 2 tag"
      ),
      ("E1101200 030CD101085402656E48656C6C6FFE00", "memory of a Type 2 tag from page 3 on"),
      ("030CD101085402656E48656C6C6FFE", "blocks of a tag's data area"),
      ("0103A00C34 030CD101085402656E48656C6C6FFE", "blocks of a tag's data area"),
      ("030CD101085402656E48656C6C6F", "blocks of a tag's data area"),
      ("000F2000FF00FF0406E104010000 00", "capability container of a Type 4 tag"),
      (
        "000F2000FF00FF0406E104010000 00 000CD101085402656E48656C6C6F",
        "capability container and NDEF file of a Type 4 tag"
      ),
      ("000CD101085402656E48656C6C6F", "NDEF file of a Type 4 tag"),
      (
        "11223344556600 00 E1100E00 030CD101085402656E48656C6C6FFE"
          + String(repeating: "00", count: 93), "memory of a Type 1 tag"
      ),
    ]
  )
  func isTold(hex: String, words: String) throws {
    let memory = try #require(RawMemory(Hex.bytes(hex) ?? []))
    #expect(memory.words == words)
    guard words != "capability container of a Type 4 tag" else { return }
    let message = memory.parts.first?.messages.first
    #expect(message?.bytes == Hex.bytes("D101085402656E48656C6C6F"))
  }

  @Test(
    "What is something else is no memory",
    arguments: [
      // An NDEF message, a SELECT, BER-TLV of an FCI, a status word, a bit string, an ATS.
      "D101085402656E48656C6C6F", "00A4040007D276000085010100",
      "6F108408A0000000031010A5049F650101",
      "9000", "030507A0B0C0D0", "0578807002", "0300FE90", "12345678",
    ])
  func isNone(hex: String) {
    let found = RawMemory(Hex.bytes(hex) ?? [])
    // A lone empty message with its Terminator is what a blank tag has.
    #expect(found == nil, "\(found?.words ?? "")")
  }

  @Test func takesAnythingThatItIsToldTo() {
    for count in 0..<64 {
      let bytes = (0..<count).map { UInt8($0 * 37 & 0xFF) }
      #expect(!RawMemory(taking: bytes).parts.isEmpty)
    }
  }

  /// Every byte cut off and every bit turned: no trap, and no memory beyond what is there.
  @Test func bearsDamage() {
    let whole =
      Hex.bytes("000F2000FF00FF0406E10401000000000CD101085402656E48656C6C6F") ?? []
    let pages =
      Hex.bytes("041122BF334455664448 0000E1101200030CD101085402656E48656C6C6FFE00") ?? []
    for bytes in [whole, pages] {
      for count in 0..<bytes.count {
        _ = RawMemory(Array(bytes[..<count]))
        _ = RawMemory(taking: Array(bytes[..<count]))
        for bit in 0..<8 {
          var bytes = bytes
          bytes[count] ^= 1 << bit
          for part in RawMemory(bytes)?.parts ?? [] {
            #expect(part.image.end <= bytes.count + 12)
            _ = part.messages.first?.contents
          }
          _ = RawMemory(taking: bytes)
        }
      }
    }
  }
}
