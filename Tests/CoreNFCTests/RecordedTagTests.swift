import CoreNFC
import CoreNFCTesting
import Foundation
import Testing

/// Tags of traces, dumps and captures, and traces of runs.
@Suite(.phone) struct RecordedTagTests {
  private static let root: URL = {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { url.deleteLastPathComponent() }
    return url
  }()

  /// The trace was recorded by a reader that reads the memory in steps of four pages from page 0 on; the
  /// phone begins at the same place and goes on as it likes.
  @Test(
    "A recorded tag is read",
    arguments: [
      ("type2-then-payment.trace", 1), ("type4-chain.trace", 1),
    ])
  func readsRecordedTags(file: String, number: Int) async throws {
    let path = Self.root.appendingPathComponent("Traces/\(file)").path
    let phone = TestPhone()
    let reader = MessageReaderWriter()
    reader.start(.read)
    phone.hold(try TestTag(file: path, number: number))
    try await phone.sessionEnds()
    #expect(reader.readMessage != nil, "\(phone.story)")
  }

  @Test func desfireOfATraceIsOne() async throws {
    let path = Self.root.appendingPathComponent("Traces/desfire.trace").path
    let phone = TestPhone()
    let reader = ApplicationReader()
    reader.start()
    phone.hold(try TestTag(file: path))
    try await phone.until("the card is found") { reader.met.count > 1 }
    #expect(reader.met[1] == "miFare 4", "\(phone.story)")
    phone.userCancels()
    try await phone.sessionEnds()
  }

  /// A run is a trace: what was written in one is read from it in the next.
  @Test func runIsATraceThatPlaysAgain() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("runs-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for card in ["ntag213", "type4", "felica-lite-s"] {
      let path = folder.appendingPathComponent("\(card).trace").path
      let phone = TestPhone()
      let reader = MessageReaderWriter()
      reader.start(.read)
      phone.hold(try TestTag(card: card))
      try await phone.sessionEnds()
      try phone.writeTrace(to: path)
      let second = TestPhone()
      let again = MessageReaderWriter()
      again.start(.read)
      second.hold(try TestTag(file: path))
      try await second.sessionEnds()
      #expect(again.readMessage == reader.readMessage, "\(second.story)")
    }
  }

  /// Whatever a phone finds in a trace can be written to, and holds what was written.
  @Test(
    "Tags of a trace are written", arguments: ["ntag213", "type4", "felica-lite-s", "icode-slix"])
  func writesToRecordedTags(card: String) async throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("written-\(getpid())-\(card).trace").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let live =
      card == "icode-slix"
      ? try TestTag(
        describedBy: "model icode-slix\nuid E004010012345678\nndef https://nfctrace.example/v")
      : try TestTag(card: card)
    let phone = TestPhone()
    let reader = MessageReaderWriter()
    reader.start(.read)
    phone.hold(live)
    try await phone.sessionEnds()
    try phone.writeTrace(to: path)

    // 47 bytes: more blocks than were read.
    let message = NFCNDEFMessage(records: [
      try #require(
        NFCNDEFPayload.wellKnownTypeURIPayload(
          string: "https://nfctrace.example/a-longer-address/than-before"))
    ])
    let recorded = try TestTag(file: path)
    let second = TestPhone()
    let writer = MessageReaderWriter()
    writer.start(.write(message))
    second.hold(recorded)
    try await second.sessionEnds()
    #expect(recorded.message == message, "\(second.story)")

    let third = TestPhone()
    let again = MessageReaderWriter()
    again.start(.read)
    third.hold(recorded)
    try await third.sessionEnds()
    #expect(again.readMessage == message, "\(third.story)")
  }

  /// In the recording a write to block 1 was answered with error 12: it is locked.
  @Test func blocksThatWereLockedStayLocked() async throws {
    let path = Self.root.appendingPathComponent("Traces/type5.trace").path
    let phone = TestPhone()
    let writer = MessageReaderWriter()
    let tag = try TestTag(file: path)
    writer.start(
      .write(
        NFCNDEFMessage(records: [
          try #require(NFCNDEFPayload.wellKnownTypeURIPayload(string: "https://nfctrace.example"))
        ])))
    phone.hold(tag)
    try await phone.sessionEnds()
    #expect(phone.story.contains("error 401"), "\(phone.story)")
  }

  @Test func failureTellsTheStoryAndLeavesTheTrace() async throws {
    let phone = TestPhone()
    let reader = MessageReaderWriter()
    reader.start(.read)
    let failure = await #expect(throws: PhoneFailure.self) {
      try await phone.alert(containing: "Read 7 records", timeout: 0.05)
    }
    #expect(failure?.description.contains("the app begins an NDEF session") == true)
    let trace = try #require(failure?.trace)
    #expect(FileManager.default.fileExists(atPath: trace))
    try FileManager.default.removeItem(atPath: trace)
    phone.userCancels()
    try await phone.sessionEnds()
  }

  @Test func unknownFilesAndCardsAreSaid() throws {
    #expect(throws: TestInputError.self) { try TestTag(card: "ntag999") }
    let trace = Self.root.appendingPathComponent("Traces/desfire.trace").path
    #expect(throws: TestInputError.self) { try TestTag(file: trace, number: 9) }
    #expect(throws: (any Error).self) { try TestTag(file: "/nowhere.trace") }
  }

  @Test(
    "A tap in the background opens a link, or does nothing",
    arguments: [
      ("ndef https://nfctrace.example/a", "https://nfctrace.example/a"),
      ("ndef tel:+4930123456", "tel:+4930123456"),
      ("ndef myapp://open", nil),
      // A Text record alone: D1 01 05 54, 02 "en" "hi".
      ("message D1010554 02656E6869", nil),
      ("memory 0300FE00", nil),
    ])
  func readsInTheBackground(line: String, link: String?) throws {
    let phone = TestPhone()
    let tap = phone.tapInBackground(
      try TestTag(describedBy: "model ntag213\nuid 04A1B2C3D4E5F6\n\(line)"))
    switch tap {
    case .activity(let activity):
      #expect(activity.activityType == NSUserActivityTypeBrowsingWeb)
      #expect(activity.webpageURL?.absoluteString == link)
      #expect(activity.ndefMessagePayload.records.count == 1)
    case .nothing(let reason):
      #expect(link == nil, "\(reason)")
    }
  }

  /// D1 begins and ends a message with a short well-known record, 91 begins one, 51 ends it; 14 is in
  /// between of a name of one's own. Codes of a URI record: 00 nothing, 04 "https://", 05 "tel:".
  @Test(
    "The first link of a message counts, whatever stands before it",
    arguments: [
      // A Text record, and then a link.
      ("9101055402656E6869 51010A5504612E6578616D706C65", "https://a.example"),
      // Android's record, as tags for both have it, first.
      (
        "940F0361 6E64726F69642E636F6D3A706B67 612E62 51010A5504612E6578616D706C65",
        "https://a.example"
      ),
      // A link of an app's own before one that opens: the first one counts.
      ("91010855006D796170703A2F 51010A5504612E6578616D706C65", nil),
      ("D101055505313233 34", "tel:1234"),
      ("D1010855 00736D733A313233", "sms:123"),
      ("D1010C55 006D61696C746F3A6140622E", "mailto:a@b."),
      ("D1010E55 006661636574696D653A3A3132 33", "facetime::123"),
    ] as [(String, String?)])
  func firstLinkCounts(message: String, link: String?) throws {
    let phone = TestPhone()
    let bytes = message.filter { $0 != " " }
    let tag = try TestTag(
      describedBy: "model ntag213\nuid 04A1B2C3D4E5F6\nmessage \(bytes)")
    switch phone.tapInBackground(tag) {
    case .activity(let activity): #expect(activity.webpageURL?.absoluteString == link)
    case .nothing(let reason): #expect(link == nil, "\(reason)")
    }
  }

  @Test func activityWithoutATagHasOneEmptyRecord() {
    let activity = NSUserActivity(activityType: "example")
    #expect(activity.ndefMessagePayload.records.map(\.typeNameFormat) == [.empty])
  }

  @Test func backgroundReadingWaitsForASessionsEnd() async throws {
    let phone = TestPhone()
    let reader = MessageReaderWriter()
    reader.start(.read)
    guard case .nothing(let reason) = phone.tapInBackground(try TestTag(card: "ntag213")) else {
      Issue.record("a session runs")
      return
    }
    #expect(reason.contains("session"))
    phone.userCancels()
    try await phone.sessionEnds()
    // The same while Wallet, or another app, uses the radio.
    phone.systemIsBusy()
    guard case .nothing(let other) = phone.tapInBackground(try TestTag(card: "ntag213")) else {
      Issue.record("the radio is in use")
      return
    }
    #expect(other.contains("in use"))
    phone.systemIsBusy(false)
    guard case .activity = phone.tapInBackground(try TestTag(card: "ntag213")) else {
      Issue.record("the radio is free")
      return
    }
  }
}
