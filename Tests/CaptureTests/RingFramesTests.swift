@unsafe @preconcurrency import CRing
import Glibc
import Testing
import TraceFormat

@testable import Capture

/// What programs wrote, as frames.
@Suite struct RingFramesTests {
  @Test func givesEachReaderASourceOfItsName() throws {
    let (batch, frames) = try drained { memory in
      memory.write(Array("pn532_uart:/dev/ttyUSB0".utf8), kind: NFCTRACE_DEVICE, device: 3)
      memory.write([0xD4, 0x02], device: 3, time: 1_000)
      memory.write(Array("Reader 00 00".utf8), kind: NFCTRACE_DEVICE, link: 6, device: 4)
      memory.write([0x00, 0xB0, 0x00, 0x00, 0x00], link: 6, device: 4)
      // Opened again under its old name: it is the same reader.
      memory.write(Array("pn532_uart:/dev/ttyUSB0".utf8), kind: NFCTRACE_DEVICE, device: 9)
      memory.write([0xD4, 0x04], device: 9)
    }
    #expect(
      frames.description.sources.map(\.name) == ["pn532_uart:/dev/ttyUSB0", "Reader 00 00"])
    #expect(batch.frames.map(\.source) == [0, 0, 1, 1, 0, 0])
    #expect(
      batch.frames.map(\.event) == [
        .readerOpened, .none, .readerOpened, .none, .readerOpened, .none,
      ])
    #expect(batch.frames.map(\.link) == [.pn532, .pn532, .apdu, .apdu, .pn532, .pn532])
    #expect(batch.frames.map(\.number) == [1, 2, 3, 4, 5, 6])
    // The clock stood at 500 when it was a second past the epoch.
    #expect(batch.frames[1].time == 1_000_000_500)
    #expect(batch.copy(of: batch.frames[1].bytes) == [0xD4, 0x02])
  }

  @Test("Commands that another one needs first stand before it")
  func putsCommandsInTheOrderOfTheWire() throws {
    let (batch, _) = try drained { memory in
      memory.write([0xD4, 0x00], kind: NFCTRACE_BEGIN, time: 10, level: 1)
      memory.write([0xD4, 0x14], kind: NFCTRACE_BEGIN, time: 20, level: 2)
      memory.write([0xD5, 0x15], kind: NFCTRACE_END, direction: 2, time: 30, level: 2)
      memory.write([0xD5, 0x01], kind: NFCTRACE_END, direction: 2, time: 40, level: 1)
    }
    #expect(
      batch.frames.map { batch.copy(of: $0.bytes) } == [
        [0xD4, 0x14], [0xD5, 0x15], [0xD4, 0x00], [0xD5, 0x01],
      ])
    // It was sent when what it waited for had come back.
    #expect(batch.frames.map { $0.time - 999_999_500 } == [20, 30, 30, 40])
  }

  @Test func aCallThatLastsIsTold() throws {
    let ring = try EventRing()
    let memory = try #require(RingMemory(ring))
    var frames = Self.frames(ring)
    var batch = FrameBatch()
    memory.write([0xD4, 0x60], kind: NFCTRACE_BEGIN, time: 1_000_000, level: 1)
    frames.drain(into: &batch, now: 2_000_000)
    #expect(batch.frames.isEmpty)
    frames.drain(into: &batch, now: 30_000_000)
    #expect(batch.frames.map(\.direction) == [.toCard])
    memory.write([0xD5, 0x61, 0], kind: NFCTRACE_END, direction: 2, time: 40_000_000, level: 1)
    frames.drain(into: &batch, now: 41_000_000)
    #expect(batch.frames.map(\.direction) == [.toCard, .fromCard])
  }

  @Test func aCallThatNeverEndsIsToldAtTheEnd() throws {
    let ring = try EventRing()
    let memory = try #require(RingMemory(ring))
    var frames = Self.frames(ring)
    var batch = FrameBatch()
    memory.write([0xD4, 0x60], kind: NFCTRACE_BEGIN, level: 1)
    frames.drain(into: &batch, now: 0)
    frames.settle(into: &batch)
    #expect(batch.frames.map { batch.copy(of: $0.bytes) } == [[0xD4, 0x60]])
  }

  @Test func anAnswerWhoseCommandWasDroppedStandsAlone() throws {
    let (batch, _) = try drained { memory in
      memory.write([0xD4, 0x40], kind: NFCTRACE_BEGIN, level: 1)
      // Its end found no room; the next call is as deep, so it has ended.
      memory.write([0xD4, 0x44], kind: NFCTRACE_BEGIN, level: 1)
      memory.write([0xD5, 0x45, 0], kind: NFCTRACE_END, direction: 2, level: 1)
      memory.write([0xD5, 0x41, 0], kind: NFCTRACE_END, direction: 2, level: 1)
    }
    #expect(
      batch.frames.map { batch.copy(of: $0.bytes) } == [
        [0xD4, 0x44], [0xD5, 0x45, 0], [0xD5, 0x41, 0],
      ])
  }

  @Test func saysHowManyWereLost() throws {
    let (batch, _) = try drained { memory in
      memory.write([1])
      memory.abandon(size: 48, process: 4_000_000, movesHead: true)
      memory.write([2])
      // A link, a direction and an event that there are not.
      memory.write([3], link: 99)
      memory.write([4], direction: 7)
      memory.write([5], event: 77)
      // An event has no direction.
      memory.write([6], event: 6)
    }
    #expect(batch.frames.map(\.event) == [.none, .none, .framesDropped])
    #expect(batch.copy(of: batch.frames[2].bytes) == [0, 0, 0, 0, 0, 0, 0, 5])
  }

  @Test func saysThatItsMemoryWasWrittenOver() throws {
    let (batch, _) = try drained { memory in
      memory.write([1])
      memory.scribble(0xFFFF_FFFF_FFFF_FFFF, at: memory.head)
    }
    #expect(batch.frames.map(\.event) == [.none, .comment])
  }

  @Test func takesNoMoreReadersThanAProgramCanHave() throws {
    let (batch, frames) = try drained { memory in
      for number: UInt32 in 0..<3000 {
        memory.write(Array("reader \(number)".utf8), kind: NFCTRACE_DEVICE, device: number)
      }
    }
    #expect(batch.frames.count == 3000)
    #expect(frames.description.sources.count == 1000)
  }

  /// What a program's writes become.
  private func drained(_ write: (RingMemory) -> Void) throws -> (FrameBatch, RingFrames) {
    let ring = try EventRing()
    write(try #require(RingMemory(ring)))
    var frames = Self.frames(ring)
    var batch = FrameBatch()
    frames.drain(into: &batch, now: 1_000)
    return (batch, frames)
  }

  private static func frames(_ ring: EventRing) -> RingFrames {
    RingFrames(ring, program: "test", wallClock: 1_000_000_000, clock: 500)
  }
}
