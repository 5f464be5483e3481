/// Reads a regular expression into steps. What is understood is what most of them share: classes,
/// groups with and without a name, alternatives, counts (also lazy ones), `^ $ \b \d \w \s`, `(?i)`.
struct PatternParser {
  /// The groups with a name that it has met.
  private(set) var groups: Set<LinePattern.Group> = []

  let text: [UInt8]
  var at = 0
  private var ignoresCase = false
  private var depth = 0
  var steps: [LinePattern.Instruction] = []

  /// How deep groups may lie in one another.
  private static let deepest = 50
  /// The largest count.
  static let mostOften = 1000

  init(_ text: String) { self.text = Array(text.utf8) }

  /// The whole expression.
  mutating func program() throws(LinePattern.Fault) -> [LinePattern.Instruction] {
    if text.starts(with: "(?i)".utf8) {
      ignoresCase = true
      at = 4
    }
    try alternatives()
    guard at == text.count else { throw fault("a ) without its (") }
    try emit(.matched)
    return steps
  }

  private mutating func alternatives() throws(LinePattern.Fault) {
    depth += 1
    guard depth <= Self.deepest else { throw fault("groups lie too deep in one another") }
    var branch = steps.count
    var ends: [Int] = []
    try sequence()
    while takes(UInt8(ascii: "|")) {
      // The alternative that was just read becomes the first of two ways; what follows is the other.
      try insert(.either(branch + 1, steps.count + 2), at: branch)
      ends.append(steps.count)
      try emit(.jump(0))
      branch = steps.count
      try sequence()
    }
    for end in ends { steps[end] = .jump(steps.count) }
    depth -= 1
  }

  private mutating func sequence() throws(LinePattern.Fault) {
    while let byte = peek, byte != UInt8(ascii: "|"), byte != UInt8(ascii: ")") {
      let start = steps.count
      try atom()
      try count(of: start)
    }
  }
}

/// What an expression is made of.
extension PatternParser {
  private mutating func atom() throws(LinePattern.Fault) {
    guard let byte = peek else { return }
    at += 1
    switch byte {
    case UInt8(ascii: "("): try group()
    case UInt8(ascii: "["): try emit(.byte(try set()))
    case UInt8(ascii: "."): try emit(.byte(ByteSet(0x00...0xFF)))
    case UInt8(ascii: "^"): try emit(.require(.start))
    case UInt8(ascii: "$"): try emit(.require(.end))
    case UInt8(ascii: "\\"): try escape()
    case UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "?"):
      at -= 1
      throw fault("a count of nothing")
    default: try emit(.byte(literal(byte)))
    }
  }

  private mutating func group() throws(LinePattern.Fault) {
    var mark: Int?
    if takes(UInt8(ascii: "?")) {
      if takes(UInt8(ascii: ":")) {
        // A group that is not remembered.
      } else {
        _ = takes(UInt8(ascii: "P"))
        guard takes(UInt8(ascii: "<")) else { throw fault("a kind of group that is not known") }
        let start = at
        while let byte = peek, byte != UInt8(ascii: ">") { at += 1 }
        let name = String(decoding: text[start..<at], as: UTF8.self)
        guard takes(UInt8(ascii: ">")) else { throw fault("a group's name without its end") }
        guard let group = LinePattern.Group(rawValue: name) else {
          throw fault("a group called \(name.prefix(20)); there are time, dir and hex")
        }
        guard groups.insert(group).inserted else { throw fault("two groups called \(name)") }
        mark = LinePattern.Group.allCases.firstIndex(of: group)
      }
    }
    if let mark { try emit(.mark(2 * mark)) }
    try alternatives()
    guard takes(UInt8(ascii: ")")) else { throw fault("a ( without its )") }
    if let mark { try emit(.mark(2 * mark + 1)) }
  }

  private mutating func escape() throws(LinePattern.Fault) {
    switch peek {
    case UInt8(ascii: "b"):
      at += 1
      try emit(.require(.wordEdge))
    case UInt8(ascii: "B"):
      at += 1
      try emit(.require(.noWordEdge))
    default: try emit(.byte(try escapedSet()))
    }
  }

  /// The bytes of what stands behind a backslash.
  private mutating func escapedSet() throws(LinePattern.Fault) -> ByteSet {
    guard let byte = peek else { throw fault("a \\ at the end") }
    at += 1
    switch byte {
    case UInt8(ascii: "d"): return .digits
    case UInt8(ascii: "D"): return ByteSet.digits.inverted
    case UInt8(ascii: "w"): return .words
    case UInt8(ascii: "W"): return ByteSet.words.inverted
    case UInt8(ascii: "s"): return .spaces
    case UInt8(ascii: "S"): return ByteSet.spaces.inverted
    case UInt8(ascii: "t"): return ByteSet(0x09...0x09)
    case UInt8(ascii: "r"): return ByteSet(0x0D...0x0D)
    case UInt8(ascii: "n"): return ByteSet(0x0A...0x0A)
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      at -= 1
      throw fault("\\\(Character(UnicodeScalar(byte))) is not known")
    default: return ByteSet(byte...byte)
    }
  }

  /// A class, behind its bracket.
  private mutating func set() throws(LinePattern.Fault) -> ByteSet {
    var set = ByteSet()
    let isInverted = takes(UInt8(ascii: "^"))
    var isFirst = true
    while let byte = peek, isFirst || byte != UInt8(ascii: "]") {
      isFirst = false
      if text[at...].starts(with: "[:".utf8) {
        set.form(unionWith: try namedSet())
        continue
      }
      at += 1
      if byte == UInt8(ascii: "\\") {
        set.form(unionWith: try escapedSet())
        continue
      }
      guard peek == UInt8(ascii: "-"), at + 1 < text.count, text[at + 1] != UInt8(ascii: "]") else {
        set.form(unionWith: literal(byte))
        continue
      }
      let last = text[at + 1]
      at += 2
      guard last >= byte else { throw fault("a range that ends before it begins") }
      set.insert(byte...last)
      if ignoresCase {
        for byte in byte...last { set.form(unionWith: literal(byte)) }
      }
    }
    guard takes(UInt8(ascii: "]")) else { throw fault("a [ without its ]") }
    return isInverted ? set.inverted : set
  }

  private mutating func namedSet() throws(LinePattern.Fault) -> ByteSet {
    let names: [(String, ByteSet)] = [
      ("[:xdigit:]", .hexDigits), ("[:digit:]", .digits), ("[:space:]", .spaces),
      ("[:alnum:]", ByteSet(0x30...0x39, 0x41...0x5A, 0x61...0x7A)),
      ("[:alpha:]", ByteSet(0x41...0x5A, 0x61...0x7A)),
      ("[:upper:]", ByteSet(0x41...0x5A)), ("[:lower:]", ByteSet(0x61...0x7A)),
    ]
    for (name, set) in names where text[at...].starts(with: name.utf8) {
      at += name.utf8.count
      return set
    }
    throw fault("a class that is not known")
  }

  private func literal(_ byte: UInt8) -> ByteSet {
    var set = ByteSet(byte...byte)
    let isLetter = ByteSet(0x41...0x5A, 0x61...0x7A).contains(byte)
    if ignoresCase, isLetter { set.insert((byte ^ 0x20)...(byte ^ 0x20)) }
    return set
  }
}
