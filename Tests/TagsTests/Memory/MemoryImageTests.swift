import Bytes
import Testing

@testable import Tags

@Suite struct MemoryImageTests {
  private func origin(_ frame: Int, _ offset: Int = 0) -> MemoryOrigin {
    MemoryOrigin(frame: frame, offset: offset)
  }

  private func lay(
    _ hex: String, at address: Int, frame: Int, as access: MemoryImage.Access = .read,
    into image: inout MemoryImage
  ) -> MemoryImage.Conflict? {
    let bytes = Hex.bytes(hex) ?? []
    return image.lay(bytes.span, at: address, from: origin(frame), as: access)
  }

  @Test func keepsWhatWasNotSeenApartFromZero() {
    var image = MemoryImage(unit: 4)
    #expect(lay("00000000", at: 8, frame: 1, into: &image) == nil)
    #expect(image[7] == nil)
    #expect(image[8] == 0)
    #expect(image.missing(in: 0..<16) == [0..<8, 12..<16])
    #expect(image.seen == 4)
    #expect(image[4..<12] == nil)
  }

  @Test func joinsReadsInAnyOrderAndOverlap() {
    var image = MemoryImage(unit: 4)
    _ = lay("44556677", at: 4, frame: 3, into: &image)
    _ = lay("00112233", at: 0, frame: 5, into: &image)
    _ = lay("22334455", at: 2, frame: 7, into: &image)
    #expect(image[0..<8] == [0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77])
    #expect(image.conflicts.isEmpty)
    // The first read of a byte is where it came from; the last one brought nothing new.
    #expect(image.pieces(of: 0..<8).map(\.range) == [0..<4, 4..<8])
    #expect(image.frames(of: [0..<8]) == [5, 3])
    #expect(image.origin(of: 3) == origin(5, 3))
    #expect(image.origin(of: 7) == origin(3, 3))
  }

  @Test func findsWhereTwoReadsDiffer() {
    var image = MemoryImage(unit: 4)
    _ = lay("0011223344556677", at: 0, frame: 1, into: &image)
    let conflict = lay("22FF44EE", at: 2, frame: 9, into: &image)
    #expect(
      conflict
        == MemoryImage.Conflict(
          range: 3..<6, before: origin(1, 3), access: .read, after: origin(9, 1),
          values: (0x33, 0xFF)))
    #expect(image[3] == 0xFF)
    #expect(image.conflicts.count == 1)
  }

  @Test func aWriteChangesWhatLaterReadsMustShow() {
    var image = MemoryImage(unit: 4)
    _ = lay("00000000", at: 16, frame: 1, into: &image)
    #expect(lay("0103A00C", at: 16, frame: 3, as: .written, into: &image) == nil)
    #expect(lay("0103A00C", at: 16, frame: 5, into: &image) == nil)
    #expect(image.written == 4)
    _ = lay("AABBCCDD", at: 16, frame: 7, as: .written, into: &image)
    #expect(image.written == 4)
    #expect(lay("0103A00C", at: 16, frame: 9, into: &image)?.access == .written)
  }

  @Test func countersAreNoConflict() {
    var image = MemoryImage(unit: 4)
    image.changing = [4..<8]
    _ = lay("0000000001000000", at: 0, frame: 1, into: &image)
    #expect(lay("0000000002000000", at: 0, frame: 3, into: &image) == nil)
  }

  @Test func forgetsWhatWasChangedUnseen() {
    var image = MemoryImage(unit: 1)
    _ = lay("00112233", at: 0, frame: 1, into: &image)
    image.forget(1..<3)
    #expect(image.missing(in: 0..<4) == [1..<3])
    #expect(lay("99", at: 1, frame: 2, into: &image) == nil)
  }

  @Test func takesNoAddressBehindItsBound() {
    var image = MemoryImage(unit: 1)
    _ = lay("0011", at: MemoryImage.limit - 1, frame: 1, into: &image)
    _ = lay("0011", at: Int.max - 1, frame: 1, into: &image)
    _ = lay("0011", at: -1, frame: 1, into: &image)
    #expect(image.isCut)
    #expect(image.end == MemoryImage.limit)
    #expect(image.seen == 1)
  }

  @Test("Whatever is laid, runs never touch each other, and the newest byte counts")
  func staysInOrder() {
    var random: UInt64 = 42
    func next(_ bound: Int) -> Int {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(random >> 33) % bound
    }
    for _ in 0..<200 {
      var image = MemoryImage(unit: 4)
      var model = [UInt8?](repeating: nil, count: 64)
      for frame in 1...30 {
        let address = next(60)
        let count = 1 + next(64 - address)
        if next(6) == 0 {
          image.forget(address..<address + count)
          for place in address..<min(address + count, 64) { model[place] = nil }
          continue
        }
        let bytes = (0..<count).map { _ in UInt8(next(4)) }
        image.lay(bytes.span, at: address, from: origin(frame), as: .read)
        for (index, byte) in bytes.enumerated() { model[address + index] = byte }
      }
      #expect((0..<64).map { image[$0] } == model)
      for (one, other) in zip(image.runs, image.runs.dropFirst()) {
        #expect(one.range.upperBound <= other.range.lowerBound)
        #expect(!one.range.isEmpty)
      }
    }
  }
}
