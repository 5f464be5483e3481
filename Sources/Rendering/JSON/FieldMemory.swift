import Bytes
import GrammarLanguage

/// Values with their meanings as they were written, to be copied when the same one comes again: the
/// same few commands, status words and card parameters make up most of a trace.
///
/// There is room for so many, and a later one takes an earlier one's place.
struct FieldMemory: ~Copyable {
  private var entries = [Entry](repeating: Entry(), count: Self.places)
  private var text = ByteBuffer(capacity: 4096)

  private static let places = 1024
  /// So many bytes of text are kept; then all are forgotten.
  private static let limit = 64 * 1024

  private struct Entry {
    var key = Key()
    /// Empty where there is none.
    var text = Extent.none
  }

  /// Everything that a field's value and its meaning depend on.
  struct Key: Equatable {
    private var label: UInt16 = 0
    private var kind: UInt8 = 0
    private var count: UInt8 = 0
    private var detail: UInt32 = 0
    private var number: UInt64 = 0
    /// The first and the last bytes of the value, which overlap where it has fewer than 16.
    private var first: UInt64 = 0
    private var last: UInt64 = 0

    fileprivate init() {}

    /// A node's key; nil for values of more than 16 bytes.
    init?(_ node: FieldNode, _ value: Span<UInt8>) {
      guard value.count <= 16 else { return nil }
      label = node.label
      kind = node.kind.rawValue << 1 | (node.lead > 0 ? 1 : 0)
      count = UInt8(value.count)
      detail = node.detail
      number = node.number
      if value.count >= 8 {
        first = ByteOrder.little.number64(value, at: 0)
        last = ByteOrder.little.number64(value, at: value.count - 8)
      } else if value.count >= 4 {
        first = UInt64(ByteOrder.little.number32(value, at: 0))
        last = UInt64(ByteOrder.little.number32(value, at: value.count - 4))
      } else {
        for index in value.indices { first = first << 8 | UInt64(value[index]) }
      }
    }

    fileprivate var place: Int {
      var mixed = first &* 0x9E37_79B9_7F4A_7C15 ^ last
      mixed = (mixed ^ number) &* 0x9E37_79B9_7F4A_7C15
      mixed ^= UInt64(label) << 16 ^ UInt64(kind) ^ UInt64(detail) << 32
      return Int((mixed &* 0x9E37_79B9_7F4A_7C15) >> 54)
    }
  }

  /// Appends what was kept of a key; false where nothing was.
  func append(_ key: Key, to out: inout ByteBuffer) -> Bool {
    let place = key.place
    guard entries[place].key == key, !entries[place].text.isEmpty else { return false }
    out.append(text.span.extracting(entries[place].text.range))
    return true
  }

  /// Keeps what was written of a key.
  mutating func keep(_ written: Span<UInt8>, of key: Key) {
    guard written.count <= Self.limit / 64 else { return }
    if text.count + written.count > Self.limit {
      text.clear()
      for place in entries.indices { entries[place].text = .none }
    }
    let start = text.count
    text.append(written)
    entries[key.place] = Entry(key: key, text: Extent(start..<text.count))
  }
}
