import Foundation

/// The format of an `os_log`: text, and places where arguments go.
///
/// A place that does not fit its argument shows the argument as it is: a line of a log must not end
/// a test.
struct LogFormat: Equatable {
  /// A stretch of the format.
  enum Piece: Equatable {
    case text(String)
    /// `%@`, `%d`, `%02X`; without who may see what, such as `{public}`.
    case place(String)
  }

  private(set) var pieces: [Piece] = []

  /// Takes a format apart.
  init(_ format: String) {
    var text = ""
    var rest = format[...]
    while let character = rest.popFirst() {
      guard character == "%" else {
        text.append(character)
        continue
      }
      if rest.first == "%" {
        rest.removeFirst()
        text.append("%")
        continue
      }
      if rest.first == "{", let end = rest.firstIndex(of: "}") {
        rest = rest[rest.index(after: end)...]
      }
      let end = rest.firstIndex { !Self.modifiers.contains($0) } ?? rest.endIndex
      guard end < rest.endIndex, rest[end].isLetter || rest[end] == "@" else {
        text.append("%")
        continue
      }
      if !text.isEmpty { pieces.append(.text(text)) }
      text = ""
      pieces.append(.place("%" + rest[...end]))
      rest = rest[rest.index(after: end)...]
    }
    if !text.isEmpty { pieces.append(.text(text)) }
  }

  /// The message.
  func text(with arguments: [any CVarArg]) -> String {
    var rest = arguments[...]
    return pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .place(let place): rest.popFirst().map { Self.text(of: $0, at: place) } ?? place
      }
    }.joined()
  }

  /// What may stand before the letter that says what the argument is.
  private static let modifiers: Set<Character> = Set("0123456789.-+# 'hlqLztj")

  private static func text(of argument: any CVarArg, at place: String) -> String {
    let letter = place.last ?? "@"
    let layout = place.dropFirst().dropLast().filter { !"hlqLztj'".contains($0) }
    let numbers = layout.split { !$0.isNumber }
    guard layout.count <= 12, numbers.allSatisfy({ $0.count <= 3 }) else { return "\(argument)" }
    switch (letter, argument) {
    case ("d", let number as any FixedWidthInteger), ("i", let number as any FixedWidthInteger):
      return String(format: "%\(layout)lld", Int64(truncatingIfNeeded: number))
    case ("u", let number as any FixedWidthInteger), ("x", let number as any FixedWidthInteger),
      ("X", let number as any FixedWidthInteger), ("o", let number as any FixedWidthInteger):
      return String(format: "%\(layout)ll\(letter)", UInt64(truncatingIfNeeded: number))
    case (let letter, let number as any BinaryFloatingPoint) where "fFeEgG".contains(letter):
      return String(format: "%\(layout)\(letter)", Double(number))
    default:
      return "\(argument)"
    }
  }
}
