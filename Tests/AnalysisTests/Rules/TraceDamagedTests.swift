import Testing
import TraceFormat

@testable import Analysis

@Suite struct TraceDamagedTests {
  @Test(
    "Damage to a file is a finding, with the frames that are lost",
    arguments: [
      (
        "checksum of block 3 is wrong", Int64(4096), 101...200,
        """
        error trace-damaged  row: checksum of block 3 is wrong (file offset 4096); frames 101 to \
        200 are lost
        """
      ),
      (
        "the record is cut off", 77, 7...7,
        "error trace-damaged  row: the record is cut off (file offset 77); frame 7 is lost"
      ),
      (
        "unknown block", 12, nil, "error trace-damaged  row: unknown block (file offset 12)"
      ),
    ] as [(String, Int64, ClosedRange<Int>?, String)]
  )
  func saysWhatIsLost(
    reason: String, offset: Int64, frames: ClosedRange<Int>?, expected: String
  ) {
    let damage = TraceDamage(reason: reason, offset: offset, frames: frames, times: nil)
    let finding = Analyzer.finding(for: damage)
    #expect(line(finding) == expected)
    #expect(finding.visit == 0)
    #expect(finding.category == .malformed)
  }
}
