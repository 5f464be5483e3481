import Bytes

/// Looks for parts of values, in bytes that noise, the capture or a host's packets cut anywhere: four
/// bytes and more, of which three differ.
struct FragmentSearch: Sendable {
  private var windows: [UInt32: Place] = [:]
  private let values: [[UInt8]]

  private struct Place {
    let value: Int
    let offset: Int
  }

  /// A part that was found.
  struct Match: Sendable {
    var value: Int
    /// Where in the value its first byte lies.
    var offset: Int
    var bytes: Range<Int>
  }

  private static let length = 4

  /// So many values have their parts looked for.
  private static let limit = 65_536

  init(_ values: [SecretValue]) {
    self.values = values.map { $0.isTelling ? $0.bytes : [] }
    for (index, bytes) in self.values.enumerated().prefix(Self.limit)
    where bytes.count > Self.length {
      for offset in 0...bytes.count - Self.length {
        let part = bytes[offset..<offset + Self.length]
        guard Set(part).count >= 3 else { continue }
        let key = part.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        if windows[key] == nil { windows[key] = Place(value: index, offset: offset) }
      }
    }
  }

  /// Appends every part in a range of bytes.
  func find(in bytes: Span<UInt8>, _ range: Range<Int>, into matches: inout [Match]) {
    guard !windows.isEmpty, range.count >= Self.length else { return }
    var index = range.lowerBound
    while index + Self.length <= range.upperBound {
      var key: UInt32 = 0
      for place in index..<index + Self.length { key = key << 8 | UInt32(bytes[place]) }
      guard let place = windows[key] else {
        index += 1
        continue
      }
      let value = values[place.value]
      var end = index + Self.length
      while end < range.upperBound, place.offset + end - index < value.count,
        value[place.offset + end - index] == bytes[end]
      {
        end += 1
      }
      matches.append(Match(value: place.value, offset: place.offset, bytes: index..<end))
      index = end
    }
  }
}
