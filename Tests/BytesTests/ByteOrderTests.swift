import Bytes
import Testing

@Suite struct ByteOrderTests {
  private let bytes: [UInt8] = [0xFF, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08]

  @Test func readsAtAnyOffset() {
    #expect(ByteOrder.big.number16(bytes.span, at: 1) == 0x0102)
    #expect(ByteOrder.little.number16(bytes.span, at: 7) == 0x0807)
    #expect(ByteOrder.big.number32(bytes.span, at: 5) == 0x0506_0708)
    #expect(ByteOrder.little.number32(bytes.span, at: 1) == 0x0403_0201)
    #expect(ByteOrder.big.number64(bytes.span, at: 1) == 0x0102_0304_0506_0708)
    #expect(ByteOrder.little.number64(bytes.span, at: 1) == 0x0807_0605_0403_0201)
  }

  @Test func writesInFullWidth() {
    var buffer = ByteBuffer(capacity: 1)
    buffer.append(UInt16(0x0102), .big)
    buffer.append(UInt16(0x0102), .little)
    buffer.append(UInt32(0x0102_0304), .little)
    buffer.append(UInt64(1), .big)
    #expect(Hex.text(buffer.span) == "0102" + "0201" + "04030201" + "0000000000000001")
  }
}
