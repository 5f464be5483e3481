/// What the sectors of a MIFARE Classic card are for, as far as they were seen.
package struct ClassicSectors: Equatable, Sendable {
  package private(set) var trailers: [SectorTrailer] = []
  /// The directory, and the second one of cards with more than 16 sectors.
  package private(set) var directories: [ApplicationDirectory] = []
  package private(set) var values: [ValueBlock] = []

  /// Reads a memory of blocks of 16 bytes.
  package init(_ image: MemoryImage) {
    guard !image.isEmpty else { return }
    for sector in 0..<SectorTrailer.sectors
    where SectorTrailer.sector(sector).lowerBound < image.end {
      if let trailer = SectorTrailer(image, sector: sector) { trailers.append(trailer) }
    }
    readDirectories(image)
    readValues(image)
  }

  /// Whether the card says that it has a directory; nil where that was not seen.
  package var isMarked: Bool? {
    trailers.first { $0.sector == 0 }?.general.map { $0 & 0x80 != 0 }
  }

  /// The AID of each sector; none where there is no directory, or it was not seen.
  package var applications: [Int: UInt16] {
    directories.reduce(into: [:]) { all, one in
      all.merge(one.applications) { known, _ in known }
    }
  }

  /// The sectors that the directory gives to NDEF.
  package var ndef: [Int] {
    applications.filter { $0.value == ApplicationDirectory.ndef }.keys.sorted()
  }

  /// Nothing but the general purpose byte of sector 0 and its check byte tells a directory from data.
  private mutating func readDirectories(_ image: MemoryImage) {
    guard let first = ApplicationDirectory(image, isSecond: false),
      isMarked ?? first.isRight, first.isRight || isMarked == true
    else { return }
    directories.append(first)
    let version = trailers.first { $0.sector == 0 }?.general.map { $0 & 0x03 }
    if let second = ApplicationDirectory(image, isSecond: true), version ?? 2 == 2,
      second.isRight || version == 2
    {
      directories.append(second)
    }
  }

  private mutating func readValues(_ image: MemoryImage) {
    let ndef = Set(ndef)
    for sector in 0..<SectorTrailer.sectors where !ndef.contains(sector) {
      let range = SectorTrailer.sector(sector)
      guard range.lowerBound < image.end else { return }
      for address in stride(from: range.lowerBound, to: range.upperBound - 16, by: 16)
      where address > 0 && !directories.contains(where: { $0.range.contains(address) }) {
        guard let bytes = image[address..<address + 16],
          let value = ValueBlock(bytes, block: address / 16)
        else { continue }
        values.append(value)
      }
    }
  }
}
