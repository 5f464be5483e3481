import CoreNFC
import CoreNFCTesting
import Testing

@testable import TicketKit

@Suite(.phone) struct TicketTests {
  @Test func tornTag() async throws {
    let phone = TestPhone()
    let tag = try TestTag(card: "ntag213")
    tag.tear(afterExchanges: 5)
    let writer = TicketWriter()
    writer.write("4711")
    phone.hold(tag)
    try await phone.sessionEnds()
    #expect(phone.alertMessages.last == "Writing failed. Try again.")
    phone.remove(tag)
    #expect(tag.message == nil)
  }

  @Test func fullTag() async throws {
    let phone = TestPhone()
    let writer = TicketWriter()
    writer.write("4711")
    phone.hold(
      try TestTag(describedBy: "model type4\nuid 04112233445566\nats 0575778102\ncapacity 20"))
    try await phone.sessionEnds()
    #expect(phone.alertMessages.last == "This ticket has no room left.")
  }

  @Test func readOnlyTag() async throws {
    let phone = TestPhone()
    let tag = try TestTag(
      describedBy: "model type4\nuid 04112233445566\nats 0575778102\nwritable no")
    let writer = TicketWriter()
    writer.write("4711")
    phone.hold(tag)
    try await phone.sessionEnds()
    #expect(phone.alertMessages.last == "This ticket is closed.")
    #expect(tag.message == nil)
  }

  @Test func twoTags() async throws {
    let phone = TestPhone()
    let (mine, other) = (try TestTag(card: "ntag213"), try TestTag(card: "ntag215"))
    let writer = TicketWriter()
    writer.write("4711")
    phone.hold(mine, other)
    try await phone.alert(containing: "One ticket at a time")
    phone.remove(other)
    try await phone.sessionEnds()
    #expect(mine.message?.records.first?.wellKnownTypeURIPayload()?.lastPathComponent == "4711")
    #expect(other.message?.records.first?.wellKnownTypeURIPayload()?.lastPathComponent == "ntag215")
  }

  @Test func userCancels() async throws {
    let phone = TestPhone()
    let writer = TicketWriter()
    var errors: [Error?] = []
    writer.onFinish = { errors.append($0) }
    writer.write("4711")
    phone.userCancels()
    #expect(try await phone.sessionEnds() == .readerSessionInvalidationErrorUserCanceled)
    #expect(errors.count == 1 && errors[0] == nil)
  }
}
