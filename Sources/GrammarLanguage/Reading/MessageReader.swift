internal import Bytes

/// Reads one message by a grammar's tables into nodes.
///
/// Bounded: structs are nested as deep as the grammar nests them (which loading limits), elements
/// as deep as the walker goes, and nodes end at `FieldTree.nodeLimit`.
package struct MessageReader: Sendable {
  let grammar: Grammar
  let perspective: Perspective
  /// What the fields' numbers were; hand it to the reader of the answer.
  package internal(set) var registers = Registers()
  let command: Registers
  /// Whether the command that the message answers was captured.
  let hasCommand: Bool
  let states: StateValues
  /// Where reading stands.
  var offset = 0
  var depth = 0
  /// Set when nothing behind can be read any more, in the bytes that are being read.
  var isStopped = false
  /// Set when the tree is full.
  var isFull = false
  /// Which node a kept number stands in.
  var claims = InlineArray<16, Int32>(repeating: 0)

  /// Prepares to read a message of the perspective's base grammar. `command` is what was kept from
  /// the command that the message answers, nil if that was not captured.
  package init(
    _ perspective: Perspective, command: Registers? = nil, states: StateValues = StateValues()
  ) {
    self.init(perspective.base, perspective, command: command, states: states)
  }

  init(
    _ grammar: Grammar, _ perspective: Perspective, command: Registers? = nil,
    states: StateValues = StateValues()
  ) {
    self.grammar = grammar
    self.perspective = perspective
    self.command = command ?? Registers()
    hasCommand = command != nil
    self.states = states
  }

  /// Reads the whole of `bytes` as a message. Offsets in nodes are those of `bytes`.
  package mutating func read(
    _ message: MessageIndex, _ bytes: Span<UInt8>, into tree: inout FieldTree
  ) {
    let row = grammar.tables.messages[Int(message.row)]
    append(grammar.label(of: message), .message, 0..<bytes.count, into: &tree)
    depth += 1
    if !row.startsAtZero, case .bytes(let code) = grammar.tables.code {
      offset = min(code.upperBound, bytes.count)
    }
    readFields(row.fields.range, bytes, end: bytes.count, into: &tree)
    finish(bytes, end: bytes.count, into: &tree)
    depth -= 1
  }

  /// Reads the body of a message that an APDU wraps: its fields without head and code, below a node
  /// that exists already. `status` is what the head would have said.
  mutating func readBody(
    _ message: MessageIndex, _ bytes: Span<UInt8>, _ range: Range<Int>, status: UInt8?,
    into tree: inout FieldTree
  ) {
    let row = grammar.tables.messages[Int(message.row)]
    let first = Int(row.fields.start)
    if let status, row.headCount > 0, let slot = grammar.tables.fields[first].slot {
      registers.keep(UInt64(status), in: slot)
    }
    offset = range.lowerBound
    readFields(
      first + Int(row.headCount)..<row.fields.range.upperBound, bytes, end: range.upperBound,
      into: &tree)
    finish(bytes, end: range.upperBound, into: &tree)
  }

  /// Reads a struct's fields inside what is being read (a data field, an element).
  mutating func readInside(
    _ message: UInt16, _ bytes: Span<UInt8>, _ range: Range<Int>,
    into tree: inout FieldTree
  ) {
    offset = range.lowerBound
    readFields(
      grammar.tables.messages[Int(message)].fields.range, bytes, end: range.upperBound,
      into: &tree)
    finish(bytes, end: range.upperBound, into: &tree)
  }

  /// Bytes behind the last field.
  private mutating func finish(_ bytes: Span<UInt8>, end: Int, into tree: inout FieldTree) {
    guard !isStopped, offset < end else { return }
    let node = append(.rest, .bytes, offset..<end, into: &tree)
    problem(.trailing(count: end - offset), node, at: offset, into: &tree)
    offset = end
  }

  /// Reads a run of fields, those inside a field with it.
  mutating func readFields(
    _ fields: Range<Int>, _ bytes: Span<UInt8>, end: Int, into tree: inout FieldTree
  ) {
    var index = fields.lowerBound
    while index < fields.upperBound, !isStopped {
      let field = grammar.tables.fields[index]
      switch isPresent(field) {
      case .yes: read(field, at: index, bytes, end: end, into: &tree)
      case .no: break
      case .unknown: giveUp(field, bytes, end: end, into: &tree)
      }
      index += 1 + Int(field.bodyCount)
    }
  }

  /// Whether a field is there.
  private enum Presence { case yes, no, unknown }

  private func isPresent(_ field: Field) -> Presence {
    for index in field.conditions.range {
      let condition = grammar.tables.conditions[index]
      guard let number = value(of: condition.reference) else {
        // A field that is not there holds no value, so a condition on it is not met.
        if case .slot = condition.reference { return .no }
        if case .command = condition.reference, hasCommand { return .no }
        return .unknown
      }
      var isIn = false
      for range in condition.ranges.range where grammar.tables.ranges[range].contains(number) {
        isIn = true
      }
      if isIn == condition.isNegated { return .no }
    }
    return .yes
  }

  func value(of reference: Reference) -> UInt64? {
    switch reference {
    case .slot(let slot): registers[slot]
    case .command(let slot): command[slot]
    case .state(let state): states[state]
    }
  }

  /// The command or a state is not known: the rest is bytes.
  mutating func giveUp(
    _ field: Field, _ bytes: Span<UInt8>, end: Int, into tree: inout FieldTree
  ) {
    if offset < end {
      let node = append(.bytes, .bytes, offset..<end, into: &tree)
      tree.nodes[node].flags.insert(.unknownShape)
    }
    offset = end
    isStopped = true
  }

  private mutating func read(
    _ field: Field, at index: Int, _ bytes: Span<UInt8>, end: Int, into tree: inout FieldTree
  ) {
    guard let count = field.count else {
      readOnce(field, at: index, bytes, end: end, item: FieldNode.noItem, into: &tree)
      return
    }
    let limit: Int
    switch number(count, left: end - offset) {
    case .known(let number): limit = number
    case .unknown:
      giveUp(field, bytes, end: end, into: &tree)
      return
    case .negative:
      let node = append(label(field), .list, offset..<offset, into: &tree)
      problem(.negative, node, at: offset, claimedBy: count, into: &tree)
      isStopped = true
      return
    }
    let list = append(label(field), .list, offset..<offset, into: &tree)
    let start = offset
    depth += 1
    var item = 0
    while item < limit, !isStopped {
      if case .rest = count, offset == end { break }
      let before = offset
      readOnce(
        field, at: index, bytes, end: end, item: UInt16(clamping: min(item, 65_534)), into: &tree)
      // An item without bytes would repeat for as long as the count likes.
      if offset == before, !isStopped { break }
      item += 1
    }
    depth -= 1
    if list < tree.nodes.count { tree.nodes[list].place = Extent(start..<offset) }
  }

  private mutating func readOnce(
    _ field: Field, at index: Int, _ bytes: Span<UInt8>, end: Int, item: UInt16,
    into tree: inout FieldTree
  ) {
    guard hasRoom(&tree) else { return }
    switch field.kind {
    case .number(let width, let isLittle):
      readNumber(field, Int(width), isLittle, bytes, end: end, item: item, into: &tree)
    case .group:
      let node = append(label(field), .group, offset..<offset, item: item, into: &tree)
      let start = offset
      registers.forget(field.innerSlots)
      depth += 1
      readFields(
        index + 1..<index + 1 + Int(field.bodyCount), bytes, end: end, into: &tree)
      depth -= 1
      tree.nodes[node].place = Extent(start..<offset)
    case .bytes(let count), .bounded(let count), .elements(let count, _):
      guard let range = takeBytes(field, count, end: end, item: item, into: &tree) else { return }
      readContent(field, at: index, bytes, range, item: item, into: &tree)
      offset = range.upperBound
    }
  }

  /// Whether another node may be made; says so, once, if not.
  mutating func hasRoom(_ tree: inout FieldTree) -> Bool {
    guard tree.nodes.count >= FieldTree.nodeLimit else { return true }
    if !isFull {
      problem(.tooMany(limit: FieldTree.nodeLimit), tree.nodes.count - 1, at: offset, into: &tree)
    }
    isFull = true
    isStopped = true
    return false
  }

  private mutating func readContent(
    _ field: Field, at index: Int, _ bytes: Span<UInt8>, _ range: Range<Int>, item: UInt16,
    into tree: inout FieldTree
  ) {
    switch field.kind {
    case .bounded:
      append(label(field), .group, range, item: item, into: &tree)
      registers.forget(field.innerSlots)
      depth += 1
      readFields(
        index + 1..<index + 1 + Int(field.bodyCount), bytes, end: range.upperBound, into: &tree)
      finish(bytes, end: range.upperBound, into: &tree)
      depth -= 1
      // What is wrong inside stays inside: where the field ends is known.
      isStopped = isFull
    case .elements(_, let dictionary):
      append(label(field), .group, range, item: item, into: &tree)
      depth += 1
      readElements(dictionary, bytes, range, into: &tree)
      depth -= 1
    case .bytes, .number, .group:
      append(label(field), .bytes, range, item: item, into: &tree)
    }
  }

  func label(_ field: Field) -> UInt16 { grammar.labelBase + field.label }

  @discardableResult
  func append(
    _ label: UInt16, _ kind: FieldNode.Kind, _ range: Range<Int>, item: UInt16 = FieldNode.noItem,
    into tree: inout FieldTree
  ) -> Int {
    var node = FieldNode(label: label, kind: kind, depth: depth, place: Extent(range))
    node.item = item
    tree.nodes.append(node)
    return tree.nodes.count - 1
  }

  @discardableResult
  func append(
    _ label: ImpliedLabel, _ kind: FieldNode.Kind, _ range: Range<Int>, into tree: inout FieldTree
  ) -> Int {
    append(grammar.labelBase + label.rawValue, kind, range, into: &tree)
  }

  func problem(
    _ kind: FieldProblem.Kind, _ node: Int, at offset: Int, claimedBy count: Count? = nil,
    into tree: inout FieldTree
  ) {
    var problem = FieldProblem(kind: kind, node: node, offset: offset)
    if case .number(.slot(let slot), _) = count { problem.claim = Int(claims[Int(slot)]) }
    tree.problems.append(problem)
  }
}
