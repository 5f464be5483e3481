import CoreNFC
import Decoding
import Foundation
import Playback
import Testing

@testable import CoreNFCTesting

/// Tags whose answers say anything: nothing traps, nothing goes on for ever, and what comes of it is a
/// value or an error that Core NFC has.
@Suite(.phone) struct HostileAnswerTests {
  /// A card one of whose answers comes damaged.
  private struct DamagedCard: Card {
    var inside: any Card
    var number: Int
    let damage: @Sendable ([UInt8]) -> [UInt8]
    /// How many answers there were.
    var count = 0

    var technology: Technology { inside.technology }

    mutating func receive(_ frame: AirFrame) -> AirFrame? {
      guard let answer = inside.receive(frame) else { return nil }
      count += 1
      guard count == number else { return answer }
      guard let payload = answer.payload else {
        return AirFrame(technology, bytes: damage(answer.bytes), lastBits: answer.lastBits)
      }
      return AirFrame(technology, payload: damage(payload))
    }

    mutating func losePower() { inside.losePower() }
  }

  @Test(
    "Every answer cut, at every length, and every byte of it changed", arguments: TearTests.cards)
  func answersAreDamaged(card: String) throws {
    for number in 1...60 {
      var length = 0
      for cut in 0..<40 where cut <= length {
        length = try play(card, number) { Array($0.prefix(cut)) }
      }
      for index in 0..<min(length, 40) {
        for mask in [0xFF, 0x01] as [UInt8] {
          _ = try play(card, number) { answer in
            var answer = answer
            if index < answer.count { answer[index] ^= mask }
            return answer
          }
        }
      }
      _ = try play(card, number) { $0 + [UInt8](repeating: 0xAF, count: 300) }
    }
  }

  /// Plays everything with a card whose answer of a number is damaged; gives how long that answer was.
  private func play(
    _ card: String, _ number: Int, _ damage: @escaping @Sendable ([UInt8]) -> [UInt8]
  ) throws -> Int {
    let bench = Bench()
    let length = Length()
    let damaged = DamagedCard(
      inside: try TestTag(describedBy: card).bareCard, number: number
    ) { answer in
      length.value = answer.count
      return damage(answer)
    }
    let tag = TestTag("damaged", damaged)
    guard let found = bench.hold(tag) else {
      bench.phone.userCancels()
      return length.value
    }
    let recorder = bench.recorder
    let ndef = recorder.ndef(found)
    let message = NFCNDEFMessage(records: [
      NFCNDEFPayload(format: .unknown, type: Data(), identifier: Data(), payload: Data(count: 30))
    ])
    var codes = [
      bench.code { recorder.session?.connect(to: found, completionHandler: $0) },
      bench.code { done in ndef.queryNDEFStatus { done($2) } },
      bench.code { done in ndef.readNDEF { done($1) } },
      bench.code { ndef.writeNDEF(message, completionHandler: $0) },
    ]
    switch found {
    case .miFare(let tag):
      codes.append(
        bench.code { done in tag.sendMiFareCommand(commandPacket: Data([0x60])) { done($1) } })
    case .iso7816(let tag):
      guard let apdu = NFCISO7816APDU(data: Data(hex: "00A4000C02E103")) else { break }
      codes.append(bench.code { done in tag.sendCommand(apdu: apdu) { done($3) } })
    case .feliCa(let tag):
      codes.append(
        bench.code { done in
          tag.readWithoutEncryption(
            serviceCodeList: [Data([0x0B, 0x00])], blockList: [Data([0x80, 0x00])]
          ) { done($3) }
        })
    case .iso15693(let tag):
      codes.append(
        bench.code { done in tag.getSystemInfo(requestFlags: .highDataRate) { done($0.error) } })
    @unknown default: break
    }
    for code in codes {
      #expect(code == 0 || Bench.codes.contains(code), "\(codes)\n\(bench.phone.story)")
    }
    bench.phone.userCancels()
    bench.drain()
    #expect(bench.recorder.calls.last == "over 200")
    return length.value
  }

  private final class Length: @unchecked Sendable { var value = 0 }

  /// A DESFire that has always more to say.
  @Test func answerWithoutEndHasOne() throws {
    let bench = Bench()
    let card = AnsweringApplication.card { command in
      // Native commands: more follows, and nothing with it. The family is DESFire's.
      command.first == 0x90
        ? [0x04, 0x01, 0x01, 0x01, 0x00, 0x16, 0x05, 0x91, 0xAF]
        : command.first == 0x00 ? [0x6A, 0x82] : [0xAF]
    }
    let found = try #require(bench.connect(TestTag("endless", card)))
    guard case .miFare(let tag) = found else {
      Issue.record("not MIFARE: \(bench.phone.story)")
      return
    }
    #expect(
      bench.code { done in tag.sendMiFareCommand(commandPacket: Data([0x60])) { done($1) } } == 102)
  }

  /// A card that chains blocks for ever, with nothing in them.
  @Test func chainWithoutEndHasOne() throws {
    struct Chaining: Card {
      var inside: TypeACard
      var technology: Technology { .nfcA }
      mutating func receive(_ frame: AirFrame) -> AirFrame? {
        guard let first = frame.payload?.first, first & 0xE2 == 0x02 || first & 0xE6 == 0xA2 else {
          return inside.receive(frame)
        }
        return AirFrame(.nfcA, payload: [0x12 | first & 1])
      }
      mutating func losePower() { inside.losePower() }
    }
    let bench = Bench()
    let card = Chaining(inside: AnsweringApplication.card { _ in [0x90, 0x00] })
    #expect(bench.hold(TestTag("chaining", card)) == nil)
  }

  /// A Type 4 tag of mapping 3.0 that says to hold 2 GB, and gives them.
  @Test func endlessFileIsNotRead() throws {
    let bench = Bench()
    let card = AnsweringApplication.card { command in
      switch (command[1], command[2], command[3]) {
      case (0xA4, _, _): return [0x90, 0x00]
      case (0xB0, 0x00, 0x00) where command.last == 0x0F:
        return [
          0x00, 0x11, 0x30, 0x00, 0xFF, 0x00, 0xFF, 0x06, 0x08, 0xE1, 0x04, 0x7F, 0xFF, 0xFF, 0xFF,
        ]
          + [0x90, 0x00]
      case (0xB0, 0x00, 0x00): return [0x7F, 0x00, 0x00, 0x00, 0x90, 0x00]
      default: return [UInt8](repeating: 0, count: 255) + [0x90, 0x00]
      }
    }
    let found = try #require(bench.connect(TestTag("endless", card)))
    let ndef = bench.recorder.ndef(found)
    let code = bench.code { done in ndef.readNDEF { done($1) } }
    #expect(code != 0 && Bench.codes.contains(code))
    #expect(bench.phone.commands(all: true).count < 100)
  }

  @Test func answersAreShorterThanTheySay() throws {
    let bench = Bench()
    // Read Without Encryption: flags 0 and 0, four blocks, and none of them.
    let card = AnsweringCard.felica { _ in [0x00, 0x00, 0x04] }
    guard case .feliCa(let tag)? = bench.connect(TestTag("short", card)) else {
      Issue.record("not FeliCa")
      return
    }
    let error =
      bench.value { done in
        tag.readWithoutEncryption(
          serviceCodeList: [Data([0x0B, 0x00])], blockList: [Data([0x80, 0x00])]
        ) { done($3) }
      } as? NFCReaderError
    #expect(error?.code == .readerTransceiveErrorTagResponseError)
    // 07, IDm, two flags, a count: 12 bytes came.
    #expect(error?.userInfo[NFCTagResponseUnexpectedLengthErrorKey] as? Int == 12)
    #expect(error?.userInfo[NFCISO15693TagResponseErrorKey] == nil)
  }
}

extension Result {
  /// The error, where it is one.
  var error: Failure? { if case .failure(let error) = self { error } else { nil } }
}
