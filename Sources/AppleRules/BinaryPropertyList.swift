/// A property list in binary, as Xcode puts it into built apps: objects, a table of where each
/// begins, and a trailer that says how wide its numbers are.
///
///     "bplist00" | objects … | offsets … | 6 unused | width of offsets | width of references
///                | objects (8) | top object (8) | where the offsets begin (8)
struct BinaryPropertyList {
  private let bytes: [UInt8]
  private let offsetWidth: Int
  private let referenceWidth: Int
  private let count: Int
  private let first: Int
  private let table: Int
  /// How many values were read, long texts counted several times: one may be shown again and again.
  private var values = 0

  init(_ bytes: [UInt8]) throws(PropertyList.Unreadable) {
    self.bytes = bytes
    guard bytes.count >= 40 else { throw Self.unreadable("ends too early") }
    let trailer = bytes.count - 32
    offsetWidth = Int(bytes[trailer + 6])
    referenceWidth = Int(bytes[trailer + 7])
    guard (1...8).contains(offsetWidth), (1...8).contains(referenceWidth),
      let count = Self.number(bytes[(trailer + 8)..<(trailer + 16)]),
      let first = Self.number(bytes[(trailer + 16)..<(trailer + 24)]),
      let table = Self.number(bytes[(trailer + 24)..<(trailer + 32)]),
      count <= bytes.count, table <= trailer, count <= (trailer - table) / offsetWidth
    else { throw Self.unreadable("has a trailer that does not fit it") }
    (self.count, self.first, self.table) = (count, first, table)
  }

  /// The value that the list is.
  mutating func top() throws(PropertyList.Unreadable) -> PropertyList.Value {
    try object(first, depth: 0)
  }

  private mutating func object(
    _ number: Int, depth: Int
  ) throws(PropertyList.Unreadable) -> PropertyList.Value {
    values += 1
    guard depth < PropertyList.depthLimit, values <= PropertyList.valueLimit else {
      throw Self.unreadable("has more lists inside lists than any app's")
    }
    guard number < count,
      let offset = Self.number(
        bytes[(table + number * offsetWidth)..<(table + (number + 1) * offsetWidth)]),
      offset < table
    else { throw Self.unreadable("points to an object that is not there") }
    let marker = bytes[offset]
    switch marker >> 4 {
    case 0x0:
      return marker == 0x08 ? .truth(false) : marker == 0x09 ? .truth(true) : .other
    case 0x5:
      let (length, start) = try length(at: offset)
      values += length / 16
      return .text(String(decoding: try run(start, length), as: UTF8.self))
    case 0x6:
      let (length, start) = try length(at: offset)
      guard length <= bytes.count else { throw Self.unreadable("ends too early") }
      values += length / 8
      let pairs = Array(try run(start, 2 * length))
      let units = stride(from: 0, to: pairs.count - 1, by: 2).map {
        UInt16(pairs[$0]) << 8 | UInt16(pairs[$0 + 1])
      }
      return .text(String(decoding: units, as: UTF16.self))
    case 0xA:
      let (length, start) = try length(at: offset)
      var list: [PropertyList.Value] = []
      for index in 0..<length {
        list.append(try object(try reference(start, index), depth: depth + 1))
      }
      return .list(list)
    case 0xD:
      let (length, start) = try length(at: offset)
      guard length <= bytes.count else { throw Self.unreadable("ends too early") }
      var entries: [PropertyList.Entry] = []
      for index in 0..<length {
        guard case .text(let key) = try object(try reference(start, index), depth: depth + 1) else {
          throw Self.unreadable("has a key that is no text")
        }
        entries.append(
          PropertyList.Entry(
            key, try object(try reference(start, length + index), depth: depth + 1)))
      }
      return .keys(entries)
    default: return .other
    }
  }

  /// How many bytes or items an object has, and where they begin.
  private func length(at offset: Int) throws(PropertyList.Unreadable) -> (Int, start: Int) {
    let short = Int(bytes[offset] & 0x0F)
    guard short == 0x0F else { return (short, offset + 1) }
    guard offset + 1 < table, bytes[offset + 1] >> 4 == 1 else {
      throw Self.unreadable("has a length that is no number")
    }
    let width = 1 << Int(bytes[offset + 1] & 0x0F)
    guard width <= 8, offset + 2 + width <= table,
      let length = Self.number(bytes[(offset + 2)..<(offset + 2 + width)])
    else { throw Self.unreadable("has a length that does not fit it") }
    return (length, offset + 2 + width)
  }

  private func reference(_ start: Int, _ index: Int) throws(PropertyList.Unreadable) -> Int {
    let place = try run(start, (index + 1) * referenceWidth).suffix(referenceWidth)
    guard let number = Self.number(place) else {
      throw Self.unreadable("points to an object that is not there")
    }
    return number
  }

  private func run(_ start: Int, _ length: Int) throws(PropertyList.Unreadable) -> ArraySlice<UInt8>
  {
    guard start <= table, length <= table - start else { throw Self.unreadable("ends too early") }
    return bytes[start..<start + length]
  }

  /// A number of up to eight bytes, high byte first; nil for one that no file is as large as.
  private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
    let number = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return number <= 1 << 32 ? Int(number) : nil
  }

  private static func unreadable(_ what: String) -> PropertyList.Unreadable {
    PropertyList.Unreadable(description: "is a binary property list that \(what)")
  }
}
