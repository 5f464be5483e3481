internal import Bytes

/// One line of an example: what is sent, what is supplied, what is expected.
enum ExampleLine: Equatable, Sendable {
  case frame(isResponse: Bool, bytes: [UInt8], bits: UInt8, reading: String?)
  /// A value of a state from here on.
  case state(name: String, number: UInt64)
  /// The AID under which the lines from here on are read.
  case selected([UInt8])
  /// What is known of a card.
  case given([Trait])
  case value(path: String, hex: [UInt8]?, severity: Severity?, meanings: [String])
  case error(word: String, path: String, offset: Int)

  /// What is known of a card, piece by piece.
  struct Trait: Equatable, Sendable {
    let trait: ProductTrait
    let bytes: [UInt8]
  }

  init(_ reader: inout StatementReader) throws(GrammarError) {
    switch try reader.word(">, <, =, state, selected or given") {
    case ">": self = try Self.frame(&reader, isResponse: false)
    case "<": self = try Self.frame(&reader, isResponse: true)
    case "=": self = try Self.expectation(&reader)
    case "state":
      let name = try reader.word("a state's name")
      let word = try reader.word("a number")
      guard let number = UInt64(word) else { throw reader.error("'\(word)' is no decimal number") }
      self = .state(name: name, number: number)
    case "selected": self = .selected(try reader.bytes("an AID", count: 1...16))
    case "given":
      var traits: [Trait] = []
      repeat {
        let word = try reader.word("a trait")
        guard let trait = ProductTrait(rawValue: word) else {
          throw reader.error("'\(word)' tells no product")
        }
        traits.append(Trait(trait: trait, bytes: try reader.bytes(word, count: 1...256)))
      } while !reader.isAtEnd
      self = .given(traits)
    case let word: throw reader.error("'\(word)' does not begin a line of an example")
    }
    try reader.finishWithoutBody()
  }

  private static func frame(_ reader: inout StatementReader, isResponse: Bool)
    throws(GrammarError) -> Self
  {
    var digits = ""
    while let word = reader.peek, word != "bits", word != "as" {
      _ = reader.skip(word)
      guard word.utf8.allSatisfy({ Hex.value($0) != nil }) else {
        throw reader.error("'\(word)' is not hex")
      }
      digits += word
    }
    guard let bytes = Hex.bytes(digits) else {
      throw reader.error("\(digits.utf8.count) hex digits are no whole bytes")
    }
    let bits = reader.skip("bits") ? try reader.decimal("a number of bits", in: 1...7) : 0
    let reading = reader.skip("as") ? try reader.word("a struct or a tlv") : nil
    return .frame(isResponse: isResponse, bytes: bytes, bits: UInt8(bits), reading: reading)
  }

  private static func expectation(_ reader: inout StatementReader) throws(GrammarError) -> Self {
    let path = try reader.word("a path, a message's name, or error")
    if path == "error" {
      let word = try reader.word("a kind of error")
      let path = reader.peek == "at" ? "" : try reader.word("a path")
      guard reader.skip("at") else { throw reader.unknown }
      return .error(word: word, path: path, offset: try reader.decimal("an offset", in: 0...65_535))
    }
    var digits = ""
    var severity: Severity?
    while let word = reader.peek, !isPlace(word) {
      _ = reader.skip(word)
      if let known = Severity(word: word), severity == nil {
        severity = known
      } else if word.utf8.allSatisfy({ Hex.value($0) != nil }) {
        digits += word
      } else {
        throw reader.error("'\(word)' is not hex")
      }
    }
    guard let bytes = Hex.bytes(digits) else {
      throw reader.error("\(digits.utf8.count) hex digits are no whole bytes")
    }
    var meanings: [String] = []
    while reader.isString {
      meanings.append(reader.tree.string(try reader.string("a meaning").place))
    }
    // Where the value stood in a capture says nothing here.
    if let word = reader.peek, isPlace(word) { _ = reader.skip(word) }
    return .value(
      path: path, hex: digits.isEmpty ? nil : bytes, severity: severity, meanings: meanings)
  }

  /// `26:28` or `12.3:4`: a frame and a byte, as the story puts them behind values.
  private static func isPlace(_ word: String) -> Bool {
    let parts = word.split(separator: ":", omittingEmptySubsequences: false)
    return parts.count == 2 && !parts[1].isEmpty
      && parts.allSatisfy { $0.utf8.allSatisfy { $0 == 0x2E || (0x30...0x39).contains($0) } }
  }

  /// A value and a line behind it whose path is `+`, which goes on with it; nil where that is no such
  /// line.
  func goingOn(with next: ExampleLine) -> ExampleLine? {
    guard case .value("+", let more, let severity, let words) = next,
      case .value(let path, let hex, let known, let meanings) = self
    else { return nil }
    let bytes = hex == nil && more == nil ? nil : (hex ?? []) + (more ?? [])
    return .value(
      path: path, hex: bytes, severity: known ?? severity, meanings: meanings + words)
  }
}
