/// The layout of a Type 5 tag (NFC Forum Type 5 Tag): capability container, TLV blocks.
///
///     E1 version|access MLEN features                        block numbers of one byte
///     E2 version|access MLEN features                        of two
///     E2 version|access 00   features  00 00 MLEN (2)        more than 2040 bytes
///     TLV blocks, 8 × MLEN bytes
extension TagContents {
  /// Reads a memory of blocks. `size` is how many bytes the tag says that it has, nil where it was
  /// not asked; `status` each block's security status.
  package init(
    type5 image: MemoryImage, _ identity: TagIdentity = TagIdentity(), size: Int? = nil,
    status: MemoryImage = MemoryImage(unit: 1, word: .block), isMultipleRefused: Bool = false
  ) {
    self.init(.type5, image)
    self.identity = identity
    self.status = status
    self.size = size
    noteLocks()
    guard let container = image[0..<4] else {
      inferTLVs()
      return
    }
    guard container[0] == 0xE1 || container[0] == 0xE2 else {
      isFormatted = false
      return
    }
    isFormatted = true
    features = Features(rawValue: container[3])
    var length = Int(container[2])
    var start = 4
    if length == 0 {
      start = 8
      guard let long = image[4..<8] else {
        header = 0..<4
        needs = image.missing(in: 4..<8)
        return
      }
      length = Int(long[2]) << 8 | Int(long[3])
    }
    header = 0..<start
    check(container, isMultipleRefused)
    capacity = 8 * length
    // Most tags are sold with the container counted as data, so that the last bytes are not there.
    if let size, 8 * length > size {
      faults.append(
        MemoryFault(
          .size(claimed: 8 * length, of: size - start),
          at: start == 4 ? 2..<3 : 6..<8))
    }
    let area = start..<start + 8 * length
    take(TLVScan(image, area: area), in: area)
    noteReadOnly(area, size)
  }

  /// What the container says that the tag can do (its fourth byte).
  package struct Features: OptionSet, Equatable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    /// READ_MULTIPLE.
    package static let multipleBlocks = Self(rawValue: 0x01)
    /// LOCK_BLOCK.
    package static let lock = Self(rawValue: 0x08)
    /// Writing takes the option flag, and EOF alone behind the command.
    package static let specialFrame = Self(rawValue: 0x10)
  }

  private mutating func check(_ container: [UInt8], _ isMultipleRefused: Bool) {
    // Version in the high half, the access to reading and to writing in two bits each.
    let number = (container[1] >> 6) << 4 | container[1] >> 4 & 0x03
    version = number
    let (read, write) = (container[1] >> 2 & 0x03, container[1] & 0x03)
    if container[1] >> 6 != 1 { faults.append(MemoryFault(.version(number), at: 1..<2)) }
    if read & 1 != 0 || write == 1 {
      faults.append(MemoryFault(.access(read: read, write: write), at: 1..<2))
    }
    isWritable = write == 0 ? true : write == 3 ? false : nil
    if isMultipleRefused, container[3] & Features.multipleBlocks.rawValue != 0 {
      faults.append(MemoryFault(.multipleBlocks, at: 3..<4))
    }
  }

  /// Blocks of a tag whose container was not read, where what stands behind it can hardly be anything
  /// else.
  private mutating func inferTLVs() {
    if !image.isEmpty { needs = image.missing(in: 0..<4) }
    guard image[4] != nil else { return }
    // The size in a short container has one byte.
    let area = 4..<4 + 8 * 255
    let scan = TLVScan(image, area: area)
    guard let first = scan.blocks.first, first.kind == .ndef, first.length >= 3,
      let start = first.value.first, let head = image[start.lowerBound], head & 0x80 != 0,
      head & 0x07 != 7, scan.ending != .overrun
    else { return }
    needs = []
    isInferred = true
    take(scan, in: area)
    faults = []
  }

  /// Runs of blocks that are locked: by a user (bit 1 of the status) or by the maker (bit 2).
  private mutating func noteLocks() {
    guard let status else { return }
    var next = 0
    while next < status.end {
      guard isLocked(next) else {
        next += 1
        continue
      }
      let first = next
      while isLocked(next) { next += 1 }
      remarks.append(MemoryRemark(.lockedBlocks, at: first..<next))
    }
  }

  private func isLocked(_ block: Int) -> Bool { (status?[block] ?? 0) & 0x03 != 0 }

  /// Whoever may write by the container cannot, where every block is locked.
  private mutating func noteReadOnly(_ area: Range<Int>, _ size: Int?) {
    let end = min(area.upperBound, size ?? area.upperBound)
    guard isWritable == true, end > area.lowerBound,
      area.lowerBound / image.unit < status?.end ?? 0
    else { return }
    if image.units(of: area.lowerBound..<end).allSatisfy(isLocked) { isWritable = false }
  }
}
