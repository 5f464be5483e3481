/// Tag, length and value, as cards write them (ISO/IEC 8825-1).
enum TLV {
  /// One object: its tag of up to two bytes, its length, its value.
  static func bytes(_ tag: UInt16, _ value: [UInt8]) -> [UInt8] {
    let head = tag > 0xFF ? [UInt8(tag >> 8), UInt8(tag & 0xFF)] : [UInt8(tag)]
    let length: [UInt8]
    switch value.count {
    case 0..<0x80: length = [UInt8(value.count)]
    case 0x80..<0x100: length = [0x81, UInt8(value.count)]
    default: length = [0x82, UInt8(value.count >> 8 & 0xFF), UInt8(value.count & 0xFF)]
    }
    return head + length + value
  }

  /// How many bytes a data object list asks for: the sum of its lengths.
  static func length(ofList list: [UInt8]) -> Int {
    var total = 0
    var rest = list[...]
    while let first = rest.popFirst() {
      if first & 0x1F == 0x1F { while let next = rest.popFirst(), next & 0x80 != 0 {} }
      total += Int(rest.popFirst() ?? 0)
    }
    return total
  }
}
