import CoreNFC
import CoreNFCTesting
import Foundation
import Testing

/// Sessions for payment cards, passes and PACE, and the choice among what Info.plist lists.
@Suite(.phone) struct OtherSessionTests {
  @Test func paymentCardIsReadWhereThatIsAllowed() async throws {
    let app = TestApp(selectIdentifiers: ["325041592E5359532E4444463031", "A0000000041010"])
    let phone = TestPhone(app, paymentRegion: true)
    #expect(NFCPaymentTagReaderSession.readingAvailable)
    let recorder = SessionRecorder()
    recorder.session = NFCPaymentTagReaderSession(delegate: recorder, queue: recorder.queue)
    recorder.session?.begin()
    phone.hold(try TestTag(card: "payment"))
    try await phone.until("the card is found") { recorder.tags.count == 1 }
    guard case .iso7816(let tag) = recorder.tags[0] else {
      Issue.record("not ISO 7816")
      return
    }
    #expect(tag.initialSelectedAID == "325041592E5359532E4444463031")
    try await recorder.session?.connect(to: recorder.tags[0])
    let select = try #require(NFCISO7816APDU(data: Data(hex: "00A4040007A000000004101000")))
    let (data, sw1, sw2) = try await tag.sendCommand(apdu: select)
    #expect((sw1, sw2) == (0x90, 0x00))
    #expect(data.first == 0x6F)
    // Nothing says which form is wanted: it is the tuple, as on a phone.
    let plain = try await tag.sendCommand(apdu: select)
    #expect(plain.0 == data)
    let whole: NFCISO7816ResponseAPDU = try await tag.sendCommand(apdu: select)
    #expect(whole.payload == data)
    phone.userCancels()
    try await phone.sessionEnds()
  }

  @Test func paymentCardIsReadNowhereElse() async throws {
    let phone = TestPhone(TestApp(selectIdentifiers: ["A0000000041010"]))
    #expect(!NFCPaymentTagReaderSession.readingAvailable)
    let recorder = SessionRecorder()
    recorder.session = NFCPaymentTagReaderSession(delegate: recorder, queue: nil)
    recorder.session?.begin()
    #expect(try await phone.sessionEnds() == .readerErrorIneligible)
  }

  @Test func passesAreRefused() async throws {
    final class Wallet: NSObject, NFCVASReaderSessionDelegate {
      var codes: [Int] = []
      func readerSession(_ session: NFCVASReaderSession, didInvalidateWithError error: Error) {
        codes.append((error as NSError).code)
      }
      func readerSession(_ session: NFCVASReaderSession, didReceive responses: [NFCVASResponse]) {}
    }
    let phone = TestPhone()
    let wallet = Wallet()
    let configuration = NFCVASCommandConfiguration(
      vasMode: .normal, passTypeIdentifier: "pass.example", url: nil)
    let session = NFCVASReaderSession(
      vasCommandConfigurations: [configuration], delegate: wallet, queue: nil)
    session.begin()
    #expect(try await phone.sessionEnds() == .readerErrorUnsupportedFeature)
    #expect(wallet.codes == [1])
  }

  @Test func beingACardIsRefused() async {
    await #expect(throws: CardSession.Error.systemNotAvailable) { _ = try await CardSession() }
    await #expect(throws: NFCPresentmentIntentAssertion.Error.systemNotAvailable) {
      _ = try await NFCPresentmentIntentAssertion.acquire()
    }
    #expect(!CardSession.isSupported)
  }

  @Test("PACE needs its entitlement", arguments: [(["TAG"], 2), (["TAG", "PACE"], 200)])
  func paceNeedsItsEntitlement(formats: [String], code: Int) async throws {
    let phone = TestPhone(TestApp(formats: formats))
    let recorder = SessionRecorder()
    recorder.option = .pace
    recorder.begin()
    phone.hold(try TestTag(card: "ntag213"))
    try await phone.settle()
    phone.userCancels()
    #expect(try await phone.sessionEnds().rawValue == code)
    #expect(recorder.tags.isEmpty)
  }

  /// A configuration narrows the lists and never widens them, and one that is given with restartPolling
  /// holds for that round alone.
  @Test func configurationNarrowsTheLists() async throws {
    let phone = TestPhone(TestApp(systemCodes: ["88B4", "12FC"]))
    let recorder = SessionRecorder()
    recorder.session = NFCTagReaderSession(
      configuration: .init(pollingOption: .iso18092, feliCaSystemCodes: ["12FC", "0003"]),
      delegate: recorder, queue: recorder.queue)
    recorder.session?.begin()
    phone.hold(try TestTag(card: "felica-lite-s"))
    try await phone.until("the card is found") { recorder.calls.count == 2 }
    #expect(system(recorder) == "12fc")
    recorder.session?.restartPolling(
      configuration: .init(pollingOption: .iso18092, feliCaSystemCodes: ["88B4"]))
    try await phone.until("it is found again") { recorder.calls.count == 3 }
    #expect(system(recorder) == "88b4")
    recorder.session?.restartPolling()
    try await phone.until("it is found once more") { recorder.calls.count == 4 }
    #expect(system(recorder) == "12fc")
    phone.userCancels()
    try await phone.sessionEnds()
  }

  @Test func connectionMayBeLimited() async throws {
    let phone = TestPhone()
    phone.limitConnection(seconds: 20)
    let recorder = SessionRecorder()
    recorder.begin()
    phone.hold(try TestTag(card: "ntag213"))
    try await phone.until("the tag is found") { recorder.tags.count == 1 }
    try await recorder.session?.connect(to: recorder.tags[0])
    phone.wait(seconds: 19)
    #expect(phone.ends.isEmpty)
    phone.wait(seconds: 2)
    #expect(try await phone.sessionEnds() == .readerSessionInvalidationErrorSessionTimeout)
  }

  @Test func nothingIsPolledFor() {
    let recorder = SessionRecorder()
    #expect(NFCTagReaderSession(pollingOption: [], delegate: recorder) == nil)
    #expect(NFCTagReaderSession(pollingOption: .iso14443, delegate: recorder) != nil)
  }

  private func system(_ recorder: SessionRecorder) -> String? {
    guard case .feliCa(let tag)? = recorder.tags.first else { return nil }
    return tag.currentSystemCode.map { String(format: "%02x", $0) }.joined()
  }
}
