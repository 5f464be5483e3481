internal import Bytes

/// TYPE, LENGTH and COUNT.
extension GrammarCompiler {
  /// What a TYPE says.
  struct TypeWord {
    var kind: Field.Kind
    var count: Count?
    /// Bytes of a number, nil for other types.
    var width: Int?
    var structName: String?
  }

  /// Reads `u16le[count]`, `bytes[8]`, `bytes[16][count]`, `STRUCT[count]`.
  mutating func readType(_ reader: inout StatementReader, in run: inout FieldRun)
    throws(GrammarError)
    -> TypeWord
  {
    let word = try reader.word("a type")
    var parts = word.split(separator: "[", omittingEmptySubsequences: false).map(String.init)
    let base = parts.removeFirst()
    for index in parts.indices {
      guard parts[index].last == "]" else { throw reader.error("'\(word)' lacks a ]") }
      parts[index].removeLast()
    }
    var type: TypeWord
    if let number = Self.numbers[base] {
      type = TypeWord(
        kind: .number(width: UInt8(number.width), isLittle: number.isLittle), width: number.width)
    } else if base == "bytes" {
      guard !parts.isEmpty else { throw reader.error("bytes need a length: bytes[8]") }
      let length = try readCount(parts.removeFirst(), reader, in: &run)
      if case .restDivided = length { throw reader.error("rest/N is a number of items") }
      type = TypeWord(kind: .bytes(length))
    } else if structs[base] != nil {
      type = TypeWord(kind: .group, structName: base)
    } else {
      throw reader.error("no type and no struct is called '\(base)'")
    }
    if let count = parts.first { type.count = try readCount(count, reader, in: &run) }
    guard parts.count <= 1 else { throw reader.error("'\(word)' has too many counts") }
    return type
  }

  private static let numbers: [String: (width: Int, isLittle: Bool)] = [
    "u8": (1, false), "u16": (2, false), "u24": (3, false), "u32": (4, false), "u64": (8, false),
    "u16le": (2, true), "u24le": (3, true), "u32le": (4, true), "u64le": (8, true),
  ]

  private mutating func readCount(_ text: String, _ reader: StatementReader, in run: inout FieldRun)
    throws(GrammarError) -> Count
  {
    if let number = UInt32(text), text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) {
      guard number > 0, number <= 65_535 else {
        throw reader.error("a count is a number from 1 to 65535")
      }
      return .fixed(number)
    }
    if text == "rest" { return .rest }
    if text.hasPrefix("rest/") {
      guard let size = UInt32(text.dropFirst(5)), (1...65_535).contains(size) else {
        throw reader.error("'\(text)' needs a number behind the /")
      }
      return .restDivided(size)
    }
    let at = text.firstIndex { $0 == "+" || $0 == "-" } ?? text.endIndex
    var plus = 0
    if at != text.endIndex {
      guard let number = Int(text[at...]), abs(number) == 1 else {
        throw reader.error("a field plus or minus 1 is all that '\(text)' may count")
      }
      plus = number
    }
    let reference = try resolve(String(text[..<at]), reader, in: &run)
    return .number(reference, plus: Int8(plus))
  }
}
