import Bytes

/// Reads frames from text. A line that cannot be read is an error that names it: text is written
/// by hand, and what is wrong in it is better mended than stepped over.
package struct TextTraceReader: FrameReader {
  package private(set) var description = TraceDescription(format: "text")
  package var damage: [TraceDamage] { [] }

  private let input: any ByteSource
  /// What was read and is no whole line yet.
  private var pending: [UInt8] = []
  /// How much of that was searched for the end of a line: a long line that arrives in small pieces
  /// is gone through once, not once a piece.
  private var searched = 0
  private var isAtEnd = false
  /// What is wrong with a line, until the frames before it were handed on.
  private var fault: TraceError?
  private var lineNumber = 0
  private var frameNumber = 0
  private var time: Int64 = 0
  private var link: Link
  /// Whether no line has said yet what the frames are.
  private var isGuessed = true

  /// The longest line.
  private static let maximumLine = 1 << 20
  private static let piece = 64 << 10

  /// Reads text whose frames are of a link until a line says otherwise.
  package init(_ input: any ByteSource, link: Link = TextTrace.link) {
    self.input = input
    self.link = link
    description.timesAreWallClock = false
    description.reason = "its first line is a direction and hex digits"
    description.sources = [.init(name: input.name, linkType: nil, link: link)]
  }

  package mutating func read(into batch: inout FrameBatch) throws(TraceError) -> Bool {
    batch.clear()
    if let fault { throw fault }
    do throws(TraceError) {
      try readOn(into: &batch)
    } catch {
      // However the text arrives, the same frames come before the error.
      guard !batch.frames.isEmpty else { throw error }
      fault = error
    }
    return !batch.frames.isEmpty
  }

  private mutating func readOn(into batch: inout FrameBatch) throws(TraceError) {
    while batch.frames.isEmpty && !isAtEnd {
      var buffer = ByteBuffer(capacity: Self.piece)
      isAtEnd = try input.read(into: &buffer, atMost: Self.piece) == 0
      pending.append(buffer.span)
      var start = 0
      for index in searched..<pending.count where pending[index] == UInt8(ascii: "\n") {
        try take(pending[start..<index], into: &batch)
        start = index + 1
      }
      pending.removeFirst(start)
      searched = pending.count
      if isAtEnd {
        try take(pending[...], into: &batch)
      } else {
        try check(pending.count)
      }
    }
  }

  private func check(_ length: Int) throws(TraceError) {
    guard length <= Self.maximumLine else {
      throw TraceError("\(input.name): line \(lineNumber + 1) is longer than 1 MiB")
    }
  }

  private mutating func take(
    _ line: ArraySlice<UInt8>, into batch: inout FrameBatch
  ) throws(TraceError) {
    try check(line.count)
    lineNumber += 1
    let text = Substring(decoding: line, as: UTF8.self)
    let said: TextLine
    do throws(TextLineError) {
      said = try TextLine(text)
    } catch {
      throw TraceError("\(input.name): line \(lineNumber): \(error.words)")
    }
    switch said {
    case .nothing: break
    case .link(let link):
      self.link = link
      isGuessed = false
      if frameNumber == 0 { description.sources[0].link = link }
    case .event(let event, let time):
      add(.none, time, into: &batch)
      batch.frames[batch.frames.count - 1].event = event
    case .frame(let direction, let bytes, let time):
      if isGuessed {
        link = LinkGuess.link(ofFirst: bytes, direction)
        description.sources[0].link = link
        isGuessed = false
      }
      add(direction, time, into: &batch)
      batch.frames[batch.frames.count - 1].bytes = batch.store(bytes.span)
    }
  }

  private mutating func add(_ direction: Direction, _ time: Int64?, into batch: inout FrameBatch) {
    frameNumber += 1
    self.time = time ?? self.time
    if frameNumber == 1 {
      description.timesAreWallClock = self.time >= TraceDescription.firstWallClock
    }
    batch.frames.append(
      Frame(number: frameNumber, time: self.time, link: link, direction: direction))
  }
}
