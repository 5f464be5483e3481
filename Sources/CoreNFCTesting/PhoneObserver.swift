import Foundation
import Synchronization
import XCTest

/// Hears of failures in XCTest, and tells what the phone did.
final class PhoneObserver: NSObject, XCTestObservation, Sendable {
  /// The one that XCTest knows, from the first phone on.
  static let shared = {
    let observer = PhoneObserver()
    XCTestObservationCenter.shared.addTestObserver(observer)
    return observer
  }()

  /// The phones of the test that runs.
  let log = PhoneLog()

  func testCase(
    _ testCase: XCTestCase, didFailWithDescription description: String, inFile filePath: String?,
    atLine lineNumber: Int
  ) {
    if let story = log.tell() { print(story) }
  }

  func testCaseDidFinish(_ testCase: XCTestCase) { log.finish() }
}
