/// The layout of a MIFARE Classic card: sectors of data blocks and a trailer, the directory, and the
/// NDEF sectors that it names (NXP AN1304, AN10787).
///
///     block 0            the maker's            block 4 n + 3      key A, access bits, key B
///     blocks 1 and 2     directory              other blocks       data
extension TagContents {
  /// Reads a memory of blocks of 16 bytes.
  package init(classic image: MemoryImage, _ identity: TagIdentity = TagIdentity()) {
    self.init(.classic, image)
    self.identity = identity
    let sectors = ClassicSectors(image)
    classic = sectors
    checkSerial()
    noteKeys()
    check(sectors)
    guard let directory = sectors.directories.first else {
      if sectors.isMarked != false { inferSectors(sectors) }
      return
    }
    header = directory.range
    let ndef = sectors.ndef
    isFormatted = !ndef.isEmpty
    guard let first = ndef.first else { return }
    // The message is in one run of sectors; the second directory lies in it.
    var last = first
    while ndef.contains(last + 1) || last == 15 && ndef.contains(17) { last += 1 }
    read(sectors: first...last)
    readAccess(sectors, first...last)
  }

  /// A serial number of four bytes has its check byte behind it; one of seven has none here.
  private mutating func checkSerial() {
    guard identity.uid.count == 4, let head = image[0..<5], Array(head[0..<4]) == identity.uid
    else { return }
    let computed = head[0..<4].reduce(0, ^)
    if computed != head[4] {
      faults.append(
        MemoryFault(
          .checksum(.bcc, found: UInt32(head[4]), computed: UInt32(computed)), at: 4..<5))
    }
  }

  private mutating func check(_ sectors: ClassicSectors) {
    for directory in sectors.directories {
      let start = directory.range.lowerBound
      if !directory.isRight {
        faults.append(
          MemoryFault(
            .checksum(
              .mad, found: UInt32(directory.found), computed: UInt32(directory.computed)),
            at: start..<start + 1))
      }
      let last = sectors.directories.count > 1 || start > 16 ? 39 : 15
      if directory.publisher > last || directory.publisher == 16 {
        faults.append(
          MemoryFault(.publisher(Int(directory.publisher)), at: start + 1..<start + 2))
      }
    }
    for trailer in sectors.trailers where !trailer.agrees {
      faults.append(MemoryFault(.accessBits(sector: trailer.sector), at: trailer.bitRange))
    }
    for value in sectors.values {
      guard let fault = value.fault else { continue }
      let start = 16 * value.block
      faults.append(
        MemoryFault(
          .checksum(.value, found: fault.found, computed: fault.expected),
          at: start + fault.range.lowerBound..<start + fault.range.upperBound))
    }
  }

  /// Blocks of a card whose directory was not read, where what stands in sector 1 can hardly be
  /// anything else.
  private mutating func inferSectors(_ sectors: ClassicSectors) {
    guard image[64] != nil else { return }
    let area = 64..<max(image.end, 128)
    let scan = TLVScan(image, area: area, reserved: SectorTrailer.places(in: area))
    guard let block = scan.blocks.first, block.kind == .ndef, block.length >= 3,
      let start = block.value.first, let head = image[start.lowerBound], head & 0x80 != 0,
      head & 0x07 != 7
    else { return }
    isInferred = true
    let known = faults
    // Where the last sector is nobody said; a card has 16 or 40.
    let last = image.end > 1024 ? 39 : 15
    read(sectors: 1...last)
    capacity = nil
    faults = known
    readAccess(sectors, 1...1)
  }

  private mutating func read(sectors: ClosedRange<Int>) {
    let area =
      SectorTrailer.sector(sectors.lowerBound)
      .lowerBound..<SectorTrailer.sector(
        sectors.upperBound
      ).upperBound
    let trailers = SectorTrailer.places(in: area)
    var reserved = trailers
    // Sector 16 has the second directory.
    if sectors.contains(16) { reserved.append(1024..<1072) }
    reserved.sort { $0.lowerBound < $1.lowerBound }
    capacity = area.count - reserved.reduce(0) { $0 + $1.count }
    take(TLVScan(image, area: area, reserved: reserved), in: area)
    // A Terminator may stand behind a trailer; the trailer itself is not needed for it.
    needs.removeAll { place in trailers.contains { $0.contains(place.lowerBound) } }
  }

  /// What the general purpose bytes of NDEF sectors say of version and access.
  private mutating func readAccess(_ sectors: ClassicSectors, _ used: ClosedRange<Int>) {
    var writes: Set<UInt8> = []
    for trailer in sectors.trailers where used.contains(trailer.sector) && trailer.sector != 16 {
      guard let general = trailer.general else { continue }
      // An inferred card says nothing of NDEF with another byte.
      let isKnown = general >> 6 == 1
      if isInferred, !isKnown { continue }
      let place = trailer.range.lowerBound + 9..<trailer.range.lowerBound + 10
      let (read, write) = (general >> 2 & 0x03, general & 0x03)
      let number = (general >> 6) << 4 | general >> 4 & 0x03
      version = version ?? number
      if !isKnown {
        faults.append(MemoryFault(.version(number), at: place))
      } else if read != 0 || write == 1 || write == 2 {
        faults.append(MemoryFault(.access(read: read, write: write), at: place))
      }
      writes.insert(write)
    }
    if writes == [0] { isWritable = true }
    if writes.contains(3) { isWritable = false }
  }

  /// Keys in the trailers that were seen.
  private mutating func noteKeys() {
    guard !image.isEmpty else { return }
    for place in SectorTrailer.places(in: 0..<image.end) {
      let start = place.lowerBound
      secrets.append(SecretBytes(start..<start + 6, .key))
      secrets.append(SecretBytes(start + 10..<start + 16, .key))
    }
  }
}
