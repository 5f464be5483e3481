import Bytes
import Decoding
import GrammarLanguage
import TraceFormat

/// The bytes under a row, as `>` and `<` lines that text traces and grammars take as they are, with
/// the fields in them as `=` lines.
extension Composer {
  mutating func append(bytesOf step: Step, in story: borrowing Story) {
    if showsFields, dissector != nil {
      dissector?.dissect(step, in: story, into: &dissection)
      if !dissection.command.tree.nodes.isEmpty || !dissection.answer.tree.nodes.isEmpty {
        append(dissectionOf: step, in: story)
        return
      }
    }
    let bytes = story.bytes.span
    mask.forget()
    switch step.content {
    case .exchange(let exchange): append(bytesOf: exchange, in: story)
    case .activation(let activation):
      append(line: "> ", bytes.extracting(activation.request.range), of: .command)
      append(line: "< ", bytes.extracting(activation.answer.range), of: .answer)
    case .protocolActivation(let activation):
      append(line: "> ", bytes.extracting(activation.request.range), of: .command)
      append(line: "< ", bytes.extracting(activation.answer.range), of: .answer)
    case .block(let block):
      append(line: "> ", bytes.extracting(block.request.range), of: .command)
      // A block sent again after R(NAK) has an answer's bytes in it.
      let answer = bytes.extracting(block.answer.range)
      mask.find(inLoose: answer, side: .answer)
      append(line: "< ", answer, of: .answer)
    case .damaged(let damaged):
      let isCard = damaged.direction == .fromCard
      let raw = bytes.extracting(damaged.bytes.range)
      mask.find(inLoose: raw, side: isCard ? .answer : .command)
      append(line: isCard ? "< " : "> ", raw, of: isCard ? .answer : .command)
    case .polling(let polling):
      append(line: "> ", bytes.extracting(polling.ecpFrame.range), of: .command)
    case .answerToReset(let extent):
      append(line: "< ", bytes.extracting(extent.range), of: .answer)
    case .peer(let peer):
      findSecrets(of: step, in: story)
      append(
        line: peer.isToTarget ? "> " : "< ", bytes.extracting(peer.bytes.range),
        of: peer.isToTarget ? .command : .answer)
    case .raw(let extent):
      let raw = bytes.extracting(extent.range)
      mask.find(inLoose: raw, side: .command)
      append(line: "? ", raw, of: .command)
    case .event(_, let text): append(comment: bytes.extracting(text.range))
    case .parameterSelection, .halt, .deselect, .records: break
    }
  }

  /// Both halves' bytes, each with its fields.
  private mutating func append(dissectionOf step: Step, in story: borrowing Story) {
    if case .exchange(let exchange) = step.content {
      mask.find(in: exchange, bytes: story.bytes.span)
    } else {
      mask.forget()
      if case .peer = step.content { mask.add(dissection, names.lexicon) }
    }
    let command = dissection.copy(of: dissection.command, in: story)
    append(line: "> ", command.span, of: .command)
    append(fieldsOf: dissection.command, of: .command, in: story)
    let answer = dissection.copy(of: dissection.answer, in: story)
    append(line: "< ", answer.span, of: .answer)
    append(fieldsOf: dissection.answer, of: .answer, in: story)
  }

  /// Finds the keys in what a peer sent, which only its fields tell.
  private mutating func findSecrets(of step: Step, in story: borrowing Story) {
    guard mask.isActive, dissector != nil else { return }
    dissector?.dissect(step, in: story, into: &dissection)
    mask.add(dissection, names.lexicon)
  }

  /// Every command and answer of it; where secrets are masked, which were found in the whole, the
  /// whole.
  private mutating func append(bytesOf exchange: Exchange, in story: borrowing Story) {
    let bytes = story.bytes.span
    mask.find(in: exchange, bytes: bytes)
    if exchange.partRun.isEmpty || !mask.secrets.isEmpty {
      append(line: "> ", bytes.extracting(exchange.command.range), of: .command)
      append(line: "< ", bytes.extracting(exchange.answer.range), of: .answer)
    } else {
      for index in exchange.partRun.range {
        let part = story.parts[index]
        mask.forget()
        if index > Int(exchange.partRun.start), let secret = exchange.secretPacket {
          mask.add(secret)
        }
        append(line: "> ", bytes.extracting(part.command.range), of: .command)
        append(line: "< ", bytes.extracting(part.answer.range), of: .answer)
      }
    }
    if !exchange.damagedAnswer.isEmpty, exchange.answer.isEmpty {
      let raw = bytes.extracting(exchange.damagedAnswer.range)
      mask.find(inDamaged: raw, of: exchange, bytes: bytes)
      append(line: "< ", raw, of: .answer)
    }
  }

  /// What a comment says, as a comment of a text trace.
  private mutating func append(comment text: Span<UInt8>) {
    guard text.count > 0 else { return }
    words.append("      # ")
    CardText.append(text, to: &words)
    words.append("\n")
  }

  private mutating func append(line mark: StaticString, _ bytes: Span<UInt8>, of side: Side) {
    guard bytes.count > 0 else { return }
    words.append("      ")
    words.append(mark)
    words.append(hex: bytes, 0..<bytes.count, of: side, mask: &mask, sign: "·")
    words.append("\n")
  }
}
