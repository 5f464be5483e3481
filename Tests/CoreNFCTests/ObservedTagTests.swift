import CoreNFC
import CoreNFCTesting
import Testing

/// What Apple's Foundation brings and Linux's has not, as far as readers of tags use it.
@Suite final class ObservedTagTests {
  private let turn: PhoneTurn
  init() async { turn = await PhoneTurn() }

  @Test func observableObjectReads() async throws {
    let phone = TestPhone()
    let reader = ObservedTagReader()
    reader.scan()
    #expect(reader.isScanning)
    phone.hold(
      try TestTag(describedBy: "model ntag213\nuid 04A1B2C3D4E5F6\nndef https://example.com/7"))
    try await phone.sessionEnds()
    try await phone.until("the button is back") { !reader.isScanning }
    #expect(reader.link == URL(string: "https://example.com/7"))
    #expect(phone.alertMessages == ["Hold tag number 1 to the phone.", "The tag was read."])
    #expect(reader.problems == 0)
  }

  /// A read error is caught as the `NSError` that it is on a phone.
  @Test func emptyTagIsToldByItsCode() async throws {
    let phone = TestPhone()
    let reader = ObservedTagReader()
    phone.hold(try TestTag(describedBy: "model ntag213\nuid 04A1B2C3D4E5F6\nmemory 0300FE00"))
    reader.scan()
    try await phone.sessionEnds()
    #expect(reader.problem == "The tag is empty.")
    #expect(reader.problems == 1)
  }

  @Test func newerWayObserves() {
    let state = ObservedState()
    var changes = 0
    withObservationTracking {
      _ = state.links
    } onChange: {
      changes += 1
    }
    state.links.append(URL(fileURLWithPath: "/"))
    #expect(changes == 1)
  }
}

/// An error is a value of Swift's and an `NSError`, in both directions.
@Suite struct ReaderErrorTests {
  @Test func isAnNSError() throws {
    let error: Error = NFCReaderError(.readerTransceiveErrorTagConnectionLost)
    let same = try #require(error as? NSError)
    #expect(same.domain == "NFCError" && same.code == 100)
    #expect(error is NSError)
    do {
      throw error
    } catch let caught as NSError where caught.code == 100 {
      #expect(caught.domain == NFCErrorDomain)
    }
  }

  /// As a test of an app makes one to hand it to a delegate.
  @Test func isMadeOfAnNSError() throws {
    let error: Error = NSError(
      domain: NFCErrorDomain, code: 102, userInfo: [NFCISO15693TagResponseErrorKey: 0x0F])
    let same = try #require(error as? NFCReaderError)
    #expect(same.code == .readerTransceiveErrorTagResponseError)
    #expect(same.userInfo[NFCISO15693TagResponseErrorKey] as? Int == 15)
    #expect((same.errorUserInfo[NFCISO15693TagResponseErrorKey] as? NSNumber)?.intValue == 15)
    #expect((NSError(domain: "Other", code: 102) as Error) as? NFCReaderError == nil)
  }

  @Test func isPrintedAsOne() {
    let error: Error = NFCReaderError(.readerSessionInvalidationErrorUserCanceled)
    #expect(
      "\(error)" == "Error Domain=NFCError Code=200 \"Session invalidated by user\" "
        + "UserInfo={NSLocalizedDescription=Session invalidated by user}")
  }
}
