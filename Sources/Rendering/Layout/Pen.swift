import Bytes

/// The place on a line that writing has reached.
struct Pen: ~Copyable {
  /// A number that is about to be written, right-aligned.
  var number = ByteBuffer(capacity: 64)
  /// The column that the next character takes.
  private(set) var column = 0
  /// How far a number too wide for its column has moved the rest of the line.
  private(set) var shift = 0

  /// Goes right to a column, shifted as the line is. Nothing is written where the pen is there.
  mutating func move(to target: Int, into out: inout ByteBuffer) {
    let target = target + shift
    guard target > column else { return }
    out.append(repeating: UInt8(ascii: " "), count: target - column)
    column = target
  }

  /// Goes right to a column, but at least one space.
  mutating func step(to target: Int, into out: inout ByteBuffer) {
    if column > 0 && target + shift <= column {
      out.append(UInt8(ascii: " "))
      column += 1
    } else {
      move(to: target, into: &out)
    }
  }

  /// Begins a row.
  mutating func start() {
    column = 0
    shift = 0
    number.clear()
  }

  /// Writes the number so that it ends at a column, or at least one space after what stands there,
  /// which moves the rest of the line.
  mutating func writeNumber(endingAt end: Int, into out: inout ByteBuffer) {
    step(to: end - number.count, into: &out)
    out.append(number.span)
    column += number.count
    number.clear()
    shift = max(shift, column - end)
  }

  /// Notes that something of a width was written.
  mutating func advance(by width: Int) { column += width }

  /// Notes that writing stopped at a column.
  mutating func stop(at column: Int) { self.column = column }

  /// Notes that a text moved the rest of the line.
  mutating func reach(_ end: Int) { shift = max(shift, column - end) }

  /// Lets the line be shifted by so much at the most, and gives how far it was.
  mutating func hold(shift most: Int) -> Int {
    let before = shift
    shift = min(shift, max(0, most))
    return before
  }

  /// Lets it be shifted as it was.
  mutating func hold(_ before: Int) { shift = max(shift, before) }

  /// Begins the next line of the same row.
  mutating func newLine(into out: inout ByteBuffer) {
    out.append(UInt8(ascii: "\n"))
    column = 0
  }
}
