import Testing

@testable import Decoding

/// One unit is 128 / 13.56 MHz = 9.43953 µs.
@Suite struct AirTimeTests {
  @Test func typeAHasNineUnitsAByteAndOneMore() {
    // 23 bytes: (1 + 9 × 23) × 9.43953 µs = 208 × 9.43953 µs.
    #expect(AirTime.typeA(bytes: 23, isShort: false, divisor: 1) == 1_963_422)
    #expect(AirTime.typeA(bytes: 1, isShort: true, divisor: 1) == 75_516)
    #expect(AirTime.typeA(bytes: 23, isShort: false, divisor: 2) == 981_711)
  }

  @Test func typeBHasTenUnitsAByteAndTwentyTwoMore() {
    // 5 bytes: 72 × 9.43953 µs.
    #expect(AirTime.typeB(bytes: 5, divisor: 1) == 679_646)
  }

  @Test func felicaHasEightBytesInFront() {
    // 8 bytes: 16 × 8 bits of 64 / 13.56 MHz = 4.71976 µs.
    #expect(AirTime.felica(bytes: 8, bitRate: 212_000) == 604_130)
    #expect(AirTime.felica(bytes: 8, bitRate: 424_000) == 302_065)
  }

  @Test func frameWaitingTimesDouble() {
    #expect(AirTime.frameWaitingTime(0) == 302_065)
    #expect(AirTime.frameWaitingTime(7) == 38_664_307)
    #expect(AirTime.frameWaitingTime(14) == 4_949_031_268)
  }
}
