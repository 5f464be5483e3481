/// Finds the keys that join a network or pair a device, wherever they lie in a tag's memory, while
/// that goes by in pieces.
///
///     READ page 12   … 00 02 00 08 10 27 00 0D 63 6F      type 1027, length 13, the key begins
///     READ page 16   72 72 65 63 74 …                     and goes on here
///
/// A key is told by the head of its attribute alone, so that it is found in a message of which only a
/// part was seen, or that is malformed. What was read before its head was cannot be told. In a text,
/// `WIFI:` and `;P:` are the head (see `NetworkText`).
package struct KeyTrail: Equatable, Sendable {
  /// Where pieces ended lately, with the last eight bytes of each: another may go on there.
  private var ends: [End] = []
  private var nextEnd = 0
  private var keys: [Key] = []
  private var nextKey = 0
  /// Whether the type of a Bluetooth record went by: its keys have heads of two bytes, which anything
  /// else may have by chance.
  private var isBluetooth = false
  /// Whether the beginning of a text about a network went by.
  private var isNetwork = false

  private struct End: Equatable, Sendable {
    var part: UInt32
    var address: Int
    var window: UInt64
    var text: NetworkText
  }

  private struct Key: Equatable, Sendable {
    var part: UInt32
    var range: Range<Int>
  }

  /// So many ends and keys are remembered.
  private static let mostEnds = 4
  private var mostKeys = 16

  package init() {}

  /// Begins anew, and keeps the room.
  package mutating func forget() {
    ends.removeAll(keepingCapacity: true)
    keys.removeAll(keepingCapacity: true)
    (nextEnd, nextKey, isBluetooth, isNetwork) = (0, 0, false, false)
  }

  /// Takes in bytes at an address of a part of the memory, and gives those from the first to the last
  /// that is a key's, counted from the first of `bytes`; nil where none is.
  package mutating func take(
    _ bytes: Span<UInt8>, at address: Int, part: UInt32 = 0, isWritten: Bool = false
  ) -> Range<Int>? {
    guard bytes.count > 0, address >= 0, address < 1 << 32 else { return nil }
    let range = address..<address + bytes.count
    // What is written over a key's head is something else, unless it is one again.
    if isWritten {
      keys.removeAll {
        $0.part == part && ($0.range.lowerBound - 4..<$0.range.lowerBound).overlaps(range)
      }
      nextKey = min(nextKey, keys.count)
    }
    scan(bytes, at: address, part, isWritten: isWritten)
    return place(in: range, part: part)
  }

  /// Of bytes at addresses of a part those from the first to the last that is a key's, as far as is
  /// known now, counted from the first; nil where none is.
  package func place(in range: Range<Int>, part: UInt32) -> Range<Int>? {
    let address = range.lowerBound
    var found: Range<Int>?
    for key in keys where key.part == part && key.range.overlaps(range) {
      let part = key.range.clamped(to: range)
      let place = part.lowerBound - address..<part.upperBound - address
      found =
        found.map {
          min($0.lowerBound, place.lowerBound)..<max($0.upperBound, place.upperBound)
        } ?? place
    }
    return found
  }

  /// The same with room for the keys of a whole memory, to go through what has passed once more.
  package var roomier: Self {
    var trail = self
    trail.mostKeys = 256
    return trail
  }

  private mutating func scan(
    _ bytes: Span<UInt8>, at address: Int, _ part: UInt32, isWritten: Bool
  ) {
    let known = ends.firstIndex { $0.part == part && $0.address == address }
    var window = known.map { ends[$0].window } ?? 0
    var text = known.map { ends[$0].text } ?? NetworkText()
    for index in bytes.indices {
      window = window << 8 | UInt64(bytes[index])
      if let length = keyLength(window) {
        remember(Key(part: part, range: address + index + 1..<address + index + 1 + length))
      }
      let keyStart = text.keyStart
      switch text.take(bytes[index], at: address + index, isNetwork: &isNetwork) {
      case .begins: begin(textKeyAt: address + index + 1, part, isWritten: isWritten)
      case .ends: end(textKeyAt: keyStart, part, at: address + index)
      case nil: break
      }
    }
    let end = End(part: part, address: address + bytes.count, window: window, text: text)
    if let index = known ?? ends.firstIndex(where: { $0.part == part && $0.address == end.address })
    {
      ends[index] = end
    } else if ends.count < Self.mostEnds {
      ends.append(end)
    } else {
      ends[nextEnd] = end
      nextEnd = (nextEnd + 1) % Self.mostEnds
    }
  }

  /// A key in a text: as long as one may be, until its end is seen.
  private mutating func begin(textKeyAt start: Int, _ part: UInt32, isWritten: Bool) {
    if isWritten {
      keys.removeAll { $0.part == part && $0.range.lowerBound == start }
      nextKey = min(nextKey, keys.count)
    }
    guard !keys.contains(where: { $0.part == part && $0.range.lowerBound == start }) else { return }
    remember(Key(part: part, range: start..<start + NetworkText.longestKey))
  }

  private mutating func end(textKeyAt start: Int?, _ part: UInt32, at address: Int) {
    guard let start, start <= address,
      let index = keys.firstIndex(where: { $0.part == part && $0.range.lowerBound == start })
    else { return }
    keys[index].range = start..<address
  }

  private mutating func remember(_ key: Key) {
    guard !keys.contains(key) else { return }
    if keys.count < mostKeys {
      keys.append(key)
    } else {
      keys[nextKey % mostKeys] = key
      nextKey = (nextKey + 1) % mostKeys
    }
  }

  /// How long the key is whose head the last bytes are; nil where they are none.
  private mutating func keyLength(_ window: UInt64) -> Int? {
    // Wi-Fi Simple Configuration: 10, a type, a length of two bytes.
    if window & 0xFF00_FF00 == 0x1000_0000, Self.isKey(UInt8(truncatingIfNeeded: window >> 16)),
      (1...64).contains(window & 0xFF)
    {
      return Int(window & 0xFF)
    }
    if window == Self.bluetooth { isBluetooth = true }
    // Extended Inquiry Response and Advertising Data: 17 bytes, of a type of key.
    guard isBluetooth, window & 0xFF00 == 0x1100 else { return nil }
    return switch window & 0xFF {
    case 0x0E, 0x0F, 0x10, 0x1D, 0x1E, 0x22, 0x23: 16
    default: nil
    }
  }

  /// `bluetoot`, of `application/vnd.bluetooth.ep.oob` and `…le.oob`.
  private static let bluetooth: UInt64 = 0x626C_7565_746F_6F74

  /// Network Key, New Password, OOB Device Password, Rekey Key, AppSessionKey.
  private static func isKey(_ type: UInt8) -> Bool {
    switch type {
    case 0x27, 0x2A, 0x2C, 0x50, 0x63: true
    default: false
    }
  }

  /// The keys in bytes that lie in a row. `type` is that of the record whose payload they are.
  package static func keys(in bytes: Span<UInt8>, type: [UInt8] = []) -> [Range<Int>] {
    var trail = Self()
    trail.isBluetooth = String(decoding: type, as: UTF8.self).contains("bluetooth")
    _ = trail.take(bytes, at: 0)
    return trail.keys.map { $0.range.clamped(to: 0..<bytes.count) }.filter { !$0.isEmpty }
  }
}

extension KeyTrail {
  /// The keys of networks in a text that lies in a row.
  package static func textKeys(in bytes: Span<UInt8>) -> [Range<Int>] {
    var text = NetworkText()
    var isNetwork = false
    var found: [Range<Int>] = []
    for index in bytes.indices {
      let start = text.keyStart
      if case .ends = text.take(bytes[index], at: index, isNetwork: &isNetwork), let start {
        found.append(start..<index)
      }
    }
    if let start = text.keyStart { found.append(start..<bytes.count) }
    return found.filter { !$0.isEmpty }
  }
}

extension TagContents {
  /// Everything in the memory that is nobody's business: passwords, keys of the tag, and the keys in
  /// what it holds.
  package var hidden: [SecretBytes] {
    var trail = KeyTrail()
    var found = secrets
    for run in image.runs {
      let bytes = image.bytes.span.extracting(run.range)
      _ = trail.take(bytes, at: run.range.lowerBound)
    }
    for range in trail.places { found.append(SecretBytes(range, .key)) }
    return found
  }
}

extension KeyTrail {
  /// The addresses of the keys that are known.
  fileprivate var places: [Range<Int>] { keys.map(\.range) }
}
