import Bytes

/// Fields that were written before their frame is listed: those of a command go with the frame that
/// completed it, those of an answer likewise.
struct FrameFields: ~Copyable {
  private var text = ByteBuffer(capacity: 16)
  private var entries: [Entry] = []

  /// The items of one frame's list, in `text`.
  private struct Entry {
    let frame: Int
    let bytes: Range<Int>
  }

  /// Keeps a frame's fields.
  mutating func add(_ fields: borrowing ByteBuffer, of frame: Int) {
    let start = text.count
    text.append(fields.span)
    entries.append(Entry(frame: frame, bytes: start..<text.count))
  }

  /// Appends the key `fields` and a frame's fields, if there are any, and forgets them.
  mutating func take(_ frame: Int, into object: inout ByteBuffer) {
    guard let index = entries.firstIndex(where: { $0.frame == frame }) else { return }
    object.json(key: "fields")
    object.append("[")
    object.append(text.span.extracting(entries[index].bytes))
    object.append("]")
    entries.remove(at: index)
    if entries.isEmpty { text.clear() }
  }

  /// Forgets the fields of frames up to one.
  mutating func forget(through frame: Int) {
    guard !entries.isEmpty else { return }
    entries.removeAll { $0.frame <= frame }
    if entries.isEmpty { text.clear() }
  }
}
