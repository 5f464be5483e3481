package import Analysis
package import Bytes
package import Decoding
import TraceFormat

/// Frames as text, one a line: number, time, direction, CRC verdict, name, bytes.
package struct FrameText: ~Copyable, Renderer {
  private let options: TextOptions
  private let names: NameSource
  private var times: TimeColumn
  private var pen = Pen()
  private var counts = Counts()
  private var mask: FrameMask
  private var secrets: Mask
  private var selector: Selector
  private var line: Line

  package init(_ options: TextOptions, names: NameSource, secrets: SecretFinder?) {
    self.options = options
    self.names = names
    times = TimeColumn(options.counting, decimals: 6)
    mask = FrameMask(secrets)
    self.secrets = Mask(secrets)
    selector = Selector(options.filter, names: names)
    line = Line(typeface: options.typeface)
  }

  package var hasMasked: Bool { mask.hasHidden }

  // Columns: where numbers end and texts begin.
  private static let number = 7
  private static let time = 21
  private static let direction = 23
  private static let crc = 26
  private static let name = 34
  private static let bytes = 52

  package mutating func open(_ opening: Opening, into out: inout ByteBuffer) {
    if let start = opening.start { times.start(at: start) }
    selector.start = opening.start ?? 0
    var head = ByteBuffer(capacity: 128)
    CardText.append("\(opening.name) · \(opening.label)", to: &head)
    line.clear()
    line.append(head.span)
    line.write(into: &out)
    out.append("\n\n  frame        time s     crc     name              bytes\n")
  }

  package mutating func write(
    _ story: borrowing Story, findings: [Finding], outcomes: [VisitOutcome],
    into out: inout ByteBuffer
  ) {
    for index in story.entries.indices {
      guard case .step(let step, _) = story.entries[index] else { continue }
      mask.note(step)
      guard case .exchange(let exchange) = step.content else { continue }
      secrets.find(in: exchange, bytes: story.bytes.span)
      mask.add(secrets.secrets, of: exchange, step.frames, in: story)
    }
    for index in story.frames.indices {
      if selector.isOpen || selector.selects(story.frames[index]) {
        write(story.frames[index], story.frameBytes.span, into: &out)
      } else {
        mask.forget(through: story.frames[index].frame.number)
        counts.leftOut += 1
      }
    }
  }

  package func double() -> FrameText? {
    guard selector.isOpen, options.counting != .sinceRow else { return nil }
    var other = FrameText(options, names: names, secrets: secrets.finder)
    other.times = times
    return other
  }

  package mutating func close(_ summary: Summary, into out: inout ByteBuffer) {
    var text = ByteBuffer(capacity: 256)
    text.append("\n")
    counts.append(summary, to: &text)
    line.clear()
    line.append(text.span)
    line.write(into: &out)
  }

  private mutating func write(_ note: FrameNote, _ bytes: Span<UInt8>, into out: inout ByteBuffer) {
    let frame = note.frame
    pen.start()
    pen.number.append(decimal: frame.number)
    pen.number.append(derived: frame.derived)
    pen.writeNumber(endingAt: Self.number, into: &out)
    times.append(frame.time, to: &pen.number)
    pen.writeNumber(endingAt: Self.time, into: &out)
    put(frame.direction.sign, at: Self.direction, into: &out)
    put(note.crc.words(of: frame), at: Self.crc, into: &out)
    put(frame.event == .none ? note.name.words : frame.event.words, at: Self.name, into: &out)
    if !frame.bytes.isEmpty {
      pen.step(to: Self.bytes, into: &out)
      mask.append(
        note, bytes.extracting(frame.bytes.range),
        sign: options.typeface.isUTF8 ? "·" : "-", to: &out)
      if frame.firstBits != 0 || frame.lastBits != 0 {
        out.append(" (")
        out.append(decimal: frame.bitCount)
        out.append(" bits)")
      }
    }
    out.append("\n")
  }

  private mutating func put(_ text: StaticString, at column: Int, into out: inout ByteBuffer) {
    guard text.utf8CodeUnitCount > 0 else { return }
    pen.step(to: column, into: &out)
    out.append(text)
    pen.advance(by: text.utf8CodeUnitCount)
  }
}

extension Direction {
  /// What stands for it in a list of frames.
  fileprivate var sign: StaticString {
    switch self {
    case .none: ""
    case .toCard: ">"
    case .fromCard: "<"
    case .unknown: "?"
    }
  }
}

extension FrameNote.CRCVerdict {
  /// What a list of frames says of it.
  fileprivate func words(of frame: Frame) -> StaticString {
    switch self {
    case .good: "ok"
    case .bad: "bad"
    case .absent: "absent"
    case .none: frame.event == .none ? "-" : ""
    }
  }
}
