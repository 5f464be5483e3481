import Bytes

/// A word of pasted text: digits without anything between them, and where they stand.
struct NumberToken: Equatable {
  /// The digits, without sign, `0x` and `h`.
  var digits: [UInt8]
  var isNegative = false
  /// It says itself that it is hex: `0x6A`, `6Ah`, `\x6A`.
  var isMarkedHex = false
  /// A comma or a bracket stands beside it: it is one of a list.
  var isListed = false
  var line: Int
  var column: Int

  /// Splits a row into words, or says which character cannot stand there.
  static func split(
    _ row: Substring, line: Int, into tokens: inout [NumberToken]
  ) throws(PastedText.Fault) {
    var open: NumberToken?
    var column = 0
    var isNegative = false
    var isListed = false
    func close(_ tokens: inout [NumberToken]) {
      guard var token = open else { return }
      if token.digits.last == UInt8(ascii: "h") {
        token.digits.removeLast()
        token.isMarkedHex = true
      }
      tokens.append(token)
      open = nil
    }
    for character in row {
      column += 1
      switch character {
      case "0"..."9", "a"..."f", "A"..."F":
        if open == nil {
          open = NumberToken(
            digits: [], isNegative: isNegative, isListed: isListed, line: line, column: column)
          isNegative = false
        }
        // In place: a word may have a million digits.
        open?.digits.append(character.asciiValue ?? 0)
      case "x", "X":
        // Only behind a lone 0, or behind a backslash.
        guard open == nil || open?.digits == [UInt8(ascii: "0")] else {
          throw PastedText.Fault(line: line, column: column, kind: .unexpected(character))
        }
        var token = open ?? NumberToken(digits: [], line: line, column: column)
        token.digits = []
        token.isMarkedHex = true
        open = token
      case "h", "H":
        guard open != nil else {
          throw PastedText.Fault(line: line, column: column, kind: .unexpected(character))
        }
        open?.digits.append(UInt8(ascii: "h"))
      case ",", ";", "{", "}", "[", "]", "(", ")":
        if character == "," { open?.isListed = true }
        close(&tokens)
        isListed = character != ";"
        isNegative = false
      case "-":
        isNegative = open == nil
        close(&tokens)
      case ":", ".", "_", "\\", "\"", "'", "|":
        close(&tokens)
        isNegative = false
      default:
        guard character.isWhitespace else {
          throw PastedText.Fault(line: line, column: column, kind: .unexpected(character))
        }
        close(&tokens)
      }
    }
    close(&tokens)
  }

  /// Whether the words are decimal numbers: a list in which one is negative, has three digits, or
  /// only one, and none has a letter. Two digits each are hex, as everywhere else.
  static func areDecimal(_ tokens: [NumberToken]) -> Bool {
    guard
      tokens.allSatisfy({ token in
        !token.isMarkedHex && token.digits.count <= 3
          && token.digits.allSatisfy { $0 <= UInt8(ascii: "9") }
      })
    else { return false }
    if tokens.contains(where: \.isNegative) { return true }
    return tokens.contains { $0.isListed }
      && tokens.contains { $0.digits.count == 1 || $0.digits.count == 3 }
  }

  /// The byte that a decimal number is, negative ones as two's complement.
  func decimal() throws(PastedText.Fault) -> [UInt8] {
    let number = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    let value = isNegative ? -number : number
    guard value >= -128, value <= 255 else { throw fault(.outOfRange(value)) }
    return [UInt8(truncatingIfNeeded: value)]
  }

  /// The bytes that hex digits are.
  func hex() throws(PastedText.Fault) -> [UInt8] {
    // `0x4` and `{4, 0A}` leave out the leading zero.
    var digits = digits
    if digits.count == 1, isMarkedHex || isListed { digits.insert(UInt8(ascii: "0"), at: 0) }
    guard digits.count.isMultiple(of: 2) else { throw fault(.oddDigits) }
    return stride(from: 0, to: digits.count, by: 2).map { place in
      (Hex.value(digits[place]) ?? 0) << 4 | (Hex.value(digits[place + 1]) ?? 0)
    }
  }

  private func fault(_ kind: PastedText.Fault.Kind) -> PastedText.Fault {
    PastedText.Fault(line: line, column: column, kind: kind)
  }
}
