import CoreNFC
import CoreNFCTesting
import Foundation
import Testing

/// A program that reads and writes with a delegate.
@Suite(.phone) struct MessageTests {
  @Test("A message is read from every kind of tag", arguments: cards)
  func reads(card: String) async throws {
    let phone = TestPhone()
    let reader = MessageReaderWriter()
    reader.start(.read)
    phone.hold(try TestTag(card: card))
    #expect(try await phone.sessionEnds() == .readerSessionInvalidationErrorUserCanceled)
    #expect(
      reader.calls == ["didBecomeActive", "didDetect 1", "connected", "didInvalidate 200"])
    #expect(
      reader.readMessage?.records.first?.wellKnownTypeURIPayload()?.absoluteString
        == "https://nfctrace.example/\(card == "desfire-ndef" ? "desfire" : card)")
    #expect(phone.alertMessages == ["Hold your iPhone near a tag.", "Read 1 records."])
  }

  /// DESFire, Type 4 of both types, Type 3, two sizes of Type 2.
  static let cards = [
    "ntag213", "ntag215", "type4", "type4b", "felica-lite-s", "desfire-ndef",
  ]

  @Test("A message is written, and is there afterwards", arguments: cards)
  func writes(card: String) async throws {
    let phone = TestPhone()
    let tag = try TestTag(card: card)
    let record = try #require(NFCNDEFPayload.wellKnownTypeURIPayload(string: "https://a.example/"))
    let message = NFCNDEFMessage(records: [record])
    let writer = MessageReaderWriter()
    writer.start(.write(message))
    phone.hold(tag)
    try await phone.sessionEnds()
    #expect(phone.alertMessages.last == "Written.", "\(phone.story)")
    #expect(tag.message == message)
  }

  /// The TLV 03, its length, the record D1 01 0B 55, "https://" as 04, "a.example/", a terminator:
  /// worked out by hand from the NFC Forum's NDEF and URI record types.
  @Test func writesTheVeryBytes() async throws {
    let phone = TestPhone()
    let tag = try TestTag(card: "ntag213")
    let record = try #require(NFCNDEFPayload.wellKnownTypeURIPayload(string: "https://a.example/"))
    let writer = MessageReaderWriter()
    writer.start(.write(NFCNDEFMessage(records: [record])))
    phone.hold(tag)
    try await phone.sessionEnds()
    #expect(tag.memory(16..<34) == "030FD1010B5504612E6578616D706C652FFE")
  }

  /// An NTAG213 has 144 bytes of data, of which tag and length take two.
  @Test func saysWhatFits() async throws {
    let phone = TestPhone()
    let writer = MessageReaderWriter()
    writer.start(.write(message(ofLength: 143)))
    phone.hold(try TestTag(card: "ntag213"))
    try await phone.sessionEnds()
    #expect(writer.calls.contains("status 2, 142"))
    #expect(phone.alertMessages.last == "The tag is too small.")
  }

  @Test func fillsTheTagToItsLastByte() async throws {
    let phone = TestPhone()
    let tag = try TestTag(card: "ntag213")
    let message = message(ofLength: 142)
    let writer = MessageReaderWriter()
    writer.start(.write(message))
    phone.hold(tag)
    try await phone.sessionEnds()
    #expect(phone.alertMessages.last == "Written.", "\(phone.story)")
    #expect(tag.message == message)
  }

  @Test func saysThatTheTagIsReadOnly() async throws {
    let phone = TestPhone()
    let writer = MessageReaderWriter()
    writer.start(.write(message(ofLength: 20)))
    // A Type 4 tag whose container forbids to write.
    phone.hold(
      try TestTag(
        describedBy: """
          model     type4
          uid       04112233445566
          ats       0575778102
          ndef      https://nfctrace.example/
          writable  no
          """))
    try await phone.sessionEnds()
    #expect(phone.alertMessages.last == "The tag is read-only.")
  }

  @Test func tellsAnEmptyTagFromABrokenOne() async throws {
    let phone = TestPhone()
    let reader = MessageReaderWriter()
    reader.start(.read)
    phone.hold(
      try TestTag(describedBy: "model ntag213\nuid 04A1B2C3D4E5F6\nmemory 0300FE00"))
    try await phone.sessionEnds()
    #expect(phone.alertMessages.last == "The tag is empty.")
  }

  @Test func asksForOneTagOnly() async throws {
    let phone = TestPhone()
    let (first, second) = (try TestTag(card: "ntag213"), try TestTag(card: "type4"))
    let reader = MessageReaderWriter()
    reader.start(.read)
    phone.hold(first, second)
    try await phone.alert(containing: "More than one tag")
    phone.remove(second)
    try await phone.sessionEnds()
    #expect(reader.calls[1] == "didDetect 2")
    #expect(reader.calls.suffix(3) == ["didDetect 1", "connected", "didInvalidate 200"])
    #expect(reader.readMessage?.records.count == 1)
  }

  @Test func waitsUntilTheTagLeaves() async throws {
    let phone = TestPhone()
    let tag = try TestTag(card: "ntag213")
    let reader = MessageReaderWriter()
    reader.start(.waitForRemoval)
    phone.hold(tag)
    try await phone.until("the app has looked three times") { reader.presenceChecks >= 3 }
    phone.remove(tag)
    try await phone.until("the app sees it leave") { reader.calls.last == "removed" }
    phone.userCancels()
    #expect(try await phone.sessionEnds() == .readerSessionInvalidationErrorUserCanceled)
  }

  /// A Type 2 tag is written page by page: behind four exchanges the old length is 0 and the new one
  /// is not there yet, so that the tag holds no message.
  @Test func bearsATagThatIsTornAway() async throws {
    let phone = TestPhone()
    let tag = try TestTag(card: "ntag213")
    tag.tear(afterExchanges: 7)
    let writer = MessageReaderWriter()
    writer.start(.write(message(ofLength: 60)))
    phone.hold(tag)
    try await phone.sessionEnds()
    #expect(phone.alertMessages.last == "Writing failed: Tag connection lost", "\(phone.story)")
    phone.remove(tag)
    #expect(tag.memory(16..<18) == "0300")
  }

  @Test func hearsThatTheUserCancels() async throws {
    let phone = TestPhone()
    let reader = MessageReaderWriter()
    reader.start(.read)
    phone.userCancels()
    #expect(try await phone.sessionEnds() == .readerSessionInvalidationErrorUserCanceled)
    #expect(reader.calls == ["didBecomeActive", "didInvalidate 200"])
  }

  @Test func hearsThatTheTimeIsOver() async throws {
    let phone = TestPhone()
    let reader = MessageReaderWriter()
    reader.start(.read)
    phone.wait(seconds: 59.9)
    try await phone.settle()
    #expect(reader.calls == ["didBecomeActive"])
    phone.wait(seconds: 0.2)
    #expect(try await phone.sessionEnds() == .readerSessionInvalidationErrorSessionTimeout)
    #expect(reader.calls == ["didBecomeActive", "didInvalidate 201"])
  }

  @Test func asksWhetherTheDeviceCanRead() {
    let phone = TestPhone(withoutNFC: TestApp())
    let reader = MessageReaderWriter()
    reader.start(.read)
    #expect(reader.calls == ["not available"])
    #expect(phone.ends.isEmpty)
  }

  /// A record without type and id takes a byte of flags, two lengths (the second of four bytes from
  /// 256 on) and its payload.
  private func message(ofLength length: Int) -> NFCNDEFMessage {
    let message = NFCNDEFMessage(records: [
      NFCNDEFPayload(
        format: .unknown, type: Data(), identifier: Data(),
        payload: Data(repeating: 0xA5, count: length - 3))
    ])
    #expect(message.length == length)
    return message
  }
}
