import Bytes
import Testing

@testable import Tags

@Suite struct TLVScanTests {
  private func image(_ hex: String, at address: Int = 0) -> MemoryImage {
    var image = MemoryImage(unit: 4)
    let bytes = Hex.bytes(hex) ?? []
    image.lay(bytes.span, at: address, from: MemoryOrigin(frame: 1, offset: 0), as: .read)
    return image
  }

  @Test func findsEveryKindOfBlock() {
    // NULL, Lock Control, Memory Control, Proprietary, NDEF of 3 bytes, Terminator, and rubbish.
    let scan = TLVScan(
      image("00 0103A00C34 0203A0FF44 FD0155 0303D00000 FE FFFF"), area: 0..<22)
    #expect(
      scan.blocks.map(\.kind) == [
        .lockControl, .memoryControl, .proprietary, .ndef, .terminator,
      ])
    #expect(scan.nulls == 1)
    #expect(scan.ending == .terminator(at: 19))
    #expect(scan.blocks[3].value == [16..<19])
    #expect(scan.blocks[3].lengthField == 15..<16)
  }

  /// 01 03 A0 0C 34: page A of 2^4 bytes, byte 0, is byte 160; twelve bits lock 2^3 bytes each.
  @Test func lockControlSaysWhereAndHowMuch() {
    let control = ControlTLV([0xA0, 0x0C, 0x34], isLock: true)
    #expect(control?.address == 160)
    #expect(control?.count == 12)
    #expect(control?.range == 160..<162)
    #expect(control?.coverage == 96)
    let copied = ControlTLV([0xA0, 0x10, 0x44], isLock: true)
    #expect(copied?.address == 160)
    #expect(copied?.coverage == 256)
    // A count of 0 is 256 (NFC Forum Type 2 Tag).
    #expect(ControlTLV([0x10, 0x00, 0x03], isLock: false)?.range == 8..<264)
    #expect(ControlTLV([0x10, 0x00], isLock: false) == nil)
  }

  @Test func readsLengthsOfThreeBytes() {
    var memory = MemoryImage(unit: 4)
    let bytes = [0x03, 0xFF, 0x01, 0x03] + [UInt8](repeating: 0xD1, count: 259) + [0xFE]
    memory.lay(bytes.span, at: 16, from: MemoryOrigin(frame: 1, offset: 0), as: .read)
    let scan = TLVScan(memory, area: 16..<16 + 504)
    #expect(scan.blocks.first?.length == 259)
    #expect(scan.blocks.first?.lengthField == 17..<20)
    #expect(scan.blocks.first?.value == [20..<279])
    #expect(scan.ending == .terminator(at: 279))
  }

  @Test func skipsReservedBytesWhereTheyLie() {
    // Memory Control: three bytes from byte 2 × 2^2 + 1 = 9 on are reserved: 9, 10 and 11. The NDEF
    // block begins at 5; its value is the byte at 7 and 8, then 12 and 13.
    let memory = image("0203210302 0304 D1AA EEEEEE BBCC FE")
    let scan = TLVScan(memory, area: 0..<15)
    #expect(scan.controls.map(\.range) == [9..<12])
    #expect(scan.blocks[1].value == [7..<9, 12..<14])
    #expect(memory.bytes(of: scan.blocks[1].value) == [0xD1, 0xAA, 0xBB, 0xCC])
    #expect(scan.ending == .terminator(at: 14))
  }

  @Test func doesNotCallMalformedWhatWasNotSeen() {
    let memory = image("0103A00C440315D101115402656E3334", at: 16)
    let scan = TLVScan(memory, area: 16..<160)
    #expect(scan.blocks.last?.length == 21)
    #expect(scan.ending == .unseen(at: 44))
    // The value is bytes 18 to 20; what follows it begins at 21.
    #expect(TLVScan(image("0103A00C", at: 16), area: 16..<160).ending == .unseen(at: 21))
  }

  @Test func saysWhatRunsOutOfTheArea() {
    let scan = TLVScan(image("03FFFFFE D1"), area: 0..<64)
    #expect(scan.ending == .overrun)
    #expect(scan.blocks.first?.length == 65_534)
    #expect(scan.blocks.first?.present == 60)
    #expect(TLVScan(image("0000000003"), area: 0..<5).ending == .overrun)
  }

  @Test func comesToAnEndWhateverTheBytes() {
    var random: UInt64 = 7
    for _ in 0..<2_000 {
      var memory = MemoryImage(unit: 4)
      let bytes = (0..<120).map { _ in
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return [0x00, 0x01, 0x02, 0x03, 0xFD, 0xFE, 0xFF, UInt8(random >> 56)][
          Int(random >> 40) & 7]
      }
      memory.lay(bytes.span, at: 0, from: MemoryOrigin(frame: 1, offset: 0), as: .read)
      memory.forget(Int(random >> 20) & 63..<(Int(random >> 20) & 63) + 8)
      let scan = TLVScan(memory, area: 0..<120)
      for block in scan.blocks {
        #expect(block.value.allSatisfy { $0.lowerBound >= 0 && $0.upperBound <= 120 })
      }
    }
  }
}
