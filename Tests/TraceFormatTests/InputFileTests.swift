import Bytes
import Testing

@testable import TraceFormat

@Suite struct InputFileTests {
  @Test func peekingLeavesTheBytesUnread() throws {
    let scratch = try Scratch()
    let input = try InputFile(path: scratch.file("a", [1, 2, 3, 4, 5]))
    #expect(input.size == 5)
    #expect(try input.peek(2) == [1, 2])
    #expect(try input.peek(9) == [1, 2, 3, 4, 5])
    #expect(try all(input) == [1, 2, 3, 4, 5])
  }

  @Test func aStreamIsPeekedAndThenReadFromItsFirstByte() throws {
    let input = InputFile(Pieces([[1], [2, 3], [4]]))
    #expect(!input.isSeekable)
    #expect(try input.peek(2) == [1, 2])
    #expect(try input.peek(3) == [1, 2, 3])
    #expect(try all(input) == [1, 2, 3, 4])
    #expect(input.position == 4)
    #expect(try input.peek(1) == [])
  }

  @Test func readingElsewhereDoesNotMoveThePosition() throws {
    let scratch = try Scratch()
    let input = try InputFile(path: scratch.file("a", [1, 2, 3, 4, 5]))
    var there = ByteBuffer(capacity: 8)
    #expect(try input.read(into: &there, atMost: 8, at: 3) == 2)
    #expect(Hex.text(there.span) == "0405")
    #expect(try input.read(into: &there, atMost: 8, at: 5) == 0)
    try input.seek(to: 1)
    #expect(try all(input) == [2, 3, 4, 5])
  }

  @Test func whatCannotBeReadIsOneLineThatNamesIt() throws {
    let scratch = try Scratch()
    let missing = scratch.path("missing")
    #expect(throws: TraceError("\(missing): No such file or directory", system: .init(code: 2))) {
      try InputFile(path: missing)
    }
    #expect(
      throws: TraceError("\(scratch.folderPath): Is a directory", system: .init(code: 21))
    ) {
      try InputFile(path: scratch.folderPath)
    }
    #expect(throws: TraceError.self) { try InputFile(Pieces([[1]])).seek(to: 0) }
  }

  /// Reads to the end, two bytes at a time at most.
  private func all(_ input: InputFile) throws -> [UInt8] {
    var buffer = ByteBuffer(capacity: 8)
    while try input.read(into: &buffer, atMost: 2) > 0 {}
    return Hex.bytes(Hex.text(buffer.span)) ?? []
  }
}
