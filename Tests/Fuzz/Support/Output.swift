import Bytes

/// What holds for everything that is printed.
enum Output {
  /// Text has no control characters but line ends, colours where there are any, and is UTF-8, or
  /// ASCII where it has to be.
  static func checkText(_ bytes: [UInt8], isUTF8: Bool = true, hasColour: Bool = false) {
    for byte in bytes {
      expect(
        byte >= 0x20 && byte != 0x7F || byte == 0x0A || hasColour && byte == 0x1B,
        "text has no control characters: \(byte)")
      if !isUTF8 { expect(byte < 0x80, "text is ASCII: \(String(decoding: bytes, as: UTF8.self))") }
    }
    expect(String(validating: bytes, as: UTF8.self) != nil, "text is UTF-8")
  }

  /// Each line is one JSON value.
  static func checkJSON(lines bytes: [UInt8]) {
    for line in bytes.split(separator: 0x0A) { checkJSON(line) }
  }

  /// All of it is one JSON value.
  static func checkJSON(_ bytes: ArraySlice<UInt8>) {
    var value = JSONValue(bytes)
    expect(value.isWhole(), "this is JSON: \(String(decoding: bytes, as: UTF8.self))")
    expect(String(validating: bytes, as: UTF8.self) != nil, "JSON is UTF-8")
  }
}
