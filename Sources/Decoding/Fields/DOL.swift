/// Goes through a data object list (EMV Book 3, 5.4): tags and lengths in a row, without values.
package struct DOLWalker: Equatable, Sendable {
  private var offset: Int
  private let end: Int

  package init(in range: Range<Int>) {
    offset = range.lowerBound
    end = range.upperBound
  }

  /// The next entry, or nil behind the last whole one.
  package mutating func next(in bytes: Span<UInt8>) -> DOLEntry? {
    let limit = min(end, bytes.count)
    guard offset < limit else { return nil }
    let lead = TLVLead(bytes, at: offset, end: limit)
    let at = offset + lead.count
    guard lead.isWhole, at < limit else {
      offset = limit
      return nil
    }
    let entry = DOLEntry(tag: lead.tag, place: offset..<at + 1, length: Int(bytes[at]))
    offset = at + 1
    return entry
  }

  /// How many entries a list has, and how many bytes its values take in all.
  package static func size(of range: Range<Int>, in bytes: Span<UInt8>) -> (
    entries: Int, bytes: Int
  ) {
    var walker = DOLWalker(in: range)
    var size = (entries: 0, bytes: 0)
    while let entry = walker.next(in: bytes) {
      size.entries += 1
      size.bytes += entry.length
    }
    return size
  }
}

/// One tag that a list asks for, and how many bytes of it.
package struct DOLEntry: Equatable, Sendable {
  package var tag: UInt32
  /// Where tag and length stand in the list.
  package var place: Range<Int>
  package var length: Int
}

/// Goes through values that follow each other without tags, as a list says: the data of GET
/// PROCESSING OPTIONS by the PDOL, of GENERATE AC by a CDOL.
package struct DOLValueWalker: Equatable, Sendable {
  private var list: DOLWalker
  private var offset: Int
  private let end: Int

  /// The list lies in one run of bytes, the values in another.
  package init(list: Range<Int>, values: Range<Int>) {
    self.list = DOLWalker(in: list)
    offset = values.lowerBound
    end = values.upperBound
  }

  /// The next tag and where its value stands, cut where the values end; nil behind the last.
  package mutating func next(list bytes: Span<UInt8>) -> (entry: DOLEntry, value: Range<Int>)? {
    guard let entry = list.next(in: bytes) else { return nil }
    let start = min(offset, end)
    let stop = min(start + entry.length, end)
    offset = start + entry.length
    return (entry, start..<stop)
  }
}
