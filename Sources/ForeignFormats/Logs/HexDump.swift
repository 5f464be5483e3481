import Bytes

/// A line of a hex dump: an offset perhaps, bytes in pairs of digits, and what they are as text.
///
///     6F 10 84 08 A0 00 00 00 03 00 00 00 A5 04 9F 65 o..............e
///
/// The text may look like more digits, so it is known by what it says: the bytes before it.
enum HexDump {
  /// The bytes of a line behind which `count` bytes of the same dump stand already.
  static func bytes(_ line: [UInt8], after count: Int) -> [UInt8] {
    let line = withoutOffset(line[...].trimmed, count)
    var pairs: [(byte: UInt8, end: Int)] = []
    var at = line.startIndex
    while at + 1 < line.endIndex, let high = Hex.value(line[at]), let low = Hex.value(line[at + 1]),
      at + 2 == line.endIndex || line[at + 2] == 0x20
    {
      pairs.append((high << 4 | low, at + 2))
      at += 2
      while at < line.endIndex, line[at] == 0x20 { at += 1 }
    }
    // A dump's line has at most 32 bytes, in all that are known.
    for length in stride(from: min(pairs.count, 32), to: 0, by: -1) {
      let text = pairs[..<length].map { (0x20...0x7E).contains($0.byte) ? $0.byte : 0x2E }
      let tail = line[pairs[length - 1].end...].trimmed
      if !tail.isEmpty, tail.elementsEqual(text[...].trimmed) {
        return pairs[..<length].map(\.byte)
      }
    }
    return HexRun.prefix(line).bytes
  }

  /// `00000010: 84 08 …`: the number that a line begins with, where it is how many bytes came before.
  private static func withoutOffset(_ line: ArraySlice<UInt8>, _ count: Int) -> ArraySlice<UInt8> {
    let digits = line.prefix { Hex.value($0) != nil }
    guard (4...8).contains(digits.count), digits.endIndex < line.endIndex,
      Int(digits.text, radix: 16) == count
    else { return line }
    let rest = line[digits.endIndex...]
    if rest.first == UInt8(ascii: ":") { return rest.dropFirst().trimmed }
    return rest.starts(with: [0x20, 0x20]) ? rest.trimmed : line
  }
}
