internal import Bytes

/// Lengths, counts and numbers.
extension MessageReader {
  /// The range of a field of bytes, or nil if it does not fit.
  mutating func takeBytes(
    _ field: Field, _ count: Count, end: Int, item: UInt16, into tree: inout FieldTree
  ) -> Range<Int>? {
    let length: Int
    switch number(count, left: end - offset) {
    case .known(let number): length = number
    case .unknown:
      let node = append(.bytes, .bytes, offset..<end, into: &tree)
      tree.nodes[node].flags.insert(.unknownShape)
      offset = end
      isStopped = true
      return nil
    case .negative:
      let node = append(label(field), .bytes, offset..<offset, item: item, into: &tree)
      problem(.negative, node, at: offset, claimedBy: count, into: &tree)
      isStopped = true
      return nil
    }
    guard length <= end - offset else {
      cutShort(field, needed: length, end: end, item: item, claimedBy: count, into: &tree)
      return nil
    }
    return offset..<offset + length
  }

  private mutating func cutShort(
    _ field: Field, needed: Int, end: Int, item: UInt16, claimedBy count: Count? = nil,
    into tree: inout FieldTree
  ) {
    let node = append(label(field), .bytes, offset..<end, item: item, into: &tree)
    tree.nodes[node].flags.insert(.incomplete)
    problem(
      .truncated(needed: needed, available: end - offset), node, at: end,
      claimedBy: count ?? field.count, into: &tree)
    offset = end
    isStopped = true
  }

  /// How many bytes or items.
  enum Amount { case known(Int), unknown, negative }

  func number(_ count: Count, left: Int) -> Amount {
    switch count {
    case .fixed(let number): return .known(Int(number))
    case .rest: return .known(max(0, left))
    case .restDivided(let size): return .known(max(0, left) / Int(size))
    case .number(let reference, let plus):
      guard let number = value(of: reference) else {
        if case .slot = reference { return .known(0) }
        return .unknown
      }
      let amount = Int(clamping: min(number, 1 << 40)) + Int(plus)
      return amount < 0 ? .negative : .known(amount)
    }
  }

  mutating func readNumber(
    _ field: Field, _ width: Int, _ isLittle: Bool, _ bytes: Span<UInt8>, end: Int, item: UInt16,
    into tree: inout FieldTree
  ) {
    guard width <= end - offset else {
      cutShort(field, needed: width, end: end, item: item, into: &tree)
      return
    }
    var number: UInt64 = 0
    for index in 0..<width {
      number = number << 8 | UInt64(bytes[offset + (isLittle ? width - 1 - index : index)])
    }
    let node = append(label(field), .number, offset..<offset + width, item: item, into: &tree)
    tree.nodes[node].number = number
    if let slot = field.slot {
      registers.keep(number, in: slot)
      claims[Int(slot)] = Int32(node)
    }
    if !isAllowed(number, field) {
      tree.nodes[node].flags.insert(.unexpected)
      problem(.unexpected, node, at: offset, into: &tree)
    }
    for (position, index) in field.letters.range.enumerated() {
      let letter = grammar.tables.fieldLetters[index]
      let value = letter.letter.collect(from: number)
      if let slot = letter.slot {
        registers.keep(value, in: slot)
        claims[Int(slot)] = Int32(tree.nodes.count)
      }
      var inner = FieldNode(
        label: label(field) + 1 + UInt16(position), kind: .bits, depth: depth + 1,
        place: Extent(offset..<offset + width))
      inner.number = value
      tree.nodes.append(inner)
    }
    offset += width
  }

  private func isAllowed(_ number: UInt64, _ field: Field) -> Bool {
    guard number & field.constantMask == field.constantBits else { return false }
    guard !field.allowed.isEmpty else { return true }
    for index in field.allowed.range where grammar.tables.ranges[index].contains(number) {
      return true
    }
    return false
  }
}
