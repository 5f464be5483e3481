import Bytes
import Testing

@testable import Tags

/// The rules of the NFC Forum for messages and records, by hand.
@Suite struct NDEFMessageTests {
  @Test func readsARecord() throws {
    // MB ME SR TNF 1, type "U", prefix 04 (https://), "a.de".
    let message = try read("D1 01 05 55 04 612E6465")
    #expect(message.problems.isEmpty)
    let record = try #require(message.records.first)
    #expect(record == NDEFRecord(.wellKnown, type: [0x55], payload: [4, 0x61, 0x2E, 0x64, 0x65]))
    #expect(record.layout.record == 0..<9)
    #expect(record.layout.type == 3..<4)
    #expect(record.layout.payload == [4..<9])
  }

  @Test func readsTheIDBehindTheType() throws {
    let message = try read("D9 01 02 03 58 616263 0102")
    #expect(
      message.records
        == [NDEFRecord(.wellKnown, type: [0x58], id: [0x61, 0x62, 0x63], payload: [1, 2])])
    #expect(message.problems.isEmpty)
  }

  @Test func readsALengthOfFourBytes() throws {
    let message = try read("C2 01 00000003 61 010203")
    #expect(message.records == [NDEFRecord(.mime, type: [0x61], payload: [1, 2, 3])])
    #expect(message.problems.isEmpty)
  }

  @Test func joinsChunks() throws {
    // CF with the type, then TNF 6 with CF, then TNF 6 without it.
    let message = try read("B2 01 02 61 0102 | 36 00 01 03 | 56 00 02 0405")
    #expect(message.records == [NDEFRecord(.mime, type: [0x61], payload: [1, 2, 3, 4, 5])])
    #expect(message.problems.isEmpty)
    #expect(message.records[0].layout.record == 0..<15)
    #expect(message.records[0].layout.payload == [4..<6, 9..<10, 13..<15])
    #expect(message.records[0].place(ofPayload: 3..<5) == 13..<15)
    #expect(message.records[0].place(ofPayload: 1..<3) == nil)
  }

  @Test(
    "What is against the rules is said with its place, and reading goes on",
    arguments: [
      ("51 01 01 58 00", [.init(.noBegin, record: 0, bytes: 0..<1)]),
      (
        "91 01 00 58 | D1 01 00 59",
        [.init(.secondBegin, record: 1, bytes: 4..<5)]
      ),
      ("91 01 00 58", [.init(.noEnd, record: 0, bytes: 4..<4)]),
      (
        "D1 01 00 58 | 0102",
        [.init(.trailing(count: 2, records: 0), record: 0, bytes: 4..<6)]
      ),
      (
        "D1 01 00 58 | D1 01 00 59",
        [.init(.trailing(count: 4, records: 1), record: 0, bytes: 4..<8)]
      ),
      ("D7 01 00 58", [.init(.reservedFormat, record: 0, bytes: 0..<1)]),
      ("D1 00 01 58", [.init(.noType(.wellKnown), record: 0, bytes: 1..<2)]),
      (
        "D5 01 01 58 00",
        [.init(.unexpectedType(.unknown, length: 1), record: 0, bytes: 1..<2)]
      ),
      (
        "D0 00 01 58",
        [.init(.emptyWithContent(length: 1), record: 0, bytes: 2..<3)]
      ),
      ("D6 00 01 58", [.init(.strayChunk, record: 0, bytes: 0..<1)]),
      (
        "B1 01 01 58 00 | 51 01 01 59 00",
        [.init(.chunkExpected, record: 1, bytes: 5..<6)]
      ),
      (
        "B1 01 01 58 00 | 5E 00 01 01 61 00",
        [.init(.chunkWithID(length: 1), record: 0, bytes: 5..<6)]
      ),
      (
        "F1 01 01 58 00",
        [
          .init(.endInChunk, record: 0, bytes: 0..<1),
          .init(.chunksUnfinished, record: 0, bytes: 5..<5),
        ]
      ),
      (
        "D1 01 05 58 00",
        [.init(.overrun(claimed: 6, available: 2), record: 0, bytes: 2..<3)]
      ),
      (
        "91 01 00 58 | 41 01 00",
        [.init(.headerCut(needed: 6, available: 3), record: 1, bytes: 7..<7)]
      ),
    ] as [(String, [NDEFProblem])]
  )
  func saysWhatIsWrong(hex: String, expected: [NDEFProblem]) throws {
    #expect(try read(hex).problems == expected)
  }

  @Test func bytesThatWereNotCapturedAreNoMistake() throws {
    let bytes: [UInt8] = [0xD1, 0x01, 0x11, 0x54, 0x02, 0x65, 0x6E, 0x33, 0x34]
    let message = NDEFMessage(reading: bytes.span, missing: 12)
    #expect(message.problems == [.init(.notCaptured(count: 12), record: 0, bytes: 2..<3)])
    #expect(message.records.first?.payload == [0x02, 0x65, 0x6E, 0x33, 0x34])
    #expect(message.records.first?.layout.isCut == true)
  }

  @Test func aLengthOfFourGigabytesIsOnlyAClaim() throws {
    let message = try read("C1 01 FFFFFFFF 54 0102")
    #expect(
      message.problems
        == [.init(.overrun(claimed: 4_294_967_296, available: 3), record: 0, bytes: 2..<6)])
    #expect(message.records.first?.payload == [1, 2])
  }

  @Test func manyEmptyRecordsAreCountedNotKept() throws {
    var bytes: [UInt8] = [0x90, 0, 0]
    for _ in 0..<99_998 { bytes += [0x10, 0, 0] }
    bytes += [0x50, 0, 0]
    let message = NDEFMessage(reading: bytes)
    #expect(message.records.count == NDEFMessage.recordLimit)
    #expect(message.leftOut == 100_000 - NDEFMessage.recordLimit)
    #expect(message.problems.map(\.kind) == [.tooManyRecords(count: 100_000)])
  }

  @Test func writesWhatItRead() throws {
    let hex = "91010F5402656E48656C6C6F20576F726C6421" + "52" + "0A05746578742F706C61696E48656C6C6F"
    let bytes = try #require(Hex.bytes(hex))
    #expect(NDEFMessage(reading: bytes).bytes == bytes)
  }

  @Test func everyCutAndEveryFlipIsBorne() throws {
    let hex =
      "99010501 55 61 01234567 61 | B2 01 02 61 0102 | 36 00 01 03 | 16 00 02 0405 | 41 02 00000002 5370 D000"
    let bytes = try #require(Hex.bytes(hex.filter { $0 != "|" }))
    for index in bytes.indices {
      let cut = NDEFMessage(reading: Array(bytes[..<index]))
      #expect(cut.length <= index)
      for bit in 0..<8 {
        var flipped = bytes
        flipped[index] ^= 1 << UInt8(bit)
        let message = NDEFMessage(reading: flipped)
        #expect(message.length <= bytes.count)
        for record in message.records {
          #expect(record.payload.count == record.layout.payload.reduce(0) { $0 + $1.count })
        }
      }
    }
  }

  private func read(_ hex: String) throws -> NDEFMessage {
    NDEFMessage(reading: try #require(Hex.bytes(hex.filter { $0 != "|" })))
  }
}
