import Bytes

/// Fields that were written before their frame is listed: those of a command go with the frame that
/// completed it, those of an answer likewise.
struct FrameFields: ~Copyable {
  /// The fields. Whoever writes some puts them at the end and says with `add` whose they are.
  var text = ByteBuffer(capacity: 16)
  /// By frame. Those in front of `head` are taken or too late.
  private var entries: [Entry] = []
  private var head = 0

  /// A captured frame's number, and which of the frames derived from it.
  struct Number: Comparable {
    var frame: Int
    var derived: UInt16 = 0

    static func < (one: Self, other: Self) -> Bool {
      (one.frame, one.derived) < (other.frame, other.derived)
    }
  }

  /// The items of one frame's list, in `text`.
  private struct Entry {
    let frame: Number
    let bytes: Range<Int>
  }

  /// Keeps what was written from an offset on as a frame's fields.
  mutating func add(from start: Int, of frame: Number) {
    var index = entries.count
    while index > head, entries[index - 1].frame > frame { index -= 1 }
    entries.insert(Entry(frame: frame, bytes: start..<text.count), at: index)
  }

  /// Appends the key `fields` and a frame's fields, if there are any. Frames are asked for in their
  /// order: what is kept of earlier ones is forgotten with it.
  mutating func take(_ frame: Number, into object: inout ByteBuffer) {
    guard head < entries.count, entries[head].frame <= frame else { return }
    while head < entries.count, entries[head].frame < frame { head += 1 }
    if head < entries.count, entries[head].frame == frame {
      object.append(",\"fields\":[")
      object.append(text.span.extracting(entries[head].bytes))
      object.append(UInt8(ascii: "]"))
    }
    drop(through: frame)
  }

  /// Forgets the fields of frames up to one.
  mutating func forget(through frame: Int) { drop(through: Number(frame: frame, derived: .max)) }

  private mutating func drop(through frame: Number) {
    while head < entries.count, entries[head].frame <= frame { head += 1 }
    guard head > 0, head == entries.count else { return }
    entries.removeAll(keepingCapacity: true)
    head = 0
    text.clear()
  }
}
