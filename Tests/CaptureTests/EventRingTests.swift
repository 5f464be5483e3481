@unsafe @preconcurrency import CRing
import Glibc
import Testing

@testable import Capture

/// The ring by itself: what comes out is what went in, whatever became of those who wrote.
@Suite struct EventRingTests {
  @Test func givesRecordsInTheOrderInWhichTheyWereClaimed() throws {
    let ring = try EventRing()
    let memory = try #require(RingMemory(ring))
    for value: UInt8 in 1...5 { memory.write([value, 0xAA], time: UInt64(value)) }
    for value: UInt8 in 1...5 {
      let event = try #require(ring.next())
      #expect(event.time == Int64(value) && event.length == 2 && event.process == getpid())
      #expect(ring.takeBytes() == [value, 0xAA])
    }
    #expect(ring.look() == .nothing)
  }

  /// 4 MiB hold 26,214 records of 160 bytes; a record more than that begins again at the front.
  @Test func wrapsAround() throws {
    let ring = try EventRing()
    let memory = try #require(RingMemory(ring))
    for round in 0..<60_000 {
      let bytes = (0..<117).map { UInt8(truncatingIfNeeded: round + $0) }
      #expect(memory.write(bytes))
      _ = try #require(ring.next())
      #expect(ring.takeBytes() == bytes)
    }
    #expect(memory.head > UInt64(NFCTRACE_RING_BYTES))
  }

  /// A writer looks where the next record goes, and is stopped; others write there and are read. What
  /// it then claims would never be read, and would be read again a lap later.
  @Test func noPlaceIsFreeAgainForWhoLookedBefore() throws {
    let ring = try EventRing()
    let memory = try #require(RingMemory(ring))
    for lap in 0..<3 {
      let position = memory.head
      let seen = memory.word(at: position)
      #expect(memory.write([UInt8](repeating: 1, count: 984)))
      _ = try #require(ring.next())
      _ = ring.takeBytes()
      #expect(memory.word(at: position) != seen, "lap \(lap)")
      while memory.head % UInt64(NFCTRACE_RING_BYTES) != 0 {
        #expect(memory.write([UInt8](repeating: 2, count: 984)))
        _ = try #require(ring.next())
        _ = ring.takeBytes()
      }
    }
  }

  @Test func dropsAndCountsWhatHasNoRoom() throws {
    let ring = try EventRing()
    let memory = try #require(RingMemory(ring))
    // 40 bytes of head and 984 of bytes: 4096 of them fill 4 MiB exactly.
    let bytes = [UInt8](repeating: 0x5A, count: 984)
    for _ in 0..<4096 { #expect(memory.write(bytes)) }
    for _ in 0..<10 { #expect(!memory.write(bytes)) }
    #expect(ring.dropped == 10)
    var read = 0
    while ring.next() != nil {
      #expect(ring.takeBytes() == bytes)
      read += 1
    }
    #expect(read == 4096)
    #expect(memory.write(bytes))
  }

  @Test("A writer that was killed is stepped over", arguments: [false, true])
  func stepsOverTheDead(movesHead: Bool) throws {
    let ring = try EventRing()
    let memory = try #require(RingMemory(ring))
    memory.write([1])
    memory.abandon(size: 96, process: 4_000_000, movesHead: movesHead)
    // Who comes next finds the claim and goes on behind it.
    memory.write([2])
    #expect(try #require(ring.next()).length == 1)
    #expect(ring.takeBytes() == [1])
    #expect(ring.look() == .unfinished(process: 4_000_000))
    ring.pass()
    _ = try #require(ring.next())
    #expect(ring.takeBytes() == [2])
  }

  @Test func noticesARecordThatWasChanged() throws {
    let ring = try EventRing()
    let memory = try #require(RingMemory(ring))
    memory.write([1, 2, 3])
    memory.write([4])
    memory.scribble(0x0403_0202, at: 40)
    #expect(ring.look() == .damaged)
    ring.pass()
    _ = try #require(ring.next())
    #expect(ring.takeBytes() == [4])
  }

  @Test("No word in a claim's place makes the recorder read elsewhere")
  func noticesThatItWasWrittenOver() throws {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<1000 {
      let ring = try EventRing()
      let memory = try #require(RingMemory(ring))
      memory.write([1, 2, 3])
      let word = UInt64.random(in: 1...UInt64.max, using: &random)
      memory.scribble(word, at: 0)
      switch ring.look() {
      case .wrecked, .damaged, .unfinished: break
      case .nothing, .event: Issue.record("\(word) was taken for a claim")
      }
    }
  }

  /// Each bit of a record is flipped, but those that say which process wrote it (bits 24 to 45 of
  /// the claim): they are right for as long as they matter, while it is not finished.
  @Test func survivesEveryFlippedBit() throws {
    for bit in 0..<(48 * 8) where !(24..<46).contains(bit) {
      let ring = try EventRing()
      let memory = try #require(RingMemory(ring))
      memory.write([1, 2, 3])
      memory.flip(bit)
      if case .event = ring.look() {
        Issue.record("bit \(bit) was not noticed")
      }
    }
  }

  @Test func threadsWriteSideBySide() async throws {
    let ring = try EventRing()
    let file = ring.file
    let counts = await withTaskGroup(of: Int.self) { group in
      for writer: UInt8 in 0..<4 {
        group.addTask {
          guard let memory = RingMemory(file: file) else { return 0 }
          var written = 0
          for round in 0..<2000 {
            let bytes = [writer, UInt8(round >> 8), UInt8(round & 0xFF)]
            if memory.write(bytes) { written += 1 }
          }
          return written
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(counts == [2000, 2000, 2000, 2000])
    var next: [UInt8: Int] = [:]
    while ring.next() != nil {
      let bytes = ring.takeBytes()
      #expect(Int(bytes[1]) << 8 | Int(bytes[2]) == next[bytes[0], default: 0])
      next[bytes[0], default: 0] += 1
    }
    #expect(next == [0: 2000, 1: 2000, 2: 2000, 3: 2000])
  }
}

extension EventRing {
  /// The event at the tail, if one is there.
  fileprivate func next() -> RingEvent? {
    if case .event(let event) = look() { event } else { nil }
  }

  /// Its bytes, and it is passed.
  fileprivate func takeBytes() -> [UInt8] {
    var bytes: [UInt8] = []
    copyBytes(into: &bytes)
    pass()
    return bytes
  }
}
