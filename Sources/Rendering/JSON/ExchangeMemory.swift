import Bytes
import Decoding

/// The fields of exchanges as they were written, to be copied when the same command to the same
/// application gets the same answer again. That spares taking both apart and looking up what they
/// mean, which costs more than everything else that is written of them.
///
/// There is room for so many, and a later one takes an earlier one's place.
struct ExchangeMemory: ~Copyable {
  private var entries = [Entry](repeating: Entry(), count: Self.places)
  /// Keys and fields of all entries.
  private var text = ByteBuffer(capacity: 16 * 1024)
  /// The key that was asked for last: all that the fields depend on, in whole words.
  private var key = ByteBuffer(capacity: 256)

  private static let places = 1024
  /// So many bytes of text are kept; then all are forgotten.
  private static let limit = 256 * 1024
  /// Longer commands and answers are hardly ever the same again.
  private static let longest = 128

  /// What was written of an exchange: runs of `text`.
  struct Entry {
    fileprivate var key = Extent.none
    /// The reader's fields; nil where no grammar knows the command.
    fileprivate(set) var command: Extent?
    /// The card's fields; nil where no grammar knows the answer.
    fileprivate(set) var answer: Extent?
  }

  /// Whether an exchange is one to be remembered.
  func takes(_ exchange: Exchange) -> Bool {
    exchange.command.count <= Self.longest && exchange.answer.count <= Self.longest
  }

  /// Finds an exchange whose bytes lie in `bytes`. What is kept next is of that one.
  mutating func find(_ exchange: Exchange, _ bytes: Span<UInt8>) -> Entry? {
    let application = exchange.application
    key.clear()
    key.append(exchange.form.rawValue)
    key.append(exchange.isEncrypted ? 1 : 0)
    key.append(exchange.status == nil ? 0 : 1)
    key.append(application.count)
    key.append(UInt8(exchange.command.count))
    key.append(UInt8(exchange.answer.count))
    key.append(word: UInt64(exchange.status ?? 0), length: 2)
    key.append(word: application.high, length: 8)
    key.append(word: application.low, length: 8)
    key.append(bytes.extracting(exchange.command.range))
    key.append(bytes.extracting(exchange.answer.range))
    key.append(word: 0, length: (8 - key.count % 8) % 8)
    let entry = entries[place]
    guard entry.key.count == key.count, isKey(at: entry.key) else { return nil }
    return entry
  }

  /// Appends a run that was found.
  func append(_ run: Extent, to out: inout ByteBuffer) {
    out.append(text.span.extracting(run.range))
  }

  /// Keeps what was written of the exchange that was asked for last: runs of `written`.
  mutating func keep(_ written: borrowing ByteBuffer, command: Range<Int>?, answer: Range<Int>?) {
    let size = key.count + (command?.count ?? 0) + (answer?.count ?? 0)
    guard size <= Self.limit / 64 else { return }
    if text.count + size > Self.limit {
      text.clear()
      for index in entries.indices { entries[index] = Entry() }
    }
    var entry = Entry()
    let start = text.count
    text.append(key, 0..<key.count)
    entry.key = Extent(start..<text.count)
    if let command { entry.command = add(written, command) }
    if let answer { entry.answer = add(written, answer) }
    entries[place] = entry
  }

  private mutating func add(_ written: borrowing ByteBuffer, _ run: Range<Int>) -> Extent {
    let start = text.count
    text.append(written, run)
    return Extent(start..<text.count)
  }

  /// Where the key belongs among the entries.
  private var place: Int {
    let words = key.span
    var mixed: UInt64 = 0
    for index in stride(from: 0, to: words.count, by: 8) {
      mixed = (mixed ^ ByteOrder.little.number64(words, at: index)) &* 0x9E37_79B9_7F4A_7C15
      mixed ^= mixed >> 32
    }
    return Int(mixed & UInt64(Self.places - 1))
  }

  private func isKey(at run: Extent) -> Bool {
    let known = text.span.extracting(run.range)
    let words = key.span
    for index in stride(from: 0, to: words.count, by: 8)
    where ByteOrder.little.number64(words, at: index)
      != ByteOrder.little.number64(known, at: index)
    {
      return false
    }
    return true
  }
}

extension ByteBuffer {
  /// Appends a run of another buffer: its span would keep the owner of both from being changed.
  fileprivate mutating func append(_ other: borrowing ByteBuffer, _ run: Range<Int>) {
    append(other.span.extracting(run))
  }
}
