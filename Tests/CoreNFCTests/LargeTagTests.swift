import CoreNFC
import Foundation
import Playback
import Testing

@testable import CoreNFCTesting

/// Tags with more than 256 pages or blocks.
@Suite(.phone) struct LargeTagTests {
  /// Behind block 255 a Type 5 tag is read and written by extended commands, with two bytes of number.
  @Test func messageGoesBehindBlock255() throws {
    // 512 blocks of 4 bytes; the container takes 8, and the data area has FFh eights.
    let container = [UInt8](Data(hex: "E1400001000000FF 0300FE"))
    let card = VicinityCard(
      uid: [UInt8](Data(hex: "E004010012345678")), memory: container, blocks: 512, blockSize: 4,
      reference: 0x01)
    let bench = Bench()
    let tag = TestTag("large", card)
    let found = try #require(bench.connect(tag))
    let ndef = bench.recorder.ndef(found)
    let status = bench.value { done in ndef.queryNDEFStatus { done(($0, $1, $2 == nil)) } }
    // 2040 bytes, less tag and a length of three bytes.
    #expect(status?.1 == 2036, "\(bench.phone.story)")
    let message = NFCNDEFMessage(records: [
      NFCNDEFPayload(
        format: .unknown, type: Data(), identifier: Data(),
        payload: Data((0..<2030).map { UInt8($0 & 0xFF) }))
    ])
    #expect(bench.code { ndef.writeNDEF(message, completionHandler: $0) } == 0)
    let read: NFCNDEFMessage?? = bench.value { done in ndef.readNDEF { message, _ in done(message) }
    }
    #expect(read == .some(message))
    // WRITE SINGLE BLOCK of 255 (FF), EXTENDED WRITE SINGLE BLOCK of 256 (00 01).
    let commands = bench.phone.commands(all: true)
    #expect(commands.contains { $0.hasPrefix("222178563412000104E0FF") })
    #expect(commands.contains { $0.hasPrefix("223178563412000104E00001") })
    #expect(bench.code { ndef.writeLock(completionHandler: $0) } == 0)
    #expect(bench.phone.commands(all: true).contains("223278563412000104E0FF01"))
    bench.phone.remove(tag)
    // 03 FF, 2036 bytes (07 F4), C5 without a type.
    #expect(tag.memory(8..<14) == "03FF07F4C500")
  }

  /// A Type 2 tag that claims more than its first sector has: nothing is written from page 0 on again.
  @Test func pagesBehindTheSectorAreNotTakenForTheFirst() throws {
    struct Memory: TagMemory {
      var pages: [UInt8: [UInt8]] = [
        2: [0, 0, 0, 0], 3: [0xE1, 0x10, 0xFF, 0x00], 4: [0x03, 0x00, 0xFE, 0x00],
      ]
      mutating func answer(_ command: [UInt8]) -> TagAnswer {
        switch (command[0], command.count) {
        case (0x30, 2):
          return .bytes((0..<4).flatMap { pages[command[1] &+ UInt8($0)] ?? [0, 0, 0, 0] })
        case (0xA2, 6):
          pages[command[1]] = Array(command[2...])
          return .acknowledge
        default: return .silence
        }
      }
      mutating func losePower() {}
      var memory: [UInt8]? { (0...255).flatMap { pages[UInt8($0)] ?? [0, 0, 0, 0] } }
    }
    let uid = [UInt8](Data(hex: "04A1B2C3D4E5F6"))
    let bench = Bench()
    let tag = TestTag(
      "large", TypeACard(TypeAIdentity(atqa: [0x44, 0x00], uid: uid, sak: 0x00), .memory(Memory())))
    let found = try #require(bench.connect(tag))
    let ndef = bench.recorder.ndef(found)
    let message = NFCNDEFMessage(records: [
      NFCNDEFPayload(
        format: .unknown, type: Data(), identifier: Data(),
        payload: Data(repeating: 0x5A, count: 1500))
    ])
    #expect(bench.code { ndef.writeNDEF(message, completionHandler: $0) } == 401)
    bench.phone.remove(tag)
    #expect(tag.memory(0..<16) == "000000000000000000000000E110FF00")
    // No message is claimed to be there.
    #expect(tag.memory(16..<18) == "0300")
    #expect(tag.message == nil)
  }
}
