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
    append(dissection.command, of: .command, in: story, isFirst: &isFirst)
    append(dissection.answer, of: .answer, in: story, isFirst: &isFirst)
    object.append("]")
  }

  /// Writes a step's fields for the frames that will be listed.
  mutating func keepFields(of step: Step, in story: borrowing Story) {
    dissector?.dissect(step, in: story, into: &dissection)
    if case .exchange = step.content {} else { mask.forget() }
    keep(dissection.command, of: .command, frame: step.commandFrame, in: story)
    keep(dissection.answer, of: .answer, frame: step.answerFrame, in: story)
  }

  private mutating func keep(
    _ half: Dissection.Half, of side: Side, frame: Int, in story: borrowing Story
  ) {
    guard !half.tree.nodes.isEmpty, frame != 0 else { return }
    object.clear()
    var isFirst = true
    append(half, of: side, in: story, isFirst: &isFirst)
    frameFields.add(object, of: half.lastFrame(in: story) ?? frame)
  }

  private mutating func append(
    _ half: Dissection.Half, of side: Side, in story: borrowing Story, isFirst: inout Bool
  ) {
    switch half.source {
    case .none: return
    case .exchange(let run, _), .frame(let run, _):
      fieldWriter?.append(
        half.tree, story.bytes.span.extracting(run.range), of: side, mask: &mask,
        isFirst: &isFirst, to: &object)
    case .made(let run):
      let made = dissection.made
      fieldWriter?.append(
        half.tree, made.span.extracting(run.range), of: side, mask: &mask, isFirst: &isFirst,
        to: &object)
    }
  }
}

extension Dissection.Half {
  /// The frame that completed it, where its bytes came in several.
  fileprivate func lastFrame(in story: borrowing Story) -> Int? {
    guard case .exchange(_, let segments) = source, segments.count > 0 else { return nil }
    return story.segments[segments.range.upperBound - 1].frame
  }
}
