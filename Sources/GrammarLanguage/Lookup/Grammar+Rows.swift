/// Rows by number: instructions, statuses, tags. Nothing here allocates.
extension Grammar {
  func instruction(_ apdu: CommandAPDU, _ scope: Scope) -> InstructionRow? {
    let rows = tables.instructions
    let start = lowerBound(rows.count) { rows[$0].ins < apdu.ins }
    var scope = scope
    while true {
      var index = start
      while index < rows.count, rows[index].ins == apdu.ins {
        if rows[index].scope == scope, rows[index].classes.matches(apdu.cla) { return rows[index] }
        index += 1
      }
      if scope == .root { return nil }
      scope = tables.scopes[Int(scope.index)].parent
    }
  }

  func status(_ word: UInt16, _ cla: UInt8, _ ins: UInt8?, _ scope: Scope) -> Int? {
    var scope = scope
    while true {
      if let row = status(word, cla, ins, key: StatusRow.key(scope, UInt8(word >> 8)))
        ?? status(word, cla, ins, key: StatusRow.key(scope, nil))
      {
        return row
      }
      if scope == .root { return nil }
      scope = tables.scopes[Int(scope.index)].parent
    }
  }

  private func status(_ word: UInt16, _ cla: UInt8, _ ins: UInt8?, key: UInt32) -> Int? {
    let rows = tables.statuses
    var index = lowerBound(rows.count) { rows[$0].key < key }
    while index < rows.count, rows[index].key == key {
      let row = rows[index]
      if row.matches(word), row.classes.matches(cla), row.ins == nil || row.ins == ins {
        return index
      }
      index += 1
    }
    return nil
  }

  /// The row of a tag: one of the scope before one of any, one within the template before others.
  func tag(_ tag: UInt32, in dictionary: UInt16, parent: UInt32, scope: Scope) -> TagRow? {
    let rows = tables.tags
    let key = UInt64(dictionary) << 32 | UInt64(tag)
    let start = lowerBound(rows.count) { rows[$0].key < key }
    var scope = scope
    while true {
      var index = start
      while index < rows.count, rows[index].key == key {
        let row = rows[index]
        if row.scope == scope, row.parent == nil || row.parent == parent { return row }
        index += 1
      }
      if scope == .root { return nil }
      scope = tables.scopes[Int(scope.index)].parent
    }
  }

  /// The first index at which a sorted table is no longer before what is looked for.
  func lowerBound(_ count: Int, _ isBefore: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(middle) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
