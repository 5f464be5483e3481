import Bytes
import Decoding
import GrammarLanguage

/// Fields of steps: in the object of their exchange, or beside the frame that completed their half.
extension StoryJSON {
  /// Appends the `fields` of a step, both halves' in a row; nothing where no grammar knows them.
  mutating func append(fieldsOf step: Step, in story: borrowing Story) {
    dissector?.dissect(step, in: story, into: &dissection)
    guard !dissection.command.tree.nodes.isEmpty || !dissection.answer.tree.nodes.isEmpty else {
      return
    }
    object.json(key: "fields")
    object.append("[")
    var isFirst = true
    Self.append(
      .command, of: dissection, in: story, by: &fieldWriter, mask: &mask, isFirst: &isFirst,
      to: &object)
    Self.append(
      .answer, of: dissection, in: story, by: &fieldWriter, mask: &mask, isFirst: &isFirst,
      to: &object)
    object.append("]")
  }

  /// Writes a step's fields for the frames that will be listed.
  mutating func keepFields(of step: Step, in story: borrowing Story) {
    guard case .exchange(let exchange) = step.content else {
      mask.forget()
      dissector?.dissect(step, in: story, into: &dissection)
      _ = keep(.command, of: step, in: story)
      _ = keep(.answer, of: step, in: story)
      return
    }
    let bytes = story.bytes.span
    let mayRepeat =
      mask.secrets.isEmpty && exchanges.takes(exchange)
      && Dissector.isSelfContained(exchange, bytes)
    if mayRepeat, let known = exchanges.find(exchange, bytes) {
      keep(known.command, frame: step.number(of: .command), exchange.commandSegments, story)
      keep(known.answer, frame: step.number(of: .answer), exchange.answerSegments, story)
      return
    }
    dissector?.dissect(step, in: story, into: &dissection)
    let command = keep(.command, of: step, in: story)
    let answer = keep(.answer, of: step, in: story)
    if mayRepeat, step.commandFrame != 0, step.answerFrame != 0 {
      exchanges.keep(frameFields.text, command: command, answer: answer)
    }
  }

  /// Writes the fields of a half that was taken apart. Says where; nil where there are none.
  private mutating func keep(
    _ side: Side, of step: Step, in story: borrowing Story
  ) -> Range<Int>? {
    let half = dissection[side]
    let frame = step.number(of: side)
    guard !half.tree.nodes.isEmpty, frame.frame != 0 else { return nil }
    let start = frameFields.text.count
    var isFirst = true
    Self.append(
      side, of: dissection, in: story, by: &fieldWriter, mask: &mask, isFirst: &isFirst,
      to: &frameFields.text)
    let end = frameFields.text.count
    var segments = Extent.none
    if case .exchange(_, let run) = half.source { segments = run }
    frameFields.add(from: start, of: Self.lastFrame(of: segments, in: story) ?? frame)
    return start..<end
  }

  /// Copies the fields of a half that was written before.
  private mutating func keep(
    _ run: Extent?, frame: FrameFields.Number, _ segments: Extent, _ story: borrowing Story
  ) {
    guard let run, frame.frame != 0 else { return }
    let start = frameFields.text.count
    exchanges.append(run, to: &frameFields.text)
    frameFields.add(from: start, of: Self.lastFrame(of: segments, in: story) ?? frame)
  }

  /// The frame that completed a half whose bytes came in several.
  private static func lastFrame(of segments: Extent, in story: borrowing Story)
    -> FrameFields.Number?
  {
    guard let last = segments.range.last else { return nil }
    let segment = story.segments[last]
    return FrameFields.Number(frame: segment.frame, derived: segment.derived)
  }

  private static func append(
    _ side: Side, of dissection: Dissection, in story: borrowing Story,
    by writer: inout FieldWriter?, mask: inout Mask, isFirst: inout Bool,
    to out: inout ByteBuffer
  ) {
    let half = dissection[side]
    switch half.source {
    case .none: return
    case .exchange(let run, _), .frame(let run, _):
      writer?.append(
        half.tree, story.bytes.span.extracting(run.range), of: side, mask: &mask,
        isFirst: &isFirst, to: &out)
    case .made(let run):
      writer?.append(
        half.tree, dissection.made.span.extracting(run.range), of: side, mask: &mask,
        isFirst: &isFirst, to: &out)
    }
  }
}

extension Dissection {
  /// The half of a side.
  fileprivate subscript(side: Side) -> Half {
    switch side {
    case .command: command
    case .answer: answer
    }
  }
}

extension Step {
  /// The frame that completed a half.
  fileprivate func number(of side: Side) -> FrameFields.Number {
    let frame = side == .command ? commandFrame : answerFrame
    let derived = frame == frames.upperBound && side == .answer ? lastDerived : firstDerived
    return FrameFields.Number(frame: frame, derived: derived)
  }
}
