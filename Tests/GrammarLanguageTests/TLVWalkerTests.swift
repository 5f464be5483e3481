import Bytes
import GrammarLanguage
import Testing

@Suite struct TLVWalkerTests {
  @Test(
    "Elements come outer before inner, padding between them is skipped",
    arguments: [
      // The FCI of a PPSE, written out by hand: 6F { 84, A5 { BF0C { 61 { 4F, 87 } } } }.
      (
        .ber, "6F16 8402AABB A510 BF0C0D 610B 4F06A00000000310 870101",
        [
          "6F@0 2+22", "84@1 4+2", "A5@1 8+16", "BF0C@2 11+13", "61@3 13+11", "4F@4 15+6",
          "87@4 23+1",
        ]
      ),
      (.ber, "0000 8001AA 00 FF FF", ["80@0 4+1"]),
      (.ber, "FF4902 8000", ["FF49@0 3+2", "80@1 5+0"]),
      (.ber, "DF8129 01 AA", ["DF8129@0 4+1"]),
      (.ber, "53 8102 AABB", ["53@0 3+2"]),
      (.ber, "", []),
      (.ber, "FF", []),
      (.tagMemory, "0000 0303 D00000 FE 1234", ["3@0 4+3", "FE@0 8+0"]),
      (.tagMemory, "03FF0001 AA FE", ["3@0 4+1", "FE@0 6+0"]),
      (.wide, "104A0001 10 1045 0002 4142", ["104A@0 4+1", "1045@0 9+2"]),
      (.short, "0002AABB 0100", ["0@0 2+2", "1@0 6+0"]),
    ] as [(TLVShape, String, [String])]
  )
  func walks(shape: TLVShape, hex: String, expected: [String]) throws {
    let bytes = try bytes(hex)
    #expect(walk(shape, bytes) == expected)
  }

  @Test(
    "A fault says which element, where, and inside which; what is behind its parent still comes",
    arguments: [
      // 4F claims 7 bytes, 5 are left in 61; 50 behind 61 is whole.
      (
        .ber, "6F0B 6107 4F07A000000003 5000",
        [
          "6F@0 2+11", "61@1 4+7",
          "tooLong(claimed: 7, present: 5) at 5 tag 4F from 4 in 61 4..<11", "50@1 13+0",
        ]
      ),
      (.ber, "6F01 84", ["6F@0 2+1", "noLength at 3 tag 84 from 2 in 6F 2..<3"]),
      (.ber, "8482", ["noLength at 2 tag 84 from 0 in 0 0..<2"]),
      (.ber, "9F", ["truncatedTag at 1 tag 9F from 0 in 0 0..<1"]),
      (.ber, "1F81818101", ["tagTooLong at 4 tag 1F818181 from 0 in 0 0..<5"]),
      (.ber, "A580 0000", ["badLength(128) at 1 tag A5 from 0 in 0 0..<4"]),
      (.ber, "A5850000000001", ["badLength(133) at 1 tag A5 from 0 in 0 0..<7"]),
      (
        .ber, "8484FFFFFFFF",
        [
          "tooLong(claimed: 4294967295, present: 0) at 1 tag 84 from 0 in 0 0..<6"
        ]
      ),
      (.wide, "10", ["truncatedTag at 1 tag 10 from 0 in 0 0..<1"]),
      (.tagMemory, "03FF00", ["noLength at 3 tag 3 from 0 in 0 0..<3"]),
    ] as [(TLVShape, String, [String])]
  )
  func saysWhatIsWrong(shape: TLVShape, hex: String, expected: [String]) throws {
    let bytes = try bytes(hex)
    #expect(walk(shape, bytes) == expected)
  }

  @Test func elementsInElementsAreFollowedSixteenDeep() {
    // 17 × 61 around nothing: the innermost is at depth 16 and may not be entered.
    var bytes: [UInt8] = []
    for level in 0..<17 { bytes += [0x61, UInt8(2 * (16 - level))] }
    let lines = walk(.ber, bytes)
    #expect(lines.count == 17)
    #expect(lines.last?.hasPrefix("tooDeep(limit: 16) at 32") == true)
  }

  @Test func aPrimitiveElementIsEnteredWhenAsked() throws {
    let bytes = try bytes("5304 5002AABB 8000")
    var walker = TLVWalker(.ber, in: 0..<bytes.count)
    let outer = try #require(try walker.next(in: bytes.span))
    walker.enter(outer)
    let inner = try #require(try walker.next(in: bytes.span))
    #expect((inner.tag, inner.parent, inner.depth) == (0x50, 0x53, 1))
    let last = try #require(try walker.next(in: bytes.span))
    #expect((last.tag, last.parent, last.depth) == (0x80, 0, 0))
  }

  @Test func damagedBytesNeverTrapAndAlwaysEnd() throws {
    let seed = try bytes("6F16 8402AABB A510 BF0C0D 610B 4F06A00000000310 870101")
    var random = Xorshift(state: 7)
    for _ in 0..<4000 {
      var bytes = seed
      for _ in 0...random.below(3) {
        bytes[random.below(bytes.count)] = UInt8(truncatingIfNeeded: random.next())
      }
      bytes.removeLast(random.below(4))
      for shape in [TLVShape.ber, .short, .tagMemory, .wide] {
        #expect(walk(shape, bytes).count <= bytes.count + 1)
      }
    }
  }

  private func bytes(_ hex: String) throws -> [UInt8] {
    try #require(Hex.bytes(hex.filter { $0 != " " }))
  }

  /// One line an element or fault.
  private func walk(_ shape: TLVShape, _ bytes: [UInt8]) -> [String] {
    var walker = TLVWalker(shape, in: 0..<bytes.count)
    var lines: [String] = []
    while true {
      do {
        guard let element = try walker.next(in: bytes.span) else { return lines }
        let tag = String(element.tag, radix: 16, uppercase: true)
        lines.append("\(tag)@\(element.depth) \(element.value.lowerBound)+\(element.value.count)")
      } catch {
        let tag = String(error.tag, radix: 16, uppercase: true)
        let parent = String(error.parent, radix: 16, uppercase: true)
        lines.append(
          "\(error.kind) at \(error.offset) tag \(tag) from \(error.start) in \(parent) "
            + "\(error.parentValue)")
      }
    }
  }
}
