import Bytes

/// Puts finished objects out: one a line, or as the items of one document; and where frames are
/// listed, each behind the frames that it speaks of.
struct JSONOutput: ~Copyable {
  private let isDocument: Bool
  private let waits: Bool
  private var isFirst = true
  /// Objects whose frames were not listed yet.
  private var waiting = ByteBuffer(capacity: 16)
  /// By frame, equal ones as they came. Those in front of `head` are put out.
  private var marks: [Mark] = []
  private var head = 0
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
    var index = marks.count
    while index > head, marks[index - 1].frame > frame { index -= 1 }
    marks.insert(Mark(bytes: start..<waiting.count, frame: frame), at: index)
  }

  /// Begins an object that is written straight into the output.
  mutating func begin(into out: inout ByteBuffer) {
    if isDocument { out.append(isFirst ? "[\n" : ",\n") }
    isFirst = false
  }

  /// Ends a frame's object, and puts out what waited for it.
  mutating func end(frame number: Int, into out: inout ByteBuffer) {
    end(into: &out)
    release(through: number, into: &out)
  }

  private func end(into out: inout ByteBuffer) {
    if !isDocument { out.append(UInt8(ascii: "\n")) }
  }

  /// Puts out what waits for frames up to one.
  mutating func release(through frame: Int, into out: inout ByteBuffer) {
    listed = max(listed, frame)
    guard head < marks.count, marks[head].frame <= frame else { return }
    while head < marks.count, marks[head].frame <= frame {
      begin(into: &out)
      out.append(waiting.span.extracting(marks[head].bytes))
      end(into: &out)
      head += 1
    }
    guard head == marks.count else { return }
    marks.removeAll(keepingCapacity: true)
    head = 0
    waiting.clear()
  }

  /// Goes on behind objects that another one has put out.
  mutating func goOn() { isFirst = false }

  /// Ends the document.
  mutating func finish(into out: inout ByteBuffer) {
    release(through: .max, into: &out)
    if isDocument { out.append("\n]\n") }
  }

  private mutating func put(_ object: Span<UInt8>, into out: inout ByteBuffer) {
    begin(into: &out)
    out.append(object)
    end(into: &out)
  }
}
