import Bytes
import Testing

@testable import Decoding

@Suite struct FCITests {
  @Test func readsADirectory() {
    // Frame 15 of a terminal's conversation with a card that has two applications.
    let bytes = Hex.bytes(
      """
      6F49 840E 325041592E5359532E4444463031 A537 BF0C34
        6118 4F07 A0000000031010 500A 56495341204445424954 870101
        6118 4F07 A0000000041010 500A 4D415354455243415244 870102
      """)
    let fci = read(bytes)
    #expect(fci.isTemplate && !fci.isDamaged)
    #expect(fci.name == 4..<18)
    // Offsets in the answer: 6F 49 (0), 84 0E (2), A5 37 (18), BF0C 34 (20), 61 18 (23), 4F 07 (25).
    #expect(
      fci.entries == [
        .init(aid: 27..<34, label: 36..<46, priority: 1),
        .init(aid: 53..<60, label: 62..<72, priority: 2),
      ])
  }

  @Test func readsTheListThatAnApplicationAsksFor() {
    let bytes =
      Hex.bytes(
        """
        6F42 8407 A0000000031010 A537
          9F381B 9F6604 9F0206 9F0306 9F1A02 9505 5F2A02 9A03 9C01 9F3704 9F4E14
          BF0C16 9F5A05 3109750100 BF6304 DF200180 9F0A04 00010101
        """) ?? []
    let fci = read(bytes)
    #expect(fci.entries.isEmpty && !fci.isDamaged)
    #expect(fci.pdol == 16..<43)
    // 4 + 6 + 6 + 2 + 5 + 2 + 3 + 1 + 4 + 20 = 53.
    let size = DOLWalker.size(of: 16..<43, in: bytes.span)
    #expect(size == (10, 53))
  }

  @Test func keepsWhatIsWholeOfADamagedOne() {
    let fci = read(Hex.bytes("6F0A 8407 A0000000031010 50"))
    #expect(fci.isDamaged)
    #expect(fci.name == 4..<11)
  }

  @Test func takesTheLowNibbleForThePriority() {
    // 81h: the holder has to confirm, priority 1.
    let fci = read(Hex.bytes("6F12 A510 BF0C0D 610B 4F05 A000000003 8701 81 00"))
    #expect(fci.entries == [.init(aid: 11..<16, label: nil, priority: 1)])
  }

  private func read(_ bytes: [UInt8]?) -> FCI {
    var fci = FCI()
    let bytes = bytes ?? []
    fci.read(bytes.span)
    return fci
  }
}
