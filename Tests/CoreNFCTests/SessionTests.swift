import CoreNFC
import CoreNFCTesting
import Foundation
import Testing

/// What sessions do, asked with a delegate that notes everything.
@Suite(.phone) struct SessionTests {
  @Test func appGoesToTheBackground() async throws {
    let phone = TestPhone()
    let recorder = SessionRecorder()
    recorder.begin()
    phone.appGoesToBackground()
    #expect(
      try await phone.sessionEnds()
        == .readerSessionInvalidationErrorSessionTerminatedUnexpectedly)
    #expect(recorder.calls == ["active", "over 202"])
  }

  @Test func systemIsBusy() async throws {
    let phone = TestPhone()
    phone.systemIsBusy()
    let recorder = SessionRecorder()
    recorder.begin()
    #expect(try await phone.sessionEnds() == .readerSessionInvalidationErrorSystemIsBusy)
    #expect(recorder.calls == ["over 203"])
  }

  @Test func secondSessionIsRefusedAndTheFirstGoesOn() async throws {
    let phone = TestPhone()
    let (first, second) = (SessionRecorder(), SessionRecorder())
    first.begin()
    second.begin()
    #expect(try await phone.sessionEnds() == .readerSessionInvalidationErrorSystemIsBusy)
    #expect(second.calls == ["over 203"])
    #expect(first.session?.isReady == true)
    phone.userCancels()
    try await phone.sessionEnds()
    #expect(first.calls == ["active", "over 200"])
  }

  /// The queue is held back, so that the delegate has not heard of the end when the next one begins.
  @Test func sessionBegunBeforeTheLastHasToldItsEndIsRefused() async throws {
    let phone = TestPhone()
    let (first, second) = (SessionRecorder(), SessionRecorder())
    first.begin()
    try await phone.settle()
    first.queue.suspend()
    first.session?.invalidate()
    second.begin()
    try await phone.until("the second session ends") { second.calls == ["over 203"] }
    first.queue.resume()
    try await phone.until("the first session ends") { first.calls == ["active", "over 200"] }
  }

  @Test func deadSessionStaysDead() async throws {
    let phone = TestPhone()
    let recorder = SessionRecorder()
    recorder.begin()
    recorder.session?.invalidate()
    try await phone.sessionEnds()
    phone.hold(try TestTag(card: "ntag213"))
    recorder.session?.begin()
    recorder.session?.restartPolling()
    try await phone.settle()
    #expect(recorder.calls == ["active", "over 200"])
    #expect(recorder.session?.isReady == false)
  }

  @Test func sessionIsKeptAliveWhileItRuns() async throws {
    let phone = TestPhone()
    let recorder = SessionRecorder()
    recorder.begin()
    recorder.session = nil
    phone.hold(try TestTag(card: "ntag213"))
    try await phone.until("the tag is found") { recorder.tags.count == 1 }
    phone.userCancels()
    try await phone.sessionEnds()
  }

  @Test func everythingIsToldOnTheSessionsQueue() async throws {
    let phone = TestPhone()
    let recorder = SessionRecorder()
    recorder.begin()
    phone.hold(try TestTag(card: "ntag213"))
    try await phone.until("the tag is found") { recorder.tags.count == 1 }
    recorder.session?.connect(to: recorder.tags[0]) { _ in
      dispatchPrecondition(condition: .onQueue(recorder.queue))
      recorder.calls.append("connected")
    }
    try await phone.until("it is connected") { recorder.calls.contains("connected") }
    phone.userCancels()
    try await phone.sessionEnds()
  }

  @Test(
    "Files that lack something",
    arguments: [
      (TestApp(formats: nil), 2), (TestApp(formats: ["NDEF"]), 2), (TestApp(formats: []), 2),
    ])
  func entitlementIsNeeded(app: TestApp, code: Int) async throws {
    let phone = TestPhone(app)
    let recorder = SessionRecorder()
    recorder.begin()
    #expect(try await phone.sessionEnds().rawValue == code)
    #expect(phone.story.contains("Missing required entitlement"))
  }

  /// iOS ends such an app. Here the test is told.
  @Test func missingUsageDescriptionEndsTheApp() async throws {
    let phone = TestPhone(TestApp(usageDescription: nil))
    SessionRecorder().begin()
    let failure = await #expect(throws: PhoneFailure.self) {
      try await phone.sessionEnds(timeout: 0.1)
    }
    #expect(failure?.message.contains("NFCReaderUsageDescription") == true)
  }

  @Test func tagsOfTheRoundBeforeAreNoLongerValid() async throws {
    let phone = TestPhone()
    let recorder = SessionRecorder()
    recorder.begin()
    phone.hold(try TestTag(card: "ntag213"))
    try await phone.until("the tag is found") { recorder.tags.count == 1 }
    let old = recorder.tags[0]
    recorder.session?.restartPolling()
    #expect(old.isAvailable == false)
    try await phone.until("it is found again") {
      recorder.calls.filter { $0 == "found 1" }.count == 2
    }
    #expect(recorder.tags[0].isAvailable)
    #expect(
      try await recorder.error { recorder.session?.connect(to: old, completionHandler: $0) } == 104)
    phone.userCancels()
    try await phone.sessionEnds()
  }

  @Test func connectingAnotherTagHaltsTheFirst() async throws {
    let phone = TestPhone()
    let recorder = SessionRecorder()
    recorder.begin()
    phone.hold(try TestTag(card: "ntag213"), try TestTag(card: "ntag215"))
    try await phone.until("both are found") { recorder.tags.count == 2 }
    let tags = recorder.tags
    #expect(
      try await recorder.error { recorder.session?.connect(to: tags[0], completionHandler: $0) }
        == nil)
    #expect(tags[0].isAvailable)
    #expect(tags[1].isAvailable == false)
    #expect(try await recorder.error { recorder.read(tags[1], $0) } == 104)
    #expect(
      try await recorder.error { recorder.session?.connect(to: tags[1], completionHandler: $0) }
        == nil)
    #expect(tags[0].isAvailable == false)
    #expect(try await recorder.error { recorder.read(tags[0], $0) } == 104)
    #expect(try await recorder.error { recorder.read(tags[1], $0) } == nil)
    recorder.session?.invalidate()
    try await phone.sessionEnds()
    #expect(try await recorder.error { recorder.read(tags[1], $0) } == 103)
    #expect(
      try await recorder.error { recorder.session?.connect(to: tags[1], completionHandler: $0) }
        == 103)
  }

  @Test func tagOfAnotherSessionIsRefused() async throws {
    let phone = TestPhone()
    let (first, second) = (SessionRecorder(), SessionRecorder())
    first.begin()
    let card = try TestTag(card: "ntag213")
    phone.hold(card)
    try await phone.until("the tag is found") { first.tags.count == 1 }
    first.session?.invalidate()
    try await phone.sessionEnds()
    second.begin()
    try await phone.until("the tag is found again") { second.tags.count == 1 }
    let foreign = first.tags[0]
    #expect(
      try await second.error { second.session?.connect(to: foreign, completionHandler: $0) } == 3)
    phone.userCancels()
    try await phone.sessionEnds()
  }

  @Test func tagThatLeavesIsLost() async throws {
    let phone = TestPhone()
    let recorder = SessionRecorder()
    let card = try TestTag(card: "ntag213")
    recorder.begin()
    phone.hold(card)
    try await phone.until("the tag is found") { recorder.tags.count == 1 }
    let tag = recorder.tags[0]
    #expect(
      try await recorder.error { recorder.session?.connect(to: tag, completionHandler: $0) } == nil)
    phone.remove(card)
    #expect(tag.isAvailable == false)
    #expect(try await recorder.error { recorder.read(tag, $0) } == 100)
    phone.hold(card)
    recorder.session?.restartPolling()
    try await phone.until("it is found again") { recorder.tags.first?.isAvailable == true }
    phone.userCancels()
    try await phone.sessionEnds()
  }

  /// What NTAG213's data sheet says of a page behind the last one: NAK, and the tag waits to be selected
  /// again.
  @Test func refusedCommandIsAnErrorAndSilenceFollows() async throws {
    let phone = TestPhone()
    let recorder = SessionRecorder()
    recorder.begin()
    phone.hold(try TestTag(card: "ntag213"))
    try await phone.until("the tag is found") { recorder.tags.count == 1 }
    guard case .miFare(let tag) = recorder.tags[0] else {
      Issue.record("not MIFARE")
      return
    }
    let found = recorder.tags[0]
    #expect(
      try await recorder.error { recorder.session?.connect(to: found, completionHandler: $0) }
        == nil)
    let send = { (hex: String, done: @escaping (Error?) -> Void) in
      tag.sendMiFareCommand(commandPacket: Data(hex: hex)) { done($1) }
    }
    #expect(try await recorder.error { send("30F0", $0) } == 102)
    #expect(try await recorder.error { send("3000", $0) } == 100)
    #expect(
      try await recorder.error { recorder.session?.connect(to: found, completionHandler: $0) }
        == nil)
    #expect(try await recorder.error { send("3000", $0) } == nil)
    // With its CRC_A behind it, which is 26 EE in the order in which it is sent.
    #expect(try await recorder.error { send("300426EE", $0) } == nil)
    #expect(try await recorder.error { send("3004EE26", $0) } == 102)
    phone.userCancels()
    try await phone.sessionEnds()
  }

  @Test(
    "Writing says what is in its way",
    arguments: [
      ("model type4\nuid 04112233445566\nats 0575778102\nwritable no", 10, 400),
      ("model type4\nuid 04112233445566\nats 0575778102\ncapacity 20", 19, 402),
      ("model type4\nuid 04112233445566\nats 0575778102\ncapacity 20", 18, 0),
    ])
  func writingFails(card: String, length: Int, code: Int) async throws {
    let phone = TestPhone(TestApp(selectIdentifiers: ["D2760000850101"]))
    let recorder = SessionRecorder()
    recorder.begin()
    phone.hold(try TestTag(describedBy: card))
    try await phone.until("the tag is found") { recorder.tags.count == 1 }
    guard case .iso7816(let tag) = recorder.tags[0] else {
      Issue.record("not ISO 7816")
      return
    }
    let found = recorder.tags[0]
    let message = NFCNDEFMessage(records: [
      NFCNDEFPayload(
        format: .unknown, type: Data(), identifier: Data(),
        payload: Data(repeating: 1, count: length - 3))
    ])
    _ = try await recorder.error { recorder.session?.connect(to: found, completionHandler: $0) }
    #expect(
      try await recorder.error { tag.writeNDEF(message, completionHandler: $0) } ?? 0 == code)
    phone.userCancels()
    try await phone.sessionEnds()
  }

  @Test("A lock is for good", arguments: ["ntag213", "type4", "felica-lite-s"])
  func locks(card: String) async throws {
    let phone = TestPhone(TestApp(selectIdentifiers: ["D2760000850101"], systemCodes: ["12FC"]))
    let recorder = SessionRecorder()
    recorder.option = [.iso14443, .iso18092]
    recorder.begin()
    phone.hold(try TestTag(card: card))
    try await phone.until("the tag is found") { recorder.tags.count == 1 }
    let found = recorder.tags[0]
    let tag = recorder.ndef(found)
    _ = try await recorder.error { recorder.session?.connect(to: found, completionHandler: $0) }
    #expect(
      try await recorder.error { tag.writeLock(completionHandler: $0) } == nil, "\(phone.story)")
    #expect(try await tag.queryNDEFStatus().0 == .readOnly)
    #expect(try await recorder.error { tag.writeLock(completionHandler: $0) } == 400)
    phone.userCancels()
    try await phone.sessionEnds()
  }
}
