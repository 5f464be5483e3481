import Bytes
import Tags
import Testing
import TraceFormat

@testable import Decoding

/// What reads and writes of FeliCa blocks make of a memory.
@Suite struct Type3MemoryTests {
  private static let idm = "0123456789ABCDEF"
  private static let poll = [
    "0600FFFF0100", "1401" + idm + "00F1000000014300" + "12FC",
  ]

  /// A Read's command and answer, of blocks of one service each.
  private func read(_ blocks: [(list: String, data: String)], services: [String] = ["0B00"])
    -> [String]
  {
    let count = Hex.text(blocks.count, digits: 2)
    let list = blocks.map(\.list).joined()
    return [
      packet(
        "06" + Self.idm + Hex.text(services.count, digits: 2) + services.joined() + count + list),
      packet("07" + Self.idm + "0000" + count + blocks.map(\.data).joined()),
    ]
  }

  private func write(_ blocks: [(list: String, data: String)], flags: String = "0000") -> [String] {
    [
      packet(
        "08" + Self.idm + "010900" + Hex.text(blocks.count, digits: 2)
          + blocks.map(\.list).joined() + blocks.map(\.data).joined()),
      packet("09" + Self.idm + flags),
    ]
  }

  private func packet(_ hex: String) -> String { Hex.text(hex.count / 2 + 1, digits: 2) + hex }

  private func block(_ byte: UInt8) -> String {
    String(repeating: Hex.text(byte, digits: 2), count: 16)
  }

  /// The memory behind these frames, reader and card in turn, and what was worth an event.
  private func memory(_ frames: [String]) -> (memory: CardMemory, events: [MemoryEvent]) {
    var batch = FrameBatch()
    for (index, hex) in frames.enumerated() {
      var frame = Frame(
        number: index + 1, time: Int64(index) * 5_000_000, link: .nfcF,
        direction: index % 2 == 0 ? .toCard : .fromCard)
      frame.flags = .crcStripped
      let bytes = Hex.bytes(hex) ?? []
      frame.bytes = batch.store(bytes.span)
      batch.frames.append(frame)
    }
    return CardMemory.seen(in: batch)
  }

  @Test func blocksInAnyOrderOfSeveralServices() {
    // Block 2, then 0 and 1 in one command, the latter with a number of two bytes, and a block of
    // another service between them.
    let seen = memory(
      Self.poll + read([("8002", block(0x22))])
        + read(
          [("8000", block(0xA0)), ("8103", block(0x33)), ("000100", block(0x11))],
          services: ["0B00", "0F09"]))
    let parts = seen.memory.contents
    #expect(parts.map(\.part) == ["", "system 12FC, service 090F"])
    #expect(parts[0].image.runs.map(\.range) == [0..<16, 16..<32, 32..<48])
    #expect(parts[0].image[16..<32] == [UInt8](repeating: 0x11, count: 16))
    #expect(parts[1].image[48..<64] == [UInt8](repeating: 0x33, count: 16))
    // LEN, code, IDm, two flags and the count are 13 bytes; block 1 came third.
    #expect(parts[0].image.origin(of: 16) == MemoryOrigin(frame: 6, offset: 45, exchange: 5))
    #expect(parts[0].image.origin(of: 32) == MemoryOrigin(frame: 4, offset: 13, exchange: 3))
    #expect(parts[0].identity.uid == Hex.bytes(Self.idm))
    #expect(parts[0].identity.pmm == Hex.bytes("00F1000000014300"))
  }

  @Test func aWriteChangesWhatReadsMustShow() {
    let first = Self.poll + read([("8005", block(0x55))])
    let right = memory(first + write([("8005", block(0x66))]) + read([("8005", block(0x66))]))
    #expect(right.events == [])
    #expect(right.memory.contents.first?.image.written == 16)
    let wrong = memory(first + write([("8005", block(0x66))]) + read([("8005", block(0x55))]))
    guard case .conflict(let conflict) = wrong.events.first?.kind else {
      Issue.record("\(wrong.events)")
      return
    }
    #expect(conflict.range == 80..<96)
    #expect(conflict.access == .written)
    #expect(wrong.events.first?.place == Place(frame: 8, bytes: 13..<29))
  }

  @Test func aRefusedWriteChangesNothing() {
    let seen = memory(
      Self.poll + read([("8005", block(0x55))]) + write([("8005", block(0x66))], flags: "01A8")
        + read([("8005", block(0x55))]))
    #expect(seen.events.map(\.kind) == [.refused(80..<96, code: 0xA8)])
    #expect(seen.memory.contents.first?.image.written == 0)
  }

  /// Challenge, key and MACs are no memory, and the counter counts by itself.
  @Test func sessionsAreNoMemory() {
    let seen = memory(
      Self.poll + write([("8080", block(0x01))]) + write([("8087", block(0x02))])
        + read([("8005", block(0x55)), ("8091", block(0x03))])
        + read([("8005", block(0x55)), ("8091", block(0x04))])
        + read([("8090", block(0x05))]) + read([("8090", block(0x06))]))
    #expect(seen.events == [])
    #expect(seen.memory.contents.first?.image.runs.map(\.range) == [80..<96, 0x900..<0x910])
  }

  /// Cyclic services (000F to 000C are 001100 to 001111 in their last six bits) move on.
  @Test func historiesMoveOn() {
    let seen = memory(
      Self.poll + read([("8000", block(0x01))], services: ["0F09"])
        + read([("8000", block(0x02))], services: ["0F09"]))
    #expect(seen.events == [])
    #expect(seen.memory.contents.first?.image[0..<16] == [UInt8](repeating: 0x02, count: 16))
    #expect(seen.memory.contents.first?.isMain == false)
  }

  /// 10+04+01+0D+01+05 = 28; with WriteF 0F it is 37.
  @Test func messagesAreUpdatedInOrder() {
    let attributes = "100401000D0000000000010000050028"
    let busy = "100401000D000000000F010000050037"
    let first = Self.poll + read([("8000", attributes)])
    let right = memory(
      first + write([("8000", busy)]) + write([("8001", block(0xD0))])
        + write([("8000", attributes)]))
    #expect(right.events == [])
    #expect(right.memory.contents.first?.faults == [])
    let wrong = memory(first + write([("8001", block(0xD0))]) + write([("8001", block(0xD1))]))
    #expect(wrong.events.map(\.kind) == [.updateInPlace])
    let unfinished = memory(first + write([("8000", busy)]))
    #expect(unfinished.memory.contents.first?.faults.map(\.kind) == [.unfinishedUpdate])
    #expect(unfinished.memory.contents.first?.messages == [])
  }

  /// What is wrong with an attribute block is told once, where it was read first.
  @Test func aLayoutIsToldOnce() {
    let wrong = "100401000D0000000000010000050029"
    let seen = memory(Self.poll + read([("8000", wrong)]) + read([("8000", wrong)]))
    #expect(seen.events.count == 1)
    guard case .layout(let contents) = seen.events.first?.kind else { return }
    #expect(
      contents.faults.map(\.kind) == [.checksum(.attributes, found: 0x29, computed: 0x28)])
    #expect(seen.memory.contents.first?.faults == [])
  }

  @Test func theNumberOfServicesIsBounded() {
    var frames = Self.poll
    for service in 1...100 {
      let code = Hex.text(UInt16(service * 64 + 0x0B).byteSwapped, digits: 4)
      frames += read([("8000", block(UInt8(service)))], services: [code])
    }
    #expect(memory(frames).memory.contents.count == 64)
  }
}

extension CardMemory {
  /// What frames show of the memories of all their visits' cards, as if these were one.
  static func seen(in batch: FrameBatch) -> (memory: CardMemory, events: [MemoryEvent]) {
    var decoder = Decoder(options: Decoder.Options())
    var story = Story()
    decoder.decode(batch, into: &story)
    decoder.finish(into: &story)
    var memory = CardMemory()
    var events: [MemoryEvent] = []
    for entry in story.entries {
      guard case .step(let step, _) = entry else { continue }
      switch step.content {
      case .activation(let activation): memory.note(activation, in: story)
      case .exchange(let exchange):
        memory.take(exchange, of: step, in: story)
        events += memory.events
      default: break
      }
    }
    return (memory, events)
  }
}
