import Bytes
package import TraceFormat

/// Bytes as people paste them: hex in any grouping, C arrays, signed decimals, or a log whose lines
/// say which way they went.
package enum PastedText: Equatable, Sendable {
  /// One run of bytes.
  case bytes([UInt8])
  /// Lines with a direction, in order.
  case sequence([Line])

  /// One line of a sequence.
  package struct Line: Equatable, Sendable {
    package var direction: Direction
    package var bytes: [UInt8]
  }

  /// Why a text is no bytes.
  package struct Fault: Error, Equatable, Sendable {
    package var line: Int
    /// The character, counted from 1.
    package var column: Int
    package var kind: Kind

    /// What is wrong there.
    package enum Kind: Equatable, Sendable {
      case empty
      /// Neither hex nor something that may stand between bytes.
      case unexpected(Character)
      /// A byte of one digit only.
      case oddDigits
      /// A decimal number that no byte holds.
      case outOfRange(Int)
      /// A line without a direction among lines that have one.
      case noDirection
    }
  }

  /// Reads a text. `#` begins a comment.
  package init(_ text: String) throws(Fault) {
    let rows = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    // An array of numbers may stand on several lines; a line of a log never does.
    guard rows.contains(where: { Self.direction(of: $0).direction != .none }) else {
      let bytes = try Self.bytes(of: rows.map { $0.prefix { $0 != "#" } })
      guard !bytes.isEmpty else { throw Fault(line: 1, column: 1, kind: .empty) }
      self = .bytes(bytes)
      return
    }
    var lines: [Line] = []
    for (index, row) in rows.enumerated() {
      let row = row.prefix { $0 != "#" }
      let (direction, rest) = Self.direction(of: row)
      // `=` lines are our own explanations of the line before.
      if direction == .none, rest.isEmpty || rest.hasPrefix("=") { continue }
      guard direction != .none else {
        throw Fault(line: index + 1, column: 1, kind: .noDirection)
      }
      do throws(Fault) {
        lines.append(Line(direction: direction, bytes: try Self.bytes(of: [rest])))
      } catch {
        let lead = row.distance(from: row.startIndex, to: rest.startIndex)
        throw Fault(line: index + 1, column: error.column + lead, kind: error.kind)
      }
    }
    self = .sequence(lines)
  }

  /// Whether a text begins with a direction, and bytes may follow.
  package static func saysDirection(_ text: String) -> Bool {
    let (direction, rest) = direction(of: text[...])
    return direction != .none && rest.contains { !$0.isWhitespace }
  }

  /// The direction that a line begins with, and what stands behind it.
  private static func direction(of row: Substring) -> (direction: Direction, rest: Substring) {
    let text = row.drop(while: \.isWhitespace)
    for (mark, direction) in marks where text.hasPrefix(mark) {
      return (direction, text.dropFirst(mark.count))
    }
    return (.none, text)
  }

  /// Longer marks first.
  private static let marks: [(String, Direction)] = [
    ("-->", .toCard), ("<--", .fromCard), ("==>", .toCard), ("<==", .fromCard),
    (">>", .toCard), ("<<", .fromCard), ("->", .toCard), ("<-", .fromCard),
    ("=>", .toCard), ("<=", .fromCard), (">", .toCard), ("<", .fromCard),
  ]

  /// The bytes of rows that are one run.
  private static func bytes(of rows: [Substring]) throws(Fault) -> [UInt8] {
    var tokens: [NumberToken] = []
    for (index, row) in rows.enumerated() {
      try NumberToken.split(row, line: index + 1, into: &tokens)
    }
    let isDecimal = NumberToken.areDecimal(tokens)
    var bytes: [UInt8] = []
    for token in tokens { bytes += isDecimal ? try token.decimal() : try token.hex() }
    return bytes
  }
}
