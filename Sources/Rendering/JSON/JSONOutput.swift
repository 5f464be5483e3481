import Bytes

/// Puts finished objects out: one a line, or as the items of one document; and where frames are
/// listed, each behind the frames that it speaks of.
struct JSONOutput: ~Copyable {
  private let isDocument: Bool
  private let waits: Bool
  private var isFirst = true
  /// Objects whose frames were not listed yet.
  private var waiting = ByteBuffer(capacity: 16)
  private var marks: [Mark] = []
  /// The last frame that was listed.
  private var listed = 0

  /// An object in `waiting`, and the last frame it speaks of.
  private struct Mark {
    let bytes: Range<Int>
    let frame: Int
  }

  init(isDocument: Bool, waits: Bool) {
    self.isDocument = isDocument
    self.waits = waits
  }

  /// Puts an object out, once the frames up to one were listed.
  mutating func put(
    _ object: borrowing ByteBuffer, through frame: Int, into out: inout ByteBuffer
  ) {
    guard waits, frame > listed else {
      put(object.span, into: &out)
      return
    }
    let start = waiting.count
    waiting.append(object.span)
    marks.append(Mark(bytes: start..<waiting.count, frame: frame))
  }

  /// Puts a frame's object out, and what waited for it.
  mutating func put(frame: borrowing ByteBuffer, number: Int, into out: inout ByteBuffer) {
    put(frame.span, into: &out)
    release(through: number, into: &out)
  }

  /// Puts out what waits for frames up to one.
  mutating func release(through frame: Int, into out: inout ByteBuffer) {
    listed = max(listed, frame)
    guard !marks.isEmpty else { return }
    var kept: [Mark] = []
    for mark in marks {
      guard mark.frame <= frame else {
        kept.append(mark)
        continue
      }
      out.append(isFirst ? opening : separator)
      isFirst = false
      out.append(waiting.span.extracting(mark.bytes))
      out.append(ending)
    }
    if kept.isEmpty { waiting.clear() }
    marks = kept
  }

  /// Goes on behind objects that another one has put out.
  mutating func goOn() { isFirst = false }

  /// Ends the document.
  mutating func finish(into out: inout ByteBuffer) {
    release(through: .max, into: &out)
    if isDocument { out.append("\n]\n") }
  }

  private mutating func put(_ object: Span<UInt8>, into out: inout ByteBuffer) {
    out.append(isFirst ? opening : separator)
    isFirst = false
    out.append(object)
    out.append(ending)
  }

  private var opening: StaticString { isDocument ? "[\n" : "" }
  private var separator: StaticString { isDocument ? ",\n" : "" }
  private var ending: StaticString { isDocument ? "" : "\n" }
}
