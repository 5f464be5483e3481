import CoreNFC
import CoreNFCTesting
import XCTest

/// The forms that do not wait with `await`, on the main thread and its queue.
final class BlockingTests: XCTestCase {
  func testLinkIsReadOnTheMainThread() throws {
    let phone = TestPhone()
    let reader = LinkReader()
    reader.start(once: true)
    phone.hold(try TestTag(card: "ntag213"))
    XCTAssertEqual(try phone.sessionEnds(), .readerSessionInvalidationErrorFirstNDEFTagRead)
    XCTAssertEqual(reader.links.count, 1)
  }

  func testWaitingHasAnEnd() throws {
    let phone = TestPhone()
    XCTAssertThrowsError(try phone.until("never", timeout: 0.05) { false }) { error in
      XCTAssertTrue("\(error)".contains("before never"))
    }
  }
}
