internal import Bytes

/// FIELD: numbers that were read earlier, or that somebody else knows.
extension GrammarCompiler {
  /// Finds what a FIELD names, and makes sure that its number is kept.
  mutating func resolve(_ name: String, _ reader: StatementReader, in run: inout FieldRun)
    throws(GrammarError) -> Reference
  {
    if name.hasPrefix("state.") {
      guard let state = states[String(name.dropFirst(6))] else {
        throw reader.error("no state is called '\(name.dropFirst(6))'")
      }
      return .state(state)
    }
    if name.hasPrefix("command.") {
      return try resolveInCommand(String(name.dropFirst(8)), reader, in: &run)
    }
    let found = run.find(name)
    guard let first = found.first else {
      guard run.mayDepend else { throw reader.error("no earlier field is called '\(name)'") }
      run.depends = true
      return .slot(0)
    }
    guard found.allSatisfy(\.isNumber) else {
      throw reader.error("'\(name)' is no number of at most four bytes")
    }
    guard !found.contains(where: \.isList) else {
      throw reader.error("'\(name)' is a list, and which of its items is not said")
    }
    let slot = try slot(of: first, run.fields, &run.slotCount, reader)
    for name in found {
      if let letter = name.letter {
        tables.fieldLetters[Int(run.fields[name.field].letters.start) + letter].slot = slot
      } else {
        run.fields[name.field].slot = slot
      }
    }
    return .slot(slot)
  }

  private mutating func resolveInCommand(
    _ name: String, _ reader: StatementReader, in run: inout FieldRun
  ) throws(GrammarError) -> Reference {
    guard let command = run.command else {
      guard run.mayDepend else { throw reader.error("no command has the name of this message") }
      run.depends = true
      return .command(0)
    }
    let found = command.names.filter { $0.name == name }
    guard let first = found.first else {
      throw reader.error("the command has no field '\(name)'")
    }
    guard found.allSatisfy({ $0.isNumber && !$0.isList }) else {
      throw reader.error("the command's '\(name)' is no single number of at most four bytes")
    }
    let start = Int(tables.messages[Int(command.message)].fields.start)
    let fields = Array(tables.fields[tables.messages[Int(command.message)].fields.range])
    let slot = try slot(
      of: first, fields, &tables.messages[Int(command.message)].slotCount, reader)
    for name in found {
      if let letter = name.letter {
        tables.fieldLetters[Int(fields[name.field].letters.start) + letter].slot = slot
      } else {
        tables.fields[start + name.field].slot = slot
      }
    }
    return .command(slot)
  }

  /// The slot that a number has, or the next free one.
  private func slot(
    of name: FieldRun.Name, _ fields: [Field], _ count: inout Int, _ reader: StatementReader
  ) throws(GrammarError) -> UInt8 {
    let field = fields[name.field]
    let kept = name.letter.map { tables.fieldLetters[Int(field.letters.start) + $0].slot }
    if let slot = kept ?? field.slot { return slot }
    guard count < Registers.capacity else {
      throw reader.error("a message names at most \(Registers.capacity) of its fields")
    }
    defer { count += 1 }
    return UInt8(count)
  }
}
