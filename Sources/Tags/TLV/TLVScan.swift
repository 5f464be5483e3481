/// The TLV blocks of a data area, found from its start to the Terminator, to where something was
/// not seen, or to its end.
package struct TLVScan: Equatable, Sendable {
  package private(set) var blocks: [TagTLV] = []
  /// Why it ended.
  package private(set) var ending: Ending = .area
  /// Ranges that Lock Control and Memory Control TLVs declare.
  package private(set) var controls: [ControlTLV] = []
  /// How many NULL TLVs there were; they are in `blocks` no more than this.
  package private(set) var nulls = 0

  /// Why no block follows.
  package enum Ending: Equatable, Sendable {
    /// The area ends.
    case area
    case terminator(at: Int)
    /// The tag or the length of the next block was not seen.
    case unseen(at: Int)
    /// A block's length field or value runs out of the area.
    case overrun
    /// There are more blocks than anybody would write.
    case tooMany
  }

  /// So many blocks are taken in, NULLs aside.
  private static let mostBlocks = 4096

  /// Reads an area. `reserved` are addresses in it that hold no data, by ascending addresses.
  package init(_ image: MemoryImage, area: Range<Int>, reserved: [Range<Int>] = []) {
    var walk = Walk(image: image, next: area.lowerBound, end: area.upperBound, reserved: reserved)
    while true {
      walk.skipReserved()
      let address = walk.next
      guard address < walk.end else { return }
      guard let tag = image[address] else {
        ending = .unseen(at: address)
        return
      }
      walk.next += 1
      let kind = TagTLV.Kind(tag)
      switch kind {
      case .null:
        nulls += 1
        continue
      case .terminator:
        blocks.append(TagTLV(kind, address: address))
        ending = .terminator(at: address)
        return
      case .lockControl, .memoryControl, .ndef, .proprietary, .reserved: break
      }
      guard blocks.count < Self.mostBlocks else {
        ending = .tooMany
        return
      }
      var block = TagTLV(kind, address: address)
      switch walk.readLength(into: &block) {
      case .read: break
      case .unseen(let place):
        ending = .unseen(at: place)
        return
      case .outside:
        blocks.append(block)
        ending = .overrun
        return
      }
      block.value = walk.take(block.length)
      blocks.append(block)
      if block.present < block.length {
        ending = .overrun
        return
      }
      takeControl(block, image, &walk)
    }
  }

  private mutating func takeControl(
    _ block: TagTLV, _ image: MemoryImage, _ walk: inout Walk
  ) {
    guard block.kind == .lockControl || block.kind == .memoryControl,
      let value = image.bytes(of: block.value),
      let control = ControlTLV(value, isLock: block.kind == .lockControl)
    else { return }
    controls.append(control)
    walk.reserve(control.range)
  }
}

extension TagTLV {
  fileprivate init(_ kind: Kind, address: Int) {
    self.kind = kind
    self.address = address
    lengthField = address + 1..<address + 1
    length = 0
    value = []
  }
}

/// Goes through an area's bytes and leaves out what is reserved.
private struct Walk {
  let image: MemoryImage
  var next: Int
  let end: Int
  var reserved: [Range<Int>]

  /// What became of reading a length.
  enum Length { case read, unseen(Int), outside }

  mutating func skipReserved() {
    var moved = true
    while moved {
      moved = false
      for range in reserved where range.contains(next) {
        next = range.upperBound
        moved = true
      }
    }
  }

  mutating func reserve(_ range: Range<Int>) {
    // Nobody needs more, and each of them is looked at for every block.
    guard reserved.count < 64 else { return }
    reserved.append(range)
  }

  private mutating func readByte() -> (address: Int, value: UInt8?)? {
    skipReserved()
    guard next < end else { return nil }
    defer { next += 1 }
    return (next, image[next])
  }

  mutating func readLength(into block: inout TagTLV) -> Length {
    var bytes: [UInt8] = []
    var wanted = 1
    while bytes.count < wanted {
      guard let (address, value) = readByte() else { return .outside }
      guard let value else { return .unseen(address) }
      if bytes.isEmpty {
        block.lengthField = address..<address + 1
        if value == 0xFF { wanted = 3 }
      } else {
        block.lengthField = block.lengthField.lowerBound..<address + 1
      }
      bytes.append(value)
    }
    block.length = wanted == 1 ? Int(bytes[0]) : Int(bytes[1]) << 8 | Int(bytes[2])
    return .read
  }

  /// The addresses of the next bytes, as many as there are.
  mutating func take(_ count: Int) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var left = count
    while left > 0 {
      skipReserved()
      guard next < end else { break }
      // To the next reserved byte, at the most.
      var stop = end
      for range in reserved where range.lowerBound > next { stop = min(stop, range.lowerBound) }
      let taken = min(left, stop - next)
      ranges.append(next..<next + taken)
      next += taken
      left -= taken
    }
    return ranges
  }
}

extension MemoryImage {
  /// The bytes at several ranges in a row, nil where one was not seen.
  package func bytes(of ranges: [Range<Int>]) -> [UInt8]? {
    var joined: [UInt8] = []
    for range in ranges {
      guard let bytes = self[range] else { return nil }
      joined += bytes
    }
    return joined
  }

  /// The bytes at several ranges up to the first that was not seen.
  package func head(of ranges: [Range<Int>]) -> [UInt8] {
    var joined: [UInt8] = []
    for range in ranges {
      let missing = missing(in: range).first
      let stop = missing?.lowerBound ?? range.upperBound
      if stop > range.lowerBound { joined += bytes[range.lowerBound..<stop] }
      if missing != nil { break }
    }
    return joined
  }
}
