import Bytes
import Testing

@Suite struct PlainTextTests {
  @Test(
    "One byte that needs escaping is found wherever it stands",
    arguments: [
      0x00, 0x0A, 0x1F, 0x22, 0x5C, 0x7F, 0x80, 0xC3, 0xFF,
    ] as [UInt8])
  func endsAtOddBytes(odd: UInt8) {
    for place in 0..<20 {
      var text = [UInt8](repeating: UInt8(ascii: "a"), count: 20)
      text[place] = odd
      #expect(PlainText.length(in: text.span, from: 0) == place)
    }
  }

  @Test("What needs none is not", arguments: [0x20, 0x21, 0x23, 0x5B, 0x5D, 0x7E] as [UInt8])
  func goesOnAtPlainBytes(plain: UInt8) {
    let text = [UInt8](repeating: plain, count: 19)
    #expect(PlainText.length(in: text.span, from: 0) == 19)
    #expect(PlainText.length(in: text.span, from: 5) == 14)
  }

  @Test func ordinaryTextIsPlainThroughout() {
    let text = Array("return FCI, first or only occurrence {~}".utf8)
    #expect(PlainText.length(in: text.span, from: 0) == text.count)
  }
}
