import Bytes

/// The capability container of a Type 4 tag: file E103 of the NDEF application (NFC Forum Type 4
/// Tag).
///
///     000F  20  00FF  00FF  04 06  E104 0100 00 00
///     CCLEN ver MLe   MLc   T  L   file size read write
package struct Type4Container: Equatable, Sendable {
  /// Its own length.
  package private(set) var length = 0
  package private(set) var version: UInt8 = 0
  /// The largest answer to READ BINARY, and the largest data field of UPDATE BINARY.
  package private(set) var mle = 0
  package private(set) var mlc = 0
  package private(set) var files: [File] = []
  package private(set) var faults: [MemoryFault] = []
  /// What of it was not seen.
  package private(set) var missing: [Range<Int>] = []

  /// What a File Control TLV says of a file.
  package struct File: Equatable, Sendable {
    package var kind: Kind
    package var identifier: UInt16
    /// How many bytes the file may have, its length field included.
    package var size: Int
    package var read: UInt8
    package var write: UInt8
    /// Where that is said.
    package var place: Range<Int>

    /// Which kind of file.
    package enum Kind: UInt8, Equatable, Sendable {
      case ndef = 0x04
      case proprietary = 0x05
      /// An NDEF file whose length has four bytes (mapping 3.0).
      case extended = 0x06
    }
  }

  /// Reads what was seen of a container; nil where its length was not.
  package init?(_ image: MemoryImage) {
    guard let head = image[0..<2] else { return nil }
    length = Int(head[0]) << 8 | Int(head[1])
    guard let fixed = image[2..<7] else {
      missing = image.missing(in: 2..<7)
      return
    }
    version = fixed[0]
    mle = Int(fixed[1]) << 8 | Int(fixed[2])
    mlc = Int(fixed[3]) << 8 | Int(fixed[4])
    readFiles(image)
    check()
  }

  /// The file with the NDEF message: the first of its kind.
  package var ndef: File? { files.first { $0.kind != .proprietary } }

  private mutating func readFiles(_ image: MemoryImage) {
    // No length is believed: what was seen is read, and compared with it.
    let end = min(max(length, 7), max(image.end, 7))
    var next = 7
    while next + 2 <= end {
      guard let (tag, count) = image[next..<next + 2].map({ ($0[0], Int($0[1])) }) else {
        missing = image.missing(in: next..<next + 2)
        return
      }
      guard next + 2 + count <= end else {
        if length > image.end { break }
        faults.append(
          MemoryFault(
            .overrun(tag: tag, claimed: count, present: end - next - 2), at: next + 1..<next + 2))
        return
      }
      guard let value = image[next + 2..<next + 2 + count] else {
        missing = image.missing(in: next + 2..<next + 2 + count)
        return
      }
      take(tag, value, at: next + 2)
      next += 2 + count
    }
    if next != length {
      if next >= image.end, length > image.end, files.isEmpty {
        missing = [image.end..<length]
      } else {
        faults.append(
          MemoryFault(.containerLength(claimed: length, described: next), at: 0..<2))
      }
    }
  }

  private mutating func take(_ tag: UInt8, _ value: [UInt8], at offset: Int) {
    guard let kind = File.Kind(rawValue: tag) else {
      faults.append(MemoryFault(.reservedTag(tag), at: offset - 2..<offset - 1))
      return
    }
    let needed = kind == .extended ? 8 : 6
    guard value.count == needed else {
      faults.append(
        MemoryFault(.controlLength(tag: tag, value.count), at: offset - 1..<offset))
      return
    }
    let size = value[2..<needed - 2].reduce(0) { $0 << 8 | Int($1) }
    let file = File(
      kind: kind, identifier: UInt16(value[0]) << 8 | UInt16(value[1]), size: size,
      read: value[needed - 2], write: value[needed - 1], place: offset..<offset + needed)
    files.append(file)
    check(file, at: offset)
  }

  private mutating func check(_ file: File, at offset: Int) {
    if [0x0000, 0xE102, 0xE103, 0x3F00, 0x3FFF, 0xFFFF].contains(file.identifier) {
      faults.append(MemoryFault(.file(file.identifier), at: offset..<offset + 2))
    }
    let width = file.kind == .extended ? 4 : 2
    let most = file.kind == .extended ? 0xFFFF_FFFE : 0xFFFE
    if file.size < 5 || file.size > most {
      faults.append(MemoryFault(.fileSize(file.size), at: offset + 2..<offset + 2 + width))
    }
    // 00 is free, 80 to FE are the owner's own; FF forbids writing, and nothing forbids reading.
    let isReadKnown = file.read == 0 || (0x80...0xFE).contains(file.read)
    let isWriteKnown = file.write == 0 || file.write >= 0x80
    if !isReadKnown || !isWriteKnown {
      faults.append(
        MemoryFault(
          .access(read: file.read, write: file.write), at: offset + 2 + width..<offset + 4 + width))
    }
  }

  private mutating func check() {
    if ![1, 2, 3].contains(version >> 4) {
      faults.append(MemoryFault(.version(version), at: 2..<3))
    }
    if mle < 0x0F { faults.append(MemoryFault(.transferSize(isRead: true, mle), at: 3..<5)) }
    if mlc < 1 { faults.append(MemoryFault(.transferSize(isRead: false, mlc), at: 5..<7)) }
    if mle > 256 || mlc > 255 {
      faults.append(MemoryFault(.needsExtended(mle: mle, mlc: mlc), at: 3..<7))
    }
    if ndef == nil, missing.isEmpty, length >= 7 {
      faults.append(MemoryFault(.noFile, at: 0..<2))
    }
  }
}
