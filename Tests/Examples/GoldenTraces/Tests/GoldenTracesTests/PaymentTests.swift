import Testing
import TraceTesting
import XCTest

/// A payment that is recorded again says the same, although the terminal drew another number and the
/// card another cryptogram.
@Suite struct PaymentTests {
  @Test func paysAsBefore() throws {
    try expectTrace("Golden/pay.trace", matches: recorded("pay.trace"))
  }
}

/// The same in XCTest.
final class PaymentTestCase: XCTestCase {
  func testPaysAsBefore() throws {
    try expectTrace("Golden/pay.trace", matches: recorded("pay.trace"))
  }
}

/// A recording beside this file. A test of yours makes its own, with `nfctrace record`.
private func recorded(_ name: String, source: String = #filePath) -> RecordedTrace {
  let folder = source.split(separator: "/", omittingEmptySubsequences: false).dropLast()
  return RecordedTrace(path: folder.joined(separator: "/") + "/Recorded/\(name)")
}
