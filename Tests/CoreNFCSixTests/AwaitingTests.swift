import CoreNFC
import CoreNFCTesting
import Testing

/// The forms that wait, in the newer language mode.
@Suite(.phone) @MainActor struct AwaitingTests {
  @Test(
    "What is waited for comes",
    arguments: [
      ("type4", ["144 0", "15 144"]), ("ntag213", ["2 142", "1", "16"]),
      ("felica-lite-s", ["0 0", "1"]),
    ])
  func waits(card: String, expected: [String]) async throws {
    let phone = TestPhone(
      TestApp(selectIdentifiers: ["D2760000850101"], systemCodes: ["12FC"]))
    phone.hold(try TestTag(card: card))
    let lines = try await AwaitingReader().read()
    #expect(lines == expected)
    try await phone.sessionEnds()
  }

  @Test func vicinityAnswers() async throws {
    let phone = TestPhone(TestApp(systemCodes: ["12FC"]))
    phone.hold(try TestTag(describedBy: "model icode-slix\nuid E004010012345678\nmemory 00"))
    #expect(try await AwaitingReader().read() == ["4 28", "2"])
    try await phone.sessionEnds()
  }

  @Test func errorsAreThrown() async throws {
    let phone = TestPhone(TestApp(systemCodes: ["12FC"]))
    phone.hold(
      try TestTag(describedBy: "model ntag213\nuid 04A1B2C3D4E5F6\nmemory 0300FE00"))
    do {
      _ = try await AwaitingReader().read()
      Issue.record("An empty tag has no message")
    } catch NFCReaderError.ndefReaderSessionErrorZeroLengthMessage {
      #expect(phone.commands(all: true).count > 0)
    }
    try await phone.sessionEnds()
  }

  @Test func mainQueueIsTheSessions() async throws {
    let phone = TestPhone()
    let reader = MainQueueReader()
    reader.scan()
    phone.hold(try TestTag(card: "ntag213"))
    try await phone.sessionEnds()
    #expect(reader.count == 1)
    #expect(reader.hasEnded)
  }

  /// Timers of the main run loop fire while a test waits, as they do on a phone.
  @Test func timersFire() async throws {
    let phone = TestPhone()
    let reader = ImpatientReader()
    reader.scan()
    #expect(try await phone.sessionEnds() == .readerSessionInvalidationErrorUserCanceled)
    #expect(reader.hasGivenUp)
    #expect(phone.alertMessages.last == "No tag came.")
  }

  @Test func isolatedDelegateHearsOnTheMainQueue() async throws {
    let phone = TestPhone()
    let reader = IsolatedReader()
    phone.hold(try TestTag(card: "ntag213"))
    reader.scan(on: .main)
    try await phone.sessionEnds()
    #expect(reader.count == 1)
  }
}
