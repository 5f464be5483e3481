import Bytes
import Decoding
import GrammarLanguage

/// Fields as a tree: path, name, bytes, value, meaning and what is inside.
extension StoryJSON {
  /// Appends the `fields` of a step, both halves' in a row; nothing where no grammar knows them.
  mutating func append(fieldsOf step: Step, in story: borrowing Story) {
    guard let lexicon = names.lexicon else { return }
    dissector?.dissect(step, in: story, into: &dissection)
    let (command, answer) = (dissection.command, dissection.answer)
    guard command.tree.nodes.count + answer.tree.nodes.count > 0 else { return }
    object.json(key: "fields")
    object.append("[")
    var isFirst = true
    append(command, of: .command, lexicon, in: story, isFirst: &isFirst)
    append(answer, of: .answer, lexicon, in: story, isFirst: &isFirst)
    object.append("]")
  }

  /// Writes a step's fields for the frames that will be listed.
  mutating func keepFields(of step: Step, in story: borrowing Story) {
    guard let lexicon = names.lexicon else { return }
    dissector?.dissect(step, in: story, into: &dissection)
    if case .exchange = step.content {} else { mask.forget() }
    keep(dissection.command, of: .command, lexicon, frame: step.commandFrame, in: story)
    keep(dissection.answer, of: .answer, lexicon, frame: step.answerFrame, in: story)
  }

  private mutating func keep(
    _ half: Dissection.Half, of side: Side, _ lexicon: Lexicon, frame: Int,
    in story: borrowing Story
  ) {
    guard !half.tree.nodes.isEmpty, frame != 0 else { return }
    object.clear()
    var isFirst = true
    append(half, of: side, lexicon, in: story, isFirst: &isFirst)
    frameFields.add(object, of: half.lastFrame(in: story) ?? frame)
  }

  /// Appends what is inside a half's message.
  mutating func append(
    _ half: Dissection.Half, of side: Side, _ lexicon: Lexicon, in story: borrowing Story,
    isFirst: inout Bool
  ) {
    guard !half.tree.nodes.isEmpty else { return }
    let bytes = dissection.copy(of: half, in: story)
    appendChildren(
      of: 0, in: half.tree, bytes: bytes, side: side, lexicon, isFirst: &isFirst)
  }

  private mutating func appendChildren(
    of parent: Int, in tree: FieldTree, bytes: [UInt8], side: Side, _ lexicon: Lexicon,
    isFirst: inout Bool
  ) {
    let end = tree.end(of: parent)
    var index = parent + 1
    while index < end {
      if !isFirst { object.append(",") }
      isFirst = false
      append(index, in: tree, bytes: bytes, side: side, lexicon)
      index = tree.end(of: index)
    }
  }

  private mutating func append(
    _ index: Int, in tree: FieldTree, bytes: [UInt8], side: Side, _ lexicon: Lexicon
  ) {
    let node = tree.nodes[index]
    object.append("{\"path\":\"")
    lexicon.append(pathOf: index, in: tree, to: &object)
    object.append("\"")
    object.json("name", text: lexicon.title(of: node.label))
    let isSecret = mask.hides(node, of: side, lexicon)
    let range = node.place.range
    if range.upperBound <= bytes.count {
      object.json(key: "bytes")
      object.append("\"")
      if isSecret, !mask.touches(range, of: side) {
        for _ in range { object.append("XX") }
        mask.noteHidden()
      } else {
        object.append(hex: bytes.span, range, of: side, mask: &mask, sign: "X")
      }
      object.append("\"")
    }
    if !isSecret {
      if node.kind == .number || node.kind == .bits { object.json("value", number: node.number) }
      let meanings = lexicon.meanings(of: node, in: bytes.span)
      if !meanings.isEmpty { object.json("meaning", text: meanings.joined(separator: ", ")) }
    }
    if tree.end(of: index) > index + 1 {
      object.json(key: "children")
      object.append("[")
      var isFirst = true
      appendChildren(
        of: index, in: tree, bytes: bytes, side: side, lexicon, isFirst: &isFirst)
      object.append("]")
    }
    object.append("}")
  }
}

extension Dissection.Half {
  /// The frame that completed it, where its bytes came in several.
  fileprivate func lastFrame(in story: borrowing Story) -> Int? {
    guard case .exchange(_, let segments) = source, segments.count > 0 else { return nil }
    return story.segments[segments.range.upperBound - 1].frame
  }
}
