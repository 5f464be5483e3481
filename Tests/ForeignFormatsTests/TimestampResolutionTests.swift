import Testing

@testable import ForeignFormats

@Suite struct TimestampResolutionTests {
  @Test(
    "A count is nanoseconds, by the exponent and the base",
    arguments: [
      (0, 3, 3_000_000_000), (3, 1, 1_000_000), (6, 1, 1000), (9, 1, 1),
      // 10^-12: 1,999 picoseconds are 1 ns and a bit.
      (12, 1999, 1), (127, 1 << 60, 0),
      // 2^-1 and 2^-30; 2^30 counts are a second.
      (0x81, 3, 1_500_000_000), (0x9E, 1 << 30, 1_000_000_000), (0x80, 2, 2_000_000_000),
      // 2^-64: half of 2^64 counts are half a second; 2^-127: 2^63 counts are nothing.
      (0xC0, 1 << 63, 500_000_000), (0xFF, 1 << 63, 0),
      // More seconds than nanoseconds can say.
      (0, .max, .max), (6, .max, .max), (0x80, .max, .max),
    ] as [(UInt8, UInt64, Int64)])
  func nanoseconds(byte: UInt8, count: UInt64, time: Int64) {
    var resolution = TimestampResolution()
    resolution.setUnit(byte)
    #expect(resolution.nanoseconds(count) == time)
  }

  @Test(
    "An offset is added and does not overflow",
    arguments: [
      (-2, 3_000_000, 1_000_000_000), (10, 0, 10_000_000_000), (.max, 1, .max), (.min, 1, .min),
      (9_223_372_036, 1_000_000, .max),
    ] as [(Int64, UInt64, Int64)])
  func offset(seconds: Int64, count: UInt64, time: Int64) {
    var resolution = TimestampResolution()
    resolution.offset = seconds
    #expect(resolution.nanoseconds(count) == time)
  }
}
