import Analysis
import Bytes
import Decoding
import GrammarLanguage

/// Values of compared steps as they are printed: hex, meanings, and where they were captured. Secrets
/// are masked in both.
struct ComparedValues {
  private let lexicon: Lexicon
  private(set) var mask: Mask
  /// What stands for a digit that is not to be seen.
  private let sign: StaticString

  /// Longer values of one length are shown only as far as they differ.
  private static let longest = 24

  init(_ lexicon: Lexicon, _ secrets: SecretFinder?, sign: StaticString) {
    self.lexicon = lexicon
    self.sign = sign
    mask = Mask(secrets)
  }

  /// One side's value.
  struct Value: Equatable {
    /// The bytes in hex, or a number.
    var text: String
    /// Which bytes of how many they are, where not all are shown.
    var part: (range: Range<Int>, count: Int)?
    var meanings: [String] = []
    var place: Place?

    static func == (one: Self, other: Self) -> Bool {
      one.text == other.text && one.meanings == other.meanings
        && one.part?.range == other.part?.range
    }
  }

  /// Both sides' values of what differs; nil on a side that has none.
  mutating func values(
    _ difference: FieldDifference, _ row: ComparedRow
  ) -> (old: Value?, new: Value?) {
    switch difference.subject {
    case .field(let side, let ours, let theirs):
      let window = window(difference, row)
      return (
        ours.flatMap { node in row.old.map { value($0, side, node, window) } },
        theirs.flatMap { node in row.new.map { value($0, side, node, window) } }
      )
    case .bytes(let side, let ours, let theirs):
      let window = window(difference, row)
      return (
        row.old.map { bytes($0, side, ours, window) },
        row.new.map { bytes($0, side, theirs, window) }
      )
    case .part(_, let ours, let theirs), .partAnswer(_, let ours, let theirs):
      return (
        ours.flatMap { run in row.old.map { loose($0, run) } },
        theirs.flatMap { run in row.new.map { loose($0, run) } }
      )
    case .outcome(let ours, let theirs):
      return (Value(text: ours.words), Value(text: theirs.words))
    case .transport(_, let ours, let theirs):
      return (Value(text: "\(ours)"), Value(text: "\(theirs)"))
    case .latency(let ours, let theirs):
      return (Value(text: Self.milliseconds(ours)), Value(text: Self.milliseconds(theirs)))
    }
  }

  /// The first and the last byte that differ, of two long values of the same length.
  private func window(_ difference: FieldDifference, _ row: ComparedRow) -> Range<Int>? {
    guard let old = row.old, let new = row.new else { return nil }
    let side: Side
    let (ours, theirs): (Range<Int>, Range<Int>)
    switch difference.subject {
    case .field(let half, .some(let one), .some(let other)):
      side = half
      ours = old.half(half).0.nodes[one].place.range
      theirs = new.half(half).0.nodes[other].place.range
    case .bytes(let half, let one, let other): (side, ours, theirs) = (half, one, other)
    default: return nil
    }
    guard ours.count == theirs.count, ours.count > Self.longest else { return nil }
    let one = old.half(side).1[ours]
    let other = new.half(side).1[theirs]
    let odd = zip(one, other).enumerated().filter { $0.element.0 != $0.element.1 }.map(\.offset)
    guard let first = odd.first, let last = odd.last, last - first < Self.longest else {
      return nil
    }
    return first..<last + 1
  }

  private mutating func value(
    _ step: ComparedStep, _ side: Side, _ index: Int, _ window: Range<Int>?
  ) -> Value {
    let (tree, bytes) = step.half(side)
    let node = tree.nodes[index]
    find(in: step)
    guard node.kind != .bits else {
      return Value(
        text: "\(node.number)", meanings: lexicon.meanings(of: node, in: bytes.span),
        place: place(of: node.place.range, step, side))
    }
    let isSecret = mask.hides(node, of: side, lexicon)
    let whole = node.place.range
    let range = Self.part(window, of: whole)
    var value = Value(text: text(bytes, range, side, isWhollySecret: isSecret))
    value.place = place(of: range, step, side)
    if let window, range != whole {
      value.part = (window, whole.count)
    } else if !isSecret {
      value.meanings = meanings(of: node, in: tree, index, bytes)
    }
    return value
  }

  /// What a value means; of a number with parts, what these mean.
  private func meanings(
    of node: FieldNode, in tree: FieldTree, _ index: Int, _ bytes: [UInt8]
  ) -> [String] {
    let own = lexicon.meanings(of: node, in: bytes.span)
    guard own.isEmpty, node.kind == .number else { return own }
    return (index + 1..<tree.end(of: index)).flatMap { inner in
      lexicon.meanings(of: tree.nodes[inner], in: bytes.span)
    }
  }

  private mutating func bytes(
    _ step: ComparedStep, _ side: Side, _ range: Range<Int>, _ window: Range<Int>?
  ) -> Value {
    find(in: step)
    let part = Self.part(window, of: range)
    var value = Value(text: text(step.half(side).1, part, side, isWhollySecret: false))
    value.place = place(of: part, step, side)
    if let window, part != range { value.part = (window, range.count) }
    return value
  }

  /// Bytes of one of several commands that were joined.
  private mutating func loose(_ step: ComparedStep, _ run: Extent) -> Value {
    let bytes = Array(step.story.bytes[run.range])
    mask.find(inLoose: bytes.span, side: .command)
    return Value(text: text(bytes, 0..<bytes.count, .command, isWhollySecret: false))
  }

  private mutating func find(in step: ComparedStep) {
    if case .exchange(let exchange) = step.step.content {
      mask.find(in: exchange, bytes: step.story.bytes.span)
    } else {
      mask.forget()
    }
  }

  private mutating func text(
    _ bytes: [UInt8], _ range: Range<Int>, _ side: Side, isWhollySecret: Bool
  ) -> String {
    var buffer = ByteBuffer(capacity: 64)
    if isWhollySecret, !mask.touches(range, of: side) {
      for _ in 0..<2 * range.count { buffer.append(sign) }
      mask.noteHidden()
    } else if range.upperBound <= bytes.count {
      buffer.append(hex: bytes.span, range, of: side, mask: &mask, sign: sign)
    }
    return buffer.text
  }

  private func place(of range: Range<Int>, _ step: ComparedStep, _ side: Side) -> Place? {
    guard let dissection = step.dissection else { return nil }
    let half = side == .command ? dissection.command : dissection.answer
    return dissection.place(of: range, in: half, of: step.story)
  }

  private static func part(_ window: Range<Int>?, of range: Range<Int>) -> Range<Int> {
    guard let window else { return range }
    return range.lowerBound + window.lowerBound..<range.lowerBound + window.upperBound
  }

  private static func milliseconds(_ nanoseconds: Int64) -> String {
    var buffer = ByteBuffer(capacity: 16)
    Time.append(milliseconds: nanoseconds, to: &buffer)
    buffer.append(" ms")
    return buffer.text
  }
}

extension ByteBuffer {
  /// What is in it, as text. For cold paths.
  var text: String {
    var bytes: [UInt8] = []
    bytes.append(span)
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Exchange.Outcome {
  /// How an exchange ended, in a word or two.
  var words: String {
    switch self {
    case .answered: "answered"
    case .unanswered: "no answer"
    case .badCRC: "bad CRC"
    case .cut: "cut off"
    case .brokenChain: "broken off"
    case .endOfCapture: "the capture ends"
    case .refused: "no use to the reader"
    case .commandMissing: "the command was not captured"
    }
  }
}
