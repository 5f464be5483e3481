import CoreNFC
import CoreNFCTesting
import Foundation
import Testing

/// Commands of FeliCa and ISO 15693, what they are answered, and what the phone does not send.
@Suite(.phone) struct CommandTests {
  @Test func felicaCommandsAreAnswered() async throws {
    let (phone, tag) = try await felica(["88B4", "12FC"])
    let poll = try await tag.polling(
      systemCode: Data([0x12, 0xFC]), requestCode: .systemCode, timeSlot: .max1)
    // PMm and system, as the card file has them.
    #expect(poll.0 == Data(hex: "00F1000000014300"))
    #expect(poll.1 == Data([0x12, 0xFC]))
    #expect(tag.currentSystemCode == Data([0x12, 0xFC]))
    let flags = try await tag.writeWithoutEncryption(
      serviceCodeList: [Data([0x09, 0x00])], blockList: [Data([0x80, 0x05])],
      blockData: [Data(repeating: 0x5A, count: 16)])
    #expect(flags == (0, 0))
    let read = try await tag.readWithoutEncryption(
      serviceCodeList: [Data([0x0B, 0x00])], blockList: [Data([0x80, 0x05])])
    #expect(read.2 == [Data(repeating: 0x5A, count: 16)])
    // A block that is not there: flags that say so, and no error.
    let refused = try await tag.readWithoutEncryption(
      serviceCodeList: [Data([0x0B, 0x00])], blockList: [Data([0x80, 0x40])])
    #expect(refused.0 != 0)
    #expect(refused.2.isEmpty)
    // Read Without Encryption from its code on; the answer begins with its own.
    let idm = tag.currentIDm
    let raw = try await tag.sendFeliCaCommand(
      commandPacket: Data([0x06]) + idm + Data(hex: "010B00018005"))
    #expect(raw == Data([0x07]) + idm + Data([0, 0, 1]) + Data(repeating: 0x5A, count: 16))
    await withCheckedContinuation { done in
      tag.readWithoutEncryption(
        serviceCodeList: [Data([0x0B, 0x00])], blockList: [Data([0x80, 0x05])],
        resultHandler: { result in
          #expect((try? result.get())?.1.count == 1)
          done.resume()
        })
    }
    phone.userCancels()
    try await phone.sessionEnds()
  }

  @Test func felicaIsCheckedBeforeItIsSent() async throws {
    let (phone, tag) = try await felica(["88B4"])
    let before = phone.commands().count
    await expect(2) {
      _ = try await tag.polling(
        systemCode: Data([0x00, 0x03]), requestCode: .noRequest, timeSlot: .max1)
    }
    await expect(2) {
      _ = try await tag.sendFeliCaCommand(
        commandPacket: Data(hex: "06FFFFFFFFFFFFFFFF010B00018000"))
    }
    await expect(5) { _ = try await tag.requestService(nodeCodeList: []) }
    await expect(4) { _ = try await tag.requestService(nodeCodeList: [Data([0x01])]) }
    await expect(3) {
      _ = try await tag.writeWithoutEncryption(
        serviceCodeList: [Data([0x09, 0x00])], blockList: [Data([0x80, 0x05])], blockData: [])
    }
    await expect(4) { _ = try await tag.sendFeliCaCommand(commandPacket: Data(count: 255)) }
    #expect(phone.commands().count == before)
    // A Lite-S does not know Request Response.
    await expect(102) { _ = try await tag.requestResponse() }
    phone.userCancels()
    try await phone.sessionEnds()
  }

  @Test func vicinityCommandsAreAnswered() async throws {
    let (phone, tag) = try await vicinity()
    try await tag.writeSingleBlock(
      requestFlags: .highDataRate, blockNumber: 9, dataBlock: Data(hex: "DEADBEEF"))
    #expect(
      try await tag.readSingleBlock(requestFlags: .highDataRate, blockNumber: 9)
        == Data(hex: "DEADBEEF"))
    try await tag.lockBlock(requestFlags: .highDataRate, blockNumber: 9)
    // 12h: the block is locked (ISO/IEC 15693-3, error codes).
    do {
      try await tag.writeSingleBlock(
        requestFlags: .highDataRate, blockNumber: 9, dataBlock: Data(hex: "00000000"))
      Issue.record("a locked block was written")
    } catch let error as NFCReaderError {
      #expect(error.code == .readerTransceiveErrorTagResponseError)
      #expect(error.userInfo[NFCISO15693TagResponseErrorKey] as? Int == 0x12)
    }
    let status = try await tag.getMultipleBlockSecurityStatus(
      requestFlags: .highDataRate, blockRange: NSRange(location: 8, length: 3))
    #expect(status.map(\.intValue) == [0, 1, 0])
    // With the option flag a security byte stands before each block.
    let blocks = try await tag.readMultipleBlocks(
      requestFlags: [.highDataRate, .option], blockRange: NSRange(location: 9, length: 2))
    #expect(blocks == [Data(hex: "01DEADBEEF"), Data(hex: "0000000000")])
    try await tag.writeAFI(requestFlags: .highDataRate, afi: 0x42)
    let system = try await tag.systemInfo(requestFlags: .highDataRate)
    #expect(system.applicationFamilyIdentifier == 0x42)
    #expect(system.uniqueIdentifier == Data(tag.identifier.reversed()))
    #expect((system.blockSize, system.totalBlocks) == (4, 28))
    try await tag.select(requestFlags: .highDataRate)
    #expect(
      try await tag.readSingleBlock(requestFlags: [.highDataRate, .select], blockNumber: 9).count
        == 4)
    let extended = try await tag.extendedReadSingleBlock(
      requestFlags: .highDataRate, blockNumber: 9)
    #expect(extended == Data(hex: "DEADBEEF"))
    let raw = try await tag.sendRequest(requestFlags: 0x02, commandCode: 0x20, data: Data([9]))
    #expect(raw.1 == Data(hex: "DEADBEEF"))
    await expect(102) {
      _ = try await tag.customCommand(
        requestFlags: .highDataRate, customCommandCode: 0xA0, customRequestParameters: Data())
    }
    phone.userCancels()
    try await phone.sessionEnds()
  }

  @Test func vicinityIsCheckedBeforeItIsSent() async throws {
    let (phone, tag) = try await vicinity()
    await expect(5) {
      _ = try await tag.customCommand(
        requestFlags: .highDataRate, customCommandCode: 0x20, customRequestParameters: Data())
    }
    await expect(5) {
      _ = try await tag.readMultipleBlocks(
        requestFlags: .highDataRate, blockRange: NSRange(location: 0, length: 0))
    }
    await expect(5) {
      _ = try await tag.extendedReadSingleBlock(requestFlags: .highDataRate, blockNumber: 65_536)
    }
    await expect(105) {
      try await tag.writeSingleBlock(
        requestFlags: .highDataRate, blockNumber: 0, dataBlock: Data(count: 256))
    }
    await expect(1) {
      _ = try await tag.readMultipleBlock(
        readConfiguration: .init(range: NSRange(location: 0, length: 1), chunkSize: 1))
    }
    #expect(phone.commands().isEmpty)
    phone.userCancels()
    try await phone.sessionEnds()
  }

  @Test("A DESFire's native commands come whole, whatever they are wrapped in")
  func desfireSpeaksNatively() async throws {
    let phone = TestPhone()
    let recorder = SessionRecorder()
    recorder.begin()
    phone.hold(try TestTag(card: "desfire-ndef"))
    try await phone.until("the card is found") { recorder.tags.count == 1 }
    guard case .miFare(let tag) = recorder.tags[0] else {
      Issue.record("not MIFARE")
      return
    }
    try await recorder.session?.connect(to: recorder.tags[0])
    // GET VERSION: 7 + 7 + 14 bytes in three frames, behind the last status.
    let version = try await tag.sendMiFareCommand(commandPacket: Data([0x60]))
    #expect(version.count == 29)
    #expect(version.prefix(3) == Data([0x00, 0x04, 0x01]))
    let wrapped: NFCISO7816ResponseAPDU = try await tag.sendMiFareISO7816Command(
      try #require(NFCISO7816APDU(data: Data(hex: "9060000000"))))
    #expect((wrapped.statusWord1, wrapped.statusWord2) == (0x91, 0xAF))
    phone.userCancels()
    try await phone.sessionEnds()
  }

  private func felica(_ systems: [String]) async throws -> (TestPhone, NFCFeliCaTag) {
    let phone = TestPhone(TestApp(systemCodes: systems))
    let recorder = SessionRecorder()
    recorder.option = .iso18092
    recorder.begin()
    phone.hold(try TestTag(card: "felica-lite-s"))
    try await phone.until("the card is found") { recorder.tags.count == 1 }
    guard case .feliCa(let tag) = recorder.tags[0] else { throw CocoaError(.featureUnsupported) }
    try await recorder.session?.connect(to: recorder.tags[0])
    return (phone, tag)
  }

  private func vicinity() async throws -> (TestPhone, NFCISO15693Tag) {
    let phone = TestPhone()
    let recorder = SessionRecorder()
    recorder.option = .iso15693
    recorder.begin()
    phone.hold(try TestTag(describedBy: "model icode-slix\nuid E004010012345678\nmemory 00"))
    try await phone.until("the tag is found") { recorder.tags.count == 1 }
    guard case .iso15693(let tag) = recorder.tags[0] else { throw CocoaError(.featureUnsupported) }
    try await recorder.session?.connect(to: recorder.tags[0])
    return (phone, tag)
  }

  /// That something fails with this code.
  private func expect(
    _ code: Int, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () async throws -> Void
  ) async {
    do {
      try await body()
      Issue.record("nothing failed", sourceLocation: sourceLocation)
    } catch {
      #expect((error as NSError).code == code, sourceLocation: sourceLocation)
    }
  }
}
