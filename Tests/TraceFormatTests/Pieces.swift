import Bytes

@testable import TraceFormat

/// A stream that arrives in the pieces it is given, and then ends or fails.
final class Pieces: ByteSource {
  let name = "pieces"
  private var pieces: [[UInt8]]
  private let failsAtEnd: Bool

  init(_ pieces: [[UInt8]], thenFail: Bool = false) {
    self.pieces = pieces.reversed()
    failsAtEnd = thenFail
  }

  func read(into buffer: inout ByteBuffer, atMost count: Int) throws(TraceError) -> Int {
    guard let piece = pieces.popLast() else {
      if failsAtEnd { throw TraceError("pieces: broken") }
      return 0
    }
    let given = piece.prefix(count)
    buffer.append(Array(given).span)
    if given.count < piece.count { pieces.append(Array(piece.dropFirst(count))) }
    return given.count
  }
}
