internal import Bytes

/// JSON, written as bytes.
enum JSONText {
  /// Writes a string with its quotation marks.
  static func append(_ text: String, to buffer: inout ByteBuffer) {
    buffer.append(UInt8(ascii: "\""))
    for unit in text.utf8 {
      switch unit {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        buffer.append(UInt8(ascii: "\\"))
        buffer.append(unit)
      case 0..<0x20, 0x7F:
        buffer.append("\\u00")
        buffer.append(hex: unit)
      default: buffer.append(unit)
      }
    }
    buffer.append(UInt8(ascii: "\""))
  }

  /// Writes a name, its colon and a string, with a comma in front unless it is the first.
  static func append(
    _ name: StaticString, _ text: String, isFirst: Bool = false, to buffer: inout ByteBuffer
  ) {
    append(name: name, isFirst: isFirst, to: &buffer)
    append(text, to: &buffer)
  }

  /// Writes a name, its colon and a number.
  static func append(_ name: StaticString, _ number: Int, to buffer: inout ByteBuffer) {
    append(name: name, to: &buffer)
    buffer.append(decimal: number)
  }

  /// Writes a name and its colon.
  static func append(name: StaticString, isFirst: Bool = false, to buffer: inout ByteBuffer) {
    if !isFirst { buffer.append(UInt8(ascii: ",")) }
    buffer.append(UInt8(ascii: "\""))
    buffer.append(name)
    buffer.append("\":")
  }

  /// Writes a list, commas between its items.
  static func append<Item>(
    _ items: [Item], to buffer: inout ByteBuffer, _ write: (Item, inout ByteBuffer) -> Void
  ) {
    buffer.append(UInt8(ascii: "["))
    for (index, item) in items.enumerated() {
      if index > 0 { buffer.append(UInt8(ascii: ",")) }
      write(item, &buffer)
    }
    buffer.append(UInt8(ascii: "]"))
  }
}
