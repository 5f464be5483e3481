import Bytes
import Testing

@testable import Decoding

/// FSC, FWT and SFGT by hand: 256 × 16 / 13.56 MHz × 2^n = 302.065 µs × 2^n.
@Suite struct AnswerToSelectTests {
  @Test func readsEveryFieldOfADESFireATS() {
    let bytes: [UInt8] = [0x06, 0x75, 0x77, 0x81, 0x02, 0x80]
    let ats = AnswerToSelect(bytes.span)
    #expect(ats.faults.isEmpty)
    #expect(ats.parameters.fsc == 64)
    #expect(ats.parameters.rates == 0x77)
    #expect(ats.parameters.fwt == 77_328_614)  // 302,064.897 ns × 256
    #expect(ats.parameters.sfgt == 604_130)  // 302,064.897 ns × 2
    #expect(ats.parameters.cidSupported)
    #expect(!ats.parameters.nadSupported)
    #expect(ats.parameters.historical == Extent(5..<6))
  }

  @Test func takesTheStandardsDefaultsForWhatIsMissing() {
    let bytes: [UInt8] = [0x01]
    let ats = AnswerToSelect(bytes.span)
    #expect(ats.faults.isEmpty)
    #expect(ats.parameters.fsc == 32)
    #expect(ats.parameters.fwt == 4_833_038)  // 302,064.897 ns × 16
  }

  @Test(
    "A length byte that lies is a fault",
    arguments: [([0x1F, 0x78, 0x80, 0x70, 0x02], 31), ([0x02, 0x05, 0x00], 2)]
      as [([UInt8], Int)])
  func lengthLies(bytes: [UInt8], claimed: Int) {
    #expect(
      AnswerToSelect(bytes.span).faults.map(\.kind)
        == [.atsLength(claimed: claimed, present: bytes.count)])
  }

  @Test func aByteThatT0AnnouncesMayBeMissing() {
    let bytes: [UInt8] = [0x02, 0x78]
    // T0 78 announces TA(1), TB(1) and TC(1); TA(1) is the first that is missing.
    #expect(
      AnswerToSelect(bytes.span).faults
        == [.init(kind: .atsField(missing: true, name: .ta1), offset: 2)])
  }

  @Test func reservedValuesAreFaults() {
    let size: [UInt8] = [0x02, 0x0F]
    #expect(
      AnswerToSelect(size.span).faults
        == [.init(kind: .atsField(missing: false, name: .fsci), offset: 1)])
    let times: [UInt8] = [0x03, 0x28, 0xFF]
    #expect(
      AnswerToSelect(times.span).faults
        == [
          .init(kind: .atsField(missing: false, name: .fwi), offset: 2),
          .init(kind: .atsField(missing: false, name: .sfgi), offset: 2),
        ])
  }

  @Test func emptyIsAFaultToo() {
    let bytes: [UInt8] = []
    #expect(
      AnswerToSelect(bytes.span).faults
        == [.init(kind: .atsLength(claimed: 1, present: 0), offset: 0)])
  }
}
