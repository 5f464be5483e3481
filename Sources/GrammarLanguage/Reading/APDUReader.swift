internal import Bytes

/// Reads command and response APDUs by what `instruction`, `class` and `status` say.
package struct APDUReader: Sendable {
  let perspective: Perspective
  let states: StateValues

  package init(_ perspective: Perspective, states: StateValues = StateValues()) {
    self.perspective = perspective
    self.states = states
  }

  /// Reads a command into nodes and says what is known of its instruction, for the answer.
  package func readCommand(_ bytes: Span<UInt8>, into tree: inout FieldTree) -> InstructionMeaning {
    let apdu = CommandAPDU(bytes)
    let meaning = perspective.instruction(apdu)
    // A grammar that has instructions of class FF knows of a reader that takes them (PC/SC).
    let fault = apdu.fault == .invalidClass && meaning.isKnown ? nil : apdu.fault
    var reader = MessageReader(meaning.grammar, perspective, states: states)
    let root = reader.append(meaning.label, .message, 0..<bytes.count, into: &tree)
    reader.depth = 1
    if case .headerTooShort = apdu.fault {
      if bytes.count > 0 { reader.append(.bytes, .bytes, 0..<bytes.count, into: &tree) }
    } else {
      number(.cla, UInt64(apdu.cla), 0..<1, reader, into: &tree)
      number(.ins, UInt64(apdu.ins), 1..<2, reader, into: &tree)
      readParameters(apdu, meaning, reader, into: &tree)
      if !apdu.lc.isEmpty { readLength(.lc, apdu.lc.range, bytes, reader, into: &tree) }
      if !apdu.data.isEmpty {
        let content = apdu.isSecured ? nil : meaning.data
        reader.readContent(
          content, or: .data, bytes, apdu.data.range, isWhole: fault == nil, into: &tree)
      }
      if !apdu.le.isEmpty { readLength(.le, apdu.le.range, bytes, reader, into: &tree) }
    }
    if let fault {
      let offset = fault == .invalidClass ? 0 : apdu.lc.isEmpty ? bytes.count : Int(apdu.lc.start)
      reader.problem(.command(fault), root, at: offset, into: &tree)
    }
    return meaning
  }

  /// Reads a response. `command` is what `readCommand` gave, nil where it was not captured;
  /// `asElements` then says that the data looks like BER-TLV.
  package func readResponse(
    _ bytes: Span<UInt8>, to command: InstructionMeaning?, asElements: Bool = false,
    into tree: inout FieldTree
  ) {
    let grammar = command?.grammar ?? perspective.base
    var reader = MessageReader(grammar, perspective, states: states)
    let label = command?.label ?? perspective.base.labelBase + ImpliedLabel.reply.rawValue
    let root = reader.append(label, .message, 0..<bytes.count, into: &tree)
    reader.depth = 1
    do {
      let apdu = try ResponseAPDU(bytes)
      if command == nil, asElements {
        reader.readElements(nil, bytes, apdu.data.range, into: &tree)
      } else if !apdu.data.isEmpty {
        let content = command?.isSecured == true ? nil : command?.reply
        reader.readContent(content, or: .reply, bytes, apdu.data.range, into: &tree)
      }
      let status = perspective.status(
        apdu.status, cla: command?.cla ?? 0, ins: command?.ins)
      reader.append(status, apdu.status, at: bytes.count - 2, else: perspective.base, into: &tree)
    } catch {
      reader.problem(.noStatus(present: error.present), root, at: bytes.count, into: &tree)
    }
  }

  private func readParameters(
    _ apdu: CommandAPDU, _ meaning: InstructionMeaning, _ reader: MessageReader,
    into tree: inout FieldTree
  ) {
    let both = UInt64(apdu.p1) << 8 | UInt64(apdu.p2)
    if let label = meaning.both {
      number(label, both, 2..<4, reader, into: &tree)
    } else {
      number(meaning.p1, UInt64(apdu.p1), 2..<3, reader, into: &tree)
      number(meaning.p2, UInt64(apdu.p2), 3..<4, reader, into: &tree)
    }
  }

  private func readLength(
    _ label: ImpliedLabel, _ range: Range<Int>, _ bytes: Span<UInt8>, _ reader: MessageReader,
    into tree: inout FieldTree
  ) {
    var value: UInt64 = 0
    for index in range { value = value << 8 | UInt64(bytes[index]) }
    number(label, value, range, reader, into: &tree)
  }

  private func number(
    _ label: ImpliedLabel, _ value: UInt64, _ range: Range<Int>, _ reader: MessageReader,
    into tree: inout FieldTree
  ) {
    number(reader.grammar.labelBase + label.rawValue, value, range, reader, into: &tree)
  }

  private func number(
    _ label: UInt16, _ value: UInt64, _ range: Range<Int>, _ reader: MessageReader,
    into tree: inout FieldTree
  ) {
    let node = reader.append(label, .number, range, into: &tree)
    tree.nodes[node].number = value
  }
}

extension MessageReader {
  /// Adds SW1-SW2, labelled by the grammar that knows the status.
  func append(
    _ status: StatusMeaning?, _ word: UInt16, at offset: Int, else grammar: Grammar,
    into tree: inout FieldTree
  ) {
    let label = (status?.grammar ?? grammar).labelBase + ImpliedLabel.status.rawValue
    let node = append(label, .status, offset..<offset + 2, into: &tree)
    tree.nodes[node].number = UInt64(word)
    tree.nodes[node].detail = status.map { UInt32($0.row) + 1 } ?? 0
  }

  /// Reads a data field as what it holds, or as bytes.
  mutating func readContent(
    _ content: Content?, or fallback: ImpliedLabel, _ bytes: Span<UInt8>, _ range: Range<Int>,
    isWhole: Bool = true, into tree: inout FieldTree
  ) {
    let label = content?.label ?? fallback.rawValue
    switch content?.kind {
    case .elements where isWhole: readElements(nil, bytes, range, into: &tree)
    case .elementsIfAny where isWhole && beginsElements(bytes, range):
      readElements(nil, bytes, range, into: &tree)
    case .dictionary(let dictionary) where isWhole:
      readElements(dictionary, bytes, range, into: &tree)
    case .message(let message) where isWhole: readInside(message, bytes, range, into: &tree)
    default: append(grammar.labelBase + label, .bytes, range, into: &tree)
    }
  }
}
