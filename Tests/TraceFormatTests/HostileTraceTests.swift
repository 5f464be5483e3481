import Bytes
import Testing

@testable import TraceFormat

/// Blocks whose checksums are right and whose contents are not.
@Suite struct HostileTraceTests {
  /// What a block of one frame holds: the number of columns, their lengths, the columns. `FORM` is
  /// a frame of one byte to the card: 13 numbers.
  private static let contradictions: [(contents: String, words: String)] = [
    ("", "it ends at byte 0 of its contents, where 1 more are needed"),
    ("06", "its number of columns 6 is not known"),
    ("07 000000000000 FF0F", "its column of all columns has 0 bytes where 2047 are needed"),
    ("07 0D010100010000 0063 0100000000000001000000 000926", "its link 99 is not known"),
    ("07 0D010100010000 FORM 010926", "it has no form 1"),
    ("07 0D010100010000 FORM 000A26", "its time unit 0A is not known"),
    ("07 0D010100010100 FORM 00092626", "its column of parity bits has 1 bytes where 0 are needed"),
    ("07 0D010100020000 FORM 00092626", "its column of bytes has 2 bytes where 1 are needed"),
    ("07 1A010100010000 FORM FORM 000926", "it has more than 1 forms for 1 frames"),
    (
      "07 0D010100010000 00010100000000000101000000 000926",
      "a frame of 1 bytes is said to end in a CRC"
    ),
  ]

  @Test("Contents that contradict themselves cost their block", arguments: contradictions)
  func contradicts(contents: String, words: String) throws {
    let reading = try reading(bytes(contents)) { $0.frames = 1 }
    #expect(reading.damage.map(\.reason) == ["block 2 contradicts itself: \(words)"])
    #expect(reading.damage.map(\.frames) == [2...2])
    #expect(reading.frames.map(\.frame.number) == [1, 3])
  }

  @Test func theSameWithoutAContradictionIsRead() throws {
    let reading = try reading(bytes("07 0D010100010000 FORM 000952")) { $0.frames = 1 }
    #expect(reading.damage == [])
    #expect(reading.frames.map(\.bytes) == [[0x26], [0x52], [0x26]])
  }

  private func bytes(_ contents: String) throws -> [UInt8] {
    let form = "00010100000000000001000000"
    return try #require(Hex.bytes(contents.replacing("FORM", with: form)))
  }

  @Test func aFrameThatExpandsToMoreThanItsHeaderSaysIsNotBelieved() throws {
    // 4 MiB of zeros in some hundred bytes.
    let zeros = [UInt8](repeating: 0, count: 4 << 20)
    var bomb = ByteBuffer(capacity: 1024)
    #expect(try Compressor().compress([zeros.count].span, of: zeros.span, into: &bomb))
    #expect(bomb.count < 1000)
    for claimed in [0, 1000, (4 << 20) - 1, (4 << 20) + 1] {
      let reading = try reading([UInt8](copying: bomb.span)) {
        $0.frames = 1
        $0.codec = .zstd
        $0.rawLength = claimed
      }
      #expect(
        reading.damage.map(\.reason) == ["block 2 does not expand to what its header says"])
    }
  }

  @Test func aBlockThatClaimsMoreThanTheFileHasCostsNoRoom() throws {
    let reading = try reading([1, 2, 3]) {
      $0.frames = 1
      $0.storedLength = TraceBlock.maximumLength
    }
    #expect(reading.damage.map(\.reason) == ["the file ends inside block 2"])
    #expect(reading.damage.map(\.frames) == [2...2])
    #expect(reading.frames.map(\.frame.number) == [1, 3])
  }

  @Test func headersInOneAnotherAreNotSummedOverAndOver() throws {
    // Ten thousand headers in a row, each of which claims all of the rest with a wrong checksum:
    // 7 GB to sum, were each of them believed.
    let count = 10_000
    var buffer = ByteBuffer(capacity: count * TraceBlock.headerLength)
    for index in 0..<count {
      var block = TraceBlock(kind: .frames, trace: 1, sequence: UInt32(index), firstFrame: 1)
      block.storedLength = (count - index - 1) * TraceBlock.headerLength
      block.rawLength = block.storedLength
      block.write(to: &buffer)
    }
    let bytes = [UInt8](copying: buffer.span)
    #expect(throws: TraceError.self) { try TraceReader(bytes) }
  }

  @Test func aDescriptionWithMoreSourcesThanThereCanBeIsRefused() throws {
    let field: [UInt8] = [5, 3, 1, 0, 0]
    let description = Array([[UInt8]](repeating: field, count: 65_537).joined())
    #expect(throws: ContentError.tooMany("sources")) { try TraceDescription(description.span) }
  }

  @Test("Whatever contents are forged, other blocks are read", arguments: 1...8)
  func forged(seed: Int) throws {
    var random = Frames(seed: UInt64(seed))
    for _ in 0..<20 { random.addAnything() }
    let trace = try MadeTrace(random.batch, inBlocksOf: 100)
    let first = try #require(trace.places.first { $0.block.frames > 0 })
    let contents = try trace.contents(of: first)
    for _ in 0..<150 {
      var forged = contents
      for _ in 0...random.random(4) {
        forged[random.random(forged.count)] = [0, 1, 0x7F, 0x80, 0xFF, 7][random.random(6)]
      }
      if random.random(3) == 0 { forged.removeLast(random.random(forged.count)) }
      // One frame on either side; what comes between is whatever the forgery says.
      let reading = try reading(forged) { $0.frames = first.block.frames - random.random(2) }
      #expect(reading.frames.first?.bytes == [0x26])
      if reading.damage.isEmpty { continue }
      #expect(reading.damage.count == 1)
    }
  }

  @Test func fartherDamagesThanCanBeToldApartAreOne() {
    var log = DamageLog()
    for index in 0..<10_020 {
      log.lose("bad", at: Int64(index), block: nil)
      var block = TraceBlock(
        kind: .frames, trace: 1, sequence: UInt32(index), firstFrame: 2 * index + 2)
      block.frames = 1
      block.times = Int64(index)...Int64(index)
      let isTakenIn = log.meet(block, at: Int64(index))
      #expect(isTakenIn)
    }
    log.end("", at: 0)
    log.finish(at: 0)
    #expect(log.damage.count == 10_000)
    #expect(log.damage[0].frames == 1...1)
    // Damage n is frame 2n + 1, and lies between the times n - 1 and n.
    #expect(log.damage[9999].frames == 19_999...20_039)
    #expect(log.damage[9999].times == 9998...10_019)
  }

  /// Reads three frames, the second of which is in a forged block.
  private func reading(
    _ contents: [UInt8], _ change: (inout TraceBlock) -> Void
  ) throws -> TraceReading {
    var frames = Frames()
    frames.add([0x26], time: 0)
    frames.add([0x26], number: 3, time: 0)
    var trace = try MadeTrace(frames.batch, inBlocksOf: 1)
    trace.insert(behind: 1, kind: 2, contents: contents, change)
    return try TraceReading(trace.bytes)
  }
}
