/// Counts, and the steps as they are laid down.
extension PatternParser {
  /// Reads how often what begins at `start` may come.
  mutating func count(of start: Int) throws(LinePattern.Fault) {
    var least = 1
    var most: Int? = 1
    switch peek {
    case UInt8(ascii: "*"): (least, most) = (0, nil)
    case UInt8(ascii: "+"): (least, most) = (1, nil)
    case UInt8(ascii: "?"): (least, most) = (0, 1)
    case UInt8(ascii: "{"):
      guard let range = braces() else { throw fault("a count in braces that is none") }
      (least, most) = range
      at -= 1
    default: return
    }
    at += 1
    let isLazy = takes(UInt8(ascii: "?"))
    switch peek {
    case UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "?"), UInt8(ascii: "{"):
      throw fault("a count of a count")
    default: break
    }
    let unit = Array(steps[start...])
    guard !unit.contains(where: { if case .mark = $0 { true } else { false } }) || most == 1 else {
      throw fault("a named group that is repeated")
    }
    // What takes nothing takes nothing however often.
    if unit.isEmpty { return }
    guard least <= Self.mostOften, most ?? 0 <= Self.mostOften else {
      throw fault("a count above \(Self.mostOften)")
    }
    steps.removeLast(unit.count)
    for _ in 0..<least { try append(unit, from: start) }
    if let most {
      // Each further one may be left out, and then those behind it are.
      var exits: [Int] = []
      for _ in least..<max(least, most) {
        exits.append(steps.count)
        try emit(.jump(0))
        try append(unit, from: start)
      }
      for exit in exits { steps[exit] = either(exit + 1, steps.count, isLazy) }
    } else {
      let loop = steps.count
      try emit(.jump(0))
      try append(unit, from: start)
      try emit(.jump(loop))
      steps[loop] = either(loop + 1, steps.count, isLazy)
    }
  }

  private func either(_ on: Int, _ out: Int, _ isLazy: Bool) -> LinePattern.Instruction {
    isLazy ? .either(out, on) : .either(on, out)
  }

  /// `{3}`, `{3,}`, `{3,5}`; the place is behind it afterwards.
  private mutating func braces() -> (Int, Int?)? {
    guard let end = text[at...].firstIndex(of: UInt8(ascii: "}")), end - at <= 12 else {
      return nil
    }
    let inside = String(decoding: text[(at + 1)..<end], as: UTF8.self)
    let parts = inside.split(separator: ",", omittingEmptySubsequences: false)
    guard let least = parts.first.flatMap({ Int($0) }), least >= 0, parts.count <= 2 else {
      return nil
    }
    at = end + 1
    if parts.count == 1 { return (least, least) }
    if parts[1].isEmpty { return (least, nil) }
    guard let most = Int(parts[1]), most >= least else { return nil }
    return (least, most)
  }

  mutating func emit(_ step: LinePattern.Instruction) throws(LinePattern.Fault) {
    guard steps.count < LinePattern.mostInstructions else {
      throw fault("an expression of more than \(LinePattern.mostInstructions) steps")
    }
    steps.append(step)
  }

  /// Appends steps that were laid down from another place on.
  private mutating func append(
    _ unit: [LinePattern.Instruction], from start: Int
  ) throws(LinePattern.Fault) {
    let shift = steps.count - start
    for step in unit { try emit(step.moved(by: shift, from: 0)) }
  }

  /// Puts a step before others, which move by one.
  mutating func insert(
    _ step: LinePattern.Instruction, at place: Int
  ) throws(LinePattern.Fault) {
    let behind = Array(steps[place...])
    steps.removeLast(behind.count)
    try emit(step)
    for moved in behind { try emit(moved.moved(by: 1, from: place)) }
  }

  var peek: UInt8? { at < text.count ? text[at] : nil }

  mutating func takes(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    at += 1
    return true
  }

  func fault(_ words: String) -> LinePattern.Fault {
    LinePattern.Fault(words: words, column: at + 1)
  }
}

extension LinePattern.Instruction {
  /// The step with its targets moved, those from a place on.
  fileprivate func moved(by shift: Int, from place: Int) -> Self {
    switch self {
    case .either(let first, let second):
      .either(first + (first >= place ? shift : 0), second + (second >= place ? shift : 0))
    case .jump(let step): .jump(step + (step >= place ? shift : 0))
    default: self
    }
  }
}
