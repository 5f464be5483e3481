import Bytes
import Testing

@testable import Rendering

@Suite struct TimeTests {
  @Test(
    "Times are rounded half up",
    arguments: [
      (0, 3, "0.000"), (499_999, 3, "0.000"), (500_000, 3, "0.001"), (1_223_456_789, 3, "1.223"),
      (1_223_456_789, 6, "1.223457"), (1_223_456_789, 9, "1.223456789"), (999_999_999, 0, "1"),
      (-1_500_000, 3, "-0.001"), (-1_500_001, 3, "-0.002"), (-500_000, 3, "0.000"),
      (Int64.max, 9, "9223372036.854775807"), (Int64.min, 9, "-9223372036.854775808"),
      (Int64.max, 0, "9223372037"),
    ] as [(Int64, Int, String)])
  func seconds(time: Int64, decimals: Int, expected: String) {
    var out = ByteBuffer(capacity: 16)
    Time.append(seconds: time, decimals: decimals, to: &out)
    #expect(lines(of: out) == [expected])
  }

  @Test(arguments: [(49_999, "0.0"), (50_000, "0.1"), (54_149_999, "54.1"), (38_664_000, "38.7")])
  func milliseconds(time: Int64, expected: String) {
    var out = ByteBuffer(capacity: 16)
    Time.append(milliseconds: time, to: &out)
    #expect(lines(of: out) == [expected])
  }

  @Test func decimalsBeforeTheYear1970CountUpwards() {
    // A quarter of a second before 1970 began is second -1 and 750 ms.
    let split = Time.split(-250_000_000, decimals: 3)
    #expect(split.seconds == -1)
    #expect(split.fraction == 750)
  }
}
