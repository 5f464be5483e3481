import CoreNFC
import Foundation
import Testing

@testable import CoreNFCTesting

/// NDEF: what tags hold, refuse and lack, and messages of every shape.
@Suite(.phone) struct MessageRuleTests {
  /// NTAG213, 215, 216: 144, 496 and 872 bytes of data (12h, 3Eh and 6Dh eights), of which tag and
  /// length take two bytes, or four where the length is over 254. ICODE SLIX: 0Dh eights. FeliCa Lite-S:
  /// 13 blocks of 16. Type 4: the file's size less its length.
  @Test(
    "Room for a message",
    arguments: [
      ("model ntag213\nuid 04A1B2C3D4E5F6\nmemory 0300FE00", 142),
      ("model ntag215\nuid 04A1B2C3D4E5F6\nmemory 0300FE00", 492),
      ("model ntag216\nuid 04A1B2C3D4E5F6\nmemory 0300FE00", 868),
      ("model type4\nuid 04112233445566\nats 0575778102\ncapacity 20", 18),
      (
        "model felica-lite-s\nidm 012E4A3B2C1D0E9F\n"
          + "memory 100401000D0000000000010000000023", 208
      ),
      ("model icode-slix\nuid E004010012345678\nmemory E1400D000300FE00", 102),
    ])
  func emptyTags(card: String, capacity: Int) throws {
    let bench = Bench()
    let tag = try TestTag(describedBy: card)
    let found = try #require(bench.connect(tag))
    let ndef = bench.recorder.ndef(found)
    let status = bench.value { done in ndef.queryNDEFStatus { done(($0, $1, $2 == nil)) } }
    #expect(status?.0 == .readWrite, "\(bench.phone.story)")
    #expect(status?.1 == capacity)
    // Empty, though readWrite.
    #expect(bench.code { done in ndef.readNDEF { done($1) } } == 403)
    // A byte more than there is room for, and then as much.
    let longer = message(capacity + 1)
    #expect(bench.code { ndef.writeNDEF(longer, completionHandler: $0) } == 402)
    let fitting = message(capacity)
    #expect(bench.code { ndef.writeNDEF(fitting, completionHandler: $0) } == 0)
    let read: NFCNDEFMessage?? = bench.value { done in ndef.readNDEF { message, _ in done(message) }
    }
    #expect(read == .some(fitting))
    bench.phone.remove(tag)
    #expect(tag.message == fitting)
  }

  @Test(
    "A tag that is not formatted",
    arguments: [
      "model felica-lite-s\nidm 012E4A3B2C1D0E9F\nmemory 00",
      "model icode-slix\nuid E004010012345678\nmemory 00",
    ])
  func unformattedTags(card: String) throws {
    let bench = Bench()
    let found = try #require(bench.connect(try TestTag(describedBy: card)))
    let ndef = bench.recorder.ndef(found)
    let status = bench.value { done in ndef.queryNDEFStatus { done(($0, $1, $2 == nil)) } }
    #expect(status?.0 == .notSupported)
    #expect(status?.2 == true)
    let some = message(10)
    #expect(bench.code { ndef.writeNDEF(some, completionHandler: $0) } == 401)
    #expect(bench.code { ndef.writeLock(completionHandler: $0) } == 401)
    #expect(bench.code { done in ndef.readNDEF { done($1) } } != 0)
  }

  /// The attribute block says that the card is writable, and the card refuses to be written.
  @Test func refusedWriteIsAFailedUpdate() throws {
    let bench = Bench(TestApp(systemCodes: ["12FC"]), .iso18092)
    let attributes = [UInt8](Data(hex: "100401000D0000000000010000000023"))
    let card = AnsweringCard.felica { code in
      code == 0x06 ? [0x00, 0x00, 0x01] + attributes : [0xFF, 0xA8]
    }
    let found = try #require(bench.connect(TestTag("card", card)))
    let ndef = bench.recorder.ndef(found)
    let some = message(10)
    #expect(bench.code { ndef.writeNDEF(some, completionHandler: $0) } == 401)
    #expect(bench.code { ndef.writeLock(completionHandler: $0) } == 401)
  }

  /// MB, CF, SR and TNF 1 are B1; each further chunk but the last has CF, SR and TNF 6 (36), the last ME,
  /// SR and TNF 6 (56).
  @Test func chunksAreWrittenAndReadAsOne() throws {
    let bench = Bench()
    let tag = try TestTag(card: "ntag213")
    let found = try #require(bench.connect(tag))
    let ndef = bench.recorder.ndef(found)
    let chunked = NFCNDEFMessage(records: [
      NFCNDEFPayload(
        format: .nfcWellKnown, type: Data("T".utf8), identifier: Data(),
        payload: Data(hex: "02656E6869"), chunkSize: 2)
    ])
    #expect(chunked.length == 15)
    #expect(bench.code { ndef.writeNDEF(chunked, completionHandler: $0) } == 0)
    let read: NFCNDEFMessage?? = bench.value { done in ndef.readNDEF { message, _ in done(message) }
    }
    #expect(read??.records.count == 1)
    #expect(read??.records.first?.wellKnownTypeTextPayload().0 == "hi")
    bench.phone.remove(tag)
    #expect(tag.memory(16..<34) == "030FB101025402653600026E6856000169FE")
  }

  /// A chunk of each byte of 128 KB, and records that say to be larger than they are.
  @Test func messagesHaveABound() {
    // Flags, type length, four bytes of payload length: 6 bytes.
    var bytes = Data([0xC5, 0x00, 0x00, 0x01, 0xFF, 0xFA]) + Data(count: 131_066)
    #expect(NFCNDEFMessage(data: bytes)?.length == 131_072)
    bytes[5] = 0xFB
    bytes.append(0)
    #expect(NFCNDEFMessage(data: bytes) == nil)
    #expect(NFCNDEFMessage(data: Data([0xC5, 0x00, 0xFF, 0xFF, 0xFF, 0xFF])) == nil)
    let tiny = NFCNDEFPayload(
      format: .unknown, type: Data(), identifier: Data(), payload: Data(count: 131_072),
      chunkSize: 1)
    // Each chunk: flags, type length, payload length and a byte.
    #expect(NFCNDEFMessage(records: [tiny]).length == 4 * 131_072)
  }

  @Test(
    "Bytes that are no message",
    arguments: [
      // No MB; no ME; TNF 7; a chunk without an end; a continuation without a beginning; something
      // behind the end; a second MB; an empty record with a type; unchanged in the middle.
      "5101015541", "9101015541", "D701015541", "F101015541", "D600015541", "D101015541D0",
      "910101554191010155 41", "D00100 55", "9101015541 560001 41", "D1", "D101", "D101FF55",
      "D90101015541", "",
    ])
  func noMessages(bytes: String) {
    #expect(NFCNDEFMessage(data: Data(hex: bytes)) == nil)
  }

  @Test(
    "Bytes that are one",
    arguments: [
      ("D0 00 00", 1), ("D1 01 01 55 41", 1), ("91 01 01 55 41 51 01 01 55 42", 2),
      ("B1 01 01 55 41 56 00 01 42", 1), ("D9 01 01 01 55 49 41", 1),
      ("C1 01 00 00 00 01 55 41", 1),
    ])
  func messages(bytes: String, records: Int) {
    #expect(NFCNDEFMessage(data: Data(hex: bytes))?.records.count == records)
  }

  /// A type's and an identifier's length have a byte.
  @Test func recordThatFitsNowhereIsNotWritten() throws {
    let bench = Bench()
    let tag = try TestTag(card: "ntag215")
    let found = try #require(bench.connect(tag))
    let ndef = bench.recorder.ndef(found)
    for (type, identifier) in [(256, 0), (0, 256)] {
      let message = NFCNDEFMessage(records: [
        NFCNDEFPayload(
          format: .media, type: Data(count: type), identifier: Data(count: identifier),
          payload: Data())
      ])
      #expect(bench.code { ndef.writeNDEF(message, completionHandler: $0) } == 4)
    }
    #expect(bench.phone.commands(all: true).isEmpty)
  }

  /// A record without type and id takes a byte of flags, two lengths (the second of four bytes from
  /// 256 on) and its payload.
  private func message(_ length: Int) -> NFCNDEFMessage {
    let payload = length - 3 <= 255 ? length - 3 : length - 6
    let message = NFCNDEFMessage(records: [
      NFCNDEFPayload(
        format: .unknown, type: Data(), identifier: Data(),
        payload: Data(repeating: 0xA5, count: payload))
    ])
    #expect(message.length == length)
    return message
  }
}
