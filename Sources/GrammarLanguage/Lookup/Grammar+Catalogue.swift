/// All tags, instructions and commands at once, for layers that keep small tables of their own for
/// what they ask of every exchange.
extension Grammar {
  /// What is said of one tag of the grammar's own BER dictionary.
  package struct TagFact: Equatable, Sendable {
    package let tag: UInt32
    /// Whether elements are inside.
    package let isTemplate: Bool
    /// Whether it holds only under an application.
    package let isScoped: Bool
    package let attributes: Attributes
  }

  /// What is said of one instruction.
  package struct InstructionFact: Equatable, Sendable {
    package let ins: UInt8
    package let isScoped: Bool
    /// Bits of CLA that have to be set in one way, and how; 0 for an instruction of any class.
    package let classMask: UInt8
    package let classBits: UInt8
    /// What holds for its data field, however P1 and P2 are set.
    package let data: Attributes
    /// Whether its answer's data is elements, for some P1 and P2 at least.
    package let answersElements: Bool
  }

  package var tagFacts: [TagFact] {
    tables.tags.filter { $0.dictionary == 0 }.map { row in
      TagFact(
        tag: row.tag, isTemplate: row.content == .elements, isScoped: row.scope != .root,
        attributes: tables.labels[Int(row.label)].attributes)
    }
  }

  package var instructionFacts: [InstructionFact] {
    tables.instructions.map { row in
      let sets = [row.p1, row.p2, row.both].compactMap { label in
        label.flatMap { tables.labels[Int($0)].values }
      }
      let replies = sets.flatMap { set in
        (Array(set.exact.range) + Array(set.others.range)).compactMap { tables.values[$0].reply }
      }
      return InstructionFact(
        ins: row.ins, isScoped: row.scope != .root, classMask: row.classes.mask,
        classBits: row.classes.bits,
        data: row.data.map { tables.labels[Int($0.label)].attributes } ?? Attributes(),
        answersElements: (replies + [row.reply].compactMap { $0 }).contains { $0.kind.isElements })
    }
  }

  /// The kind of the first secret in a command's own fields, or in what it describes as its answer;
  /// nil without one. `id` is no secret here.
  package func secret(in message: MessageIndex) -> SecretKind? {
    let row = tables.messages[Int(message.row)]
    let runs = [row.fields] + row.answers.range.map { tables.messages[$0].fields }
    for run in runs {
      for field in tables.fields[run.range] {
        let kind = tables.labels[Int(field.label)].attributes.secret
        if let kind, kind != .id { return kind }
      }
    }
    return nil
  }
}

extension Content.Kind {
  fileprivate var isElements: Bool {
    switch self {
    case .elements, .elementsIfAny, .dictionary: true
    case .bytes, .message: false
    }
  }
}
