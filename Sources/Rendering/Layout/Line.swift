import Analysis
import Bytes

/// Words being put together in a typeface's characters, before it is known where they break.
struct Line: ~Copyable {
  /// The words, marks among them.
  private(set) var text = ByteBuffer(capacity: 256)
  private let typeface: Typeface

  init(typeface: Typeface) { self.typeface = typeface }

  /// Forgets the text.
  mutating func clear() { text.clear() }

  /// Adds words. Those that hold of one exchange alone are left out if `count` are folded.
  mutating func append(_ words: Span<UInt8>, count: Int = 1) {
    guard count > 1 else {
      typeface.append(words, to: &text)
      return
    }
    var start = 0
    var index = 0
    while index < words.count {
      if words[index] == Mark.single {
        typeface.append(words.extracting(start..<index), to: &text)
        while index < words.count, words[index] != Mark.singleEnd { index += 1 }
        start = min(index + 1, words.count)
      }
      index += 1
    }
    typeface.append(words.extracting(start..<words.count), to: &text)
  }

  /// Adds ` ×3`.
  mutating func append(times count: Int) {
    guard count > 1 else { return }
    typeface.append([0x20, 0xC3, 0x97].span, to: &text)
    text.append(decimal: count)
  }

  /// Adds a finding's number.
  mutating func append(_ tag: Row.Tag) {
    if text.count > 0 { text.append(UInt8(ascii: " ")) }
    text.append(Mark.colour + tag.severity.rawValue)
    text.append(UInt8(ascii: "["))
    text.append(decimal: tag.number)
    text.append(UInt8(ascii: "]"))
    text.append(Mark.colourEnd)
  }

  /// Writes it on one line.
  func write(into out: inout ByteBuffer) { typeface.write(text.span, into: &out) }
}
