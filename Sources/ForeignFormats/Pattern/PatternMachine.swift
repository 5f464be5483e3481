/// Runs an expression over a line, a byte at a time and on all its ways at once.
///
/// A way that comes to where another is already would go on as that one does, so there are never more
/// than the expression has steps.
struct PatternMachine {
  private let program: [LinePattern.Instruction]
  private var now: [Way] = []
  private var next: [Way] = []
  /// In which round each step was last come to.
  private var seen: [Int]
  private var round = 0
  private var stack: [Way] = []

  /// One way through the expression.
  private struct Way {
    var step: Int
    var marks: Marks
  }

  /// Where the groups begin and end; -1 where they do not.
  typealias Marks = [Int]
  private static let none = Marks(repeating: -1, count: 2 * LinePattern.Group.allCases.count)

  init(_ program: [LinePattern.Instruction]) {
    self.program = program
    seen = [Int](repeating: -1, count: program.count)
  }

  /// The marks of the leftmost match, of which the preferred; nil where nothing matches.
  mutating func run(_ line: [UInt8]) -> Marks? {
    var found: Marks?
    for place in 0...line.count {
      round += 1
      let ways = next
      next.removeAll(keepingCapacity: true)
      now.removeAll(keepingCapacity: true)
      for way in ways { follow(way, at: place, in: line) }
      // Once something matched, no match that begins later is wanted.
      if found == nil { follow(Way(step: 0, marks: Self.none), at: place, in: line) }
      for way in now {
        if case .matched = program[way.step] {
          found = way.marks
          break
        }
        if place < line.count, case .byte(let set) = program[way.step], set.contains(line[place]) {
          next.append(Way(step: way.step + 1, marks: way.marks))
        }
      }
      if next.isEmpty, found != nil { break }
    }
    return found
  }

  /// Goes on to the steps that take a byte, or match, in the order in which they are preferred.
  private mutating func follow(_ way: Way, at place: Int, in line: [UInt8]) {
    stack.append(way)
    while var way = stack.popLast() {
      guard seen[way.step] != round else { continue }
      seen[way.step] = round
      switch program[way.step] {
      case .byte, .matched: now.append(way)
      case .jump(let step): stack.append(Way(step: step, marks: way.marks))
      case .either(let first, let second):
        stack.append(Way(step: second, marks: way.marks))
        stack.append(Way(step: first, marks: way.marks))
      case .mark(let index):
        way.marks[index] = place
        stack.append(Way(step: way.step + 1, marks: way.marks))
      case .require(let assertion):
        if Self.holds(assertion, at: place, in: line) {
          stack.append(Way(step: way.step + 1, marks: way.marks))
        }
      }
    }
  }

  private static func holds(
    _ assertion: LinePattern.Assertion, at place: Int, in line: [UInt8]
  ) -> Bool {
    switch assertion {
    case .start: return place == 0
    case .end: return place == line.count
    case .wordEdge, .noWordEdge:
      let before = place > 0 && ByteSet.words.contains(line[place - 1])
      let after = place < line.count && ByteSet.words.contains(line[place])
      return (before != after) == (assertion == .wordEdge)
    }
  }
}
