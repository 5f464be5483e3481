import CoreNFC
import CoreNFCTesting
import Foundation
import Synchronization
import Testing

/// What lies between the beginning or the end of a session and the delegate's hearing of it.
@Suite final class ClosingTests {
  private let turn: PhoneTurn
  init() async { turn = await PhoneTurn() }

  /// On a phone the sheet leaves first, and by then an app has forgotten whom it told.
  @Test(arguments: 1...10) func appHasTimeToForget(round: Int) async throws {
    let phone = TestPhone()
    let told = Mutex<[Bool]>([])
    let teller = OnceTeller()
    phone.hold(try TestTag(card: "ntag213"))
    teller.read { result in
      told.withLock { $0.append((try? result.get()) == 16) }
    }
    #expect(try await phone.sessionEnds() == .readerSessionInvalidationErrorUserCanceled)
    #expect(told.withLock { $0 } == [true])
  }

  /// Nothing is held up where no sheet was shown.
  @Test func refusalIsToldAtOnce() async throws {
    let phone = TestPhone()
    phone.systemIsBusy()
    let told = Mutex<[Bool]>([])
    let teller = OnceTeller()
    teller.read { result in told.withLock { $0.append((try? result.get()) == nil) } }
    #expect(try await phone.sessionEnds() == .readerSessionInvalidationErrorSystemIsBusy)
    #expect(told.withLock { $0 } == [true])
  }

  /// A test that waits for the end of each of two sessions hears of both, in whichever order they came.
  @Test func everyEndIsWaitedFor() async throws {
    let phone = TestPhone()
    let (first, second) = (OnceTeller(), OnceTeller())
    first.read { _ in }
    second.read { _ in }
    phone.userCancels()
    let ends = [try await phone.sessionEnds(), try await phone.sessionEnds()]
    #expect(
      ends == [
        .readerSessionInvalidationErrorSystemIsBusy, .readerSessionInvalidationErrorUserCanceled,
      ])
    #expect(phone.ends == ends)
  }

  /// On a phone the sheet comes first, and by then an app has kept whom it is to tell.
  @Test(arguments: 1...5) func appHasTimeToKeep(round: Int) async throws {
    let phone = TestPhone()
    phone.hold(try TestTag(card: "ntag213"))
    let count = try await LateKeeper().read { Thread.sleep(forTimeInterval: 0.002) }
    #expect(count == 1)
    try await phone.sessionEnds()
  }
}
