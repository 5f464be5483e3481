import CoreNFC
import CoreNFCTesting
import Foundation
import Testing

/// The other programs.
@Suite(.phone) struct ProgramTests {
  // Closures in a model.

  @Test func modelReads() async throws {
    let phone = TestPhone()
    let model = ScannerModel()
    var result: Result<[String], Error>?
    model.scan { result = result ?? $0 }
    phone.hold(try TestTag(card: "type4"))
    try await phone.sessionEnds()
    #expect(try result?.get() == ["https://nfctrace.example/type4"])
  }

  @Test func modelWritesAndReadsAgain() async throws {
    let phone = TestPhone()
    let tag = try TestTag(card: "ntag215")
    let model = ScannerModel()
    model.scan(writing: "Grüße") { _ in }
    phone.hold(tag)
    try await phone.sessionEnds()
    phone.remove(tag)
    var lines: [String] = []
    model.scan { if case .success(let items) = $0 { lines = items } }
    phone.hold(tag)
    try await phone.sessionEnds()
    #expect(lines == ["Grüße [en]"])
  }

  // Links, read once.

  @Test func linkIsReadOnceAndThatIsNoFailure() async throws {
    let phone = TestPhone()
    let reader = LinkReader()
    reader.start(once: true)
    phone.hold(try TestTag(card: "ntag213"))
    #expect(try await phone.sessionEnds() == .readerSessionInvalidationErrorFirstNDEFTagRead)
    #expect(reader.links.map(\.absoluteString) == ["https://nfctrace.example/ntag213"])
    #expect(reader.errors == [204])
  }

  @Test func linksAreReadAsLongAsTagsCome() async throws {
    let phone = TestPhone()
    let reader = LinkReader()
    let tag = try TestTag(card: "ntag213")
    reader.start(once: false)
    phone.hold(tag)
    try await phone.until("the link is read") { reader.links.count == 1 }
    reader.session?.restartPolling()
    try await phone.settle()
    #expect(reader.links.count == 1)
    phone.remove(tag)
    phone.hold(tag)
    try await phone.until("the link is read again") { reader.links.count == 2 }
    phone.hold(try TestTag(card: "type4"))
    try await phone.until("another link is read") { reader.links.count == 3 }
    #expect(phone.ends.isEmpty)
    reader.session?.invalidate()
    try await phone.sessionEnds()
    #expect(reader.errors == [200])
  }

  @Test func legacyEntitlementIsEnoughForMessages() async throws {
    let phone = TestPhone(TestApp(formats: ["NDEF"]))
    let reader = LinkReader()
    reader.start(once: true)
    phone.hold(try TestTag(card: "ntag213"))
    try await phone.sessionEnds()
    #expect(reader.links.count == 1)
  }

  // FeliCa.

  @Test func transitCardTellsItsNumber() async throws {
    let phone = TestPhone(TestApp(systemCodes: ["0003", "88B4"]))
    let reader = TransitCardReader()
    reader.readsBlocks = true
    reader.scan()
    phone.hold(try TestTag(card: "felica-lite-s"))
    try await phone.sessionEnds()
    #expect(reader.idm == "012e4a3b2c1d0e9f")
    #expect(reader.systemCode == "88b4")
    #expect(reader.blocks.count == 2)
    // Block 0 of a Type 3 tag begins with the mapping's version, 1.0.
    #expect(reader.blocks.first?.first == 0x10)
    #expect(phone.commands() == ["06012E4A3B2C1D0E9F010B000280008001"])
  }

  @Test func firstListedSystemThatAnswersCounts() async throws {
    for (codes, expected) in [(["12FC", "88B4"], "12fc"), (["88B4", "12FC"], "88b4")] {
      let phone = TestPhone(TestApp(systemCodes: codes))
      let reader = TransitCardReader()
      reader.scan()
      phone.hold(try TestTag(card: "felica-lite-s"))
      try await phone.sessionEnds()
      #expect(reader.systemCode == expected)
    }
  }

  @Test func cardOfAnotherSystemIsNotSeen() async throws {
    let phone = TestPhone(TestApp(systemCodes: ["0003"]))
    let reader = TransitCardReader()
    reader.scan()
    phone.hold(try TestTag(card: "felica-lite-s"))
    phone.wait(seconds: 61)
    #expect(try await phone.sessionEnds() == .readerSessionInvalidationErrorSessionTimeout)
    #expect(reader.idm == nil)
    #expect(phone.story.contains("none of the listed systems"))
  }

  @Test("A system has to be listed, and may not be any", arguments: [[], ["FFFF"], ["00FF"]])
  func systemsAreChecked(codes: [String]) async throws {
    let phone = TestPhone(TestApp(systemCodes: codes))
    let reader = TransitCardReader()
    reader.scan()
    #expect(try await phone.sessionEnds() == .readerErrorSecurityViolation)
    #expect(reader.errors.first?.code == .readerErrorSecurityViolation)
  }

  // ISO 7816.

  @Test func firstListedApplicationIsSelected() async throws {
    let phone = TestPhone(
      TestApp(selectIdentifiers: ["A0000002471001", "d2760000850101", "D2760000850100"]))
    let reader = ApplicationReader()
    let container = try #require(NFCISO7816APDU(data: Data([0, 0xA4, 0, 0x0C, 2, 0xE1, 0x03])))
    let read = NFCISO7816APDU(
      instructionClass: 0, instructionCode: 0xB0, p1Parameter: 0, p2Parameter: 0, data: Data(),
      expectedResponseLength: 2)
    reader.start([container, read])
    phone.hold(try TestTag(card: "type4"))
    try await phone.sessionEnds()
    #expect(reader.met == ["active", "iso7816 D2760000850101", "over 200"])
    // The container's own length.
    #expect(reader.answers == [" 9000", "000F 9000"])
    #expect(phone.commands() == ["00A4000C02E103", "00B0000002"])
  }

  @Test func applicationListDecidesTheClass() async throws {
    for (list, expected) in [(["D2760000850101"], "iso7816 D2760000850101"), ([], "miFare 4")] {
      let phone = TestPhone(TestApp(selectIdentifiers: list))
      let reader = ApplicationReader()
      reader.start()
      phone.hold(try TestTag(card: "desfire-ndef"))
      try await phone.sessionEnds()
      #expect(reader.met[1] == expected)
    }
  }

  @Test func cardWithoutAListedApplicationIsNotSeen() async throws {
    let phone = TestPhone(TestApp(selectIdentifiers: ["A0000002471001"]))
    let reader = ApplicationReader()
    reader.start()
    phone.hold(try TestTag(card: "type4"))
    try await phone.settle()
    #expect(reader.met == ["active"])
    phone.userCancels()
    try await phone.sessionEnds()
  }

  @Test(
    "What is not listed is not selected",
    arguments: [
      "00A4040007A000000247100100", "00A4040000", "00A4040007A000000004101000",
    ])
  func unlistedSelectIsRefused(command: String) async throws {
    let phone = TestPhone(
      TestApp(selectIdentifiers: ["D2760000850101", "A0000000041010"]))
    let reader = ApplicationReader()
    reader.start([try #require(NFCISO7816APDU(data: Data(hex: command)))])
    phone.hold(try TestTag(card: "type4"))
    try await phone.sessionEnds()
    #expect((reader.lastError as? NFCReaderError)?.code == .readerErrorSecurityViolation)
    #expect(phone.commands().isEmpty)
    #expect(phone.alertMessages.last == "Missing required entitlement")
  }

  @Test func paymentCardIsNotSelected() async throws {
    let phone = TestPhone(
      TestApp(selectIdentifiers: ["325041592E5359532E4444463031", "A0000000041010"]))
    let reader = ApplicationReader()
    reader.start()
    phone.hold(try TestTag(card: "payment"))
    try await phone.settle()
    #expect(reader.met == ["active"])
    #expect(phone.story.contains("A0000000041010 (Mastercard) is not selected"))
    phone.userCancels()
    try await phone.sessionEnds()
  }

  @Test func ultralightGivesItsPages() async throws {
    let phone = TestPhone()
    let reader = ApplicationReader()
    reader.start()
    phone.hold(try TestTag(card: "ntag213"))
    try await phone.sessionEnds()
    #expect(reader.met[1] == "miFare 2")
    // 03, the message's length, D1 01 and a length, 55 04, "nfctrace.": as the card file has it.
    #expect(reader.answers.first?.hasPrefix("03") == true)
    #expect(reader.answers.first?.count == 32)
    #expect(phone.commands() == ["3004"])
  }

  @Test func vicinityTagGivesItsBlocks() async throws {
    let phone = TestPhone()
    let reader = ApplicationReader()
    reader.start()
    phone.hold(
      try TestTag(
        describedBy: "model icode-slix\nuid E004010012345678\nndef https://nfctrace.example/v"))
    try await phone.sessionEnds()
    #expect(reader.met[1] == "iso15693 4")
    // 28 blocks of 4 bytes, of which the container takes one: 108 bytes are 13 eights.
    #expect(reader.answers == ["E1400D00"])
    // Flags: high rate and address; the UID goes last byte first.
    #expect(phone.commands() == ["222078563412000104E000"])
  }
}

extension Data {
  /// The bytes of hex that a test has written out.
  init(hex: String) {
    let digits = hex.compactMap(\.hexDigitValue)
    self.init(
      stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) })
  }
}
