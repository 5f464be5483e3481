/// The layout of a Type 1 tag (NFC Forum Type 1 Tag; Broadcom Topaz): UID, capability container,
/// TLV blocks, reserved and lock bytes.
///
///     block 0   UID0 … UID6, reserved       block D   reserved
///     block 1   E1 version size access,     block E   lock bits, one-time bytes
///               data from byte 4 on         block F…  more data, where HR0 is 12h
extension TagContents {
  /// Reads a memory of bytes.
  package init(type1 image: MemoryImage) {
    self.init(.type1, image)
    guard let container = image[8..<12] else {
      if image.end > 12 { needs = image.missing(in: 8..<12) }
      return
    }
    header = 8..<12
    guard container[0] == 0xE1 else {
      isFormatted = false
      return
    }
    isFormatted = true
    version = container[1]
    if container[1] >> 4 != 1 { faults.append(MemoryFault(.version(container[1]), at: 9..<10)) }
    let size = 8 * (Int(container[2]) + 1)
    let (read, write) = (container[3] >> 4, container[3] & 0x0F)
    if read != 0 || write != 0 && write != 0x0F {
      faults.append(MemoryFault(.access(read: read, write: write), at: 11..<12))
    }
    isWritable = write == 0
    // Blocks D and E are no data, nor is block F of a larger tag, where its Control TLVs say so.
    let area = 12..<max(12, size)
    capacity = area.count - (area.upperBound > 104 ? min(area.upperBound, 120) - 104 : 0)
    take(TLVScan(image, area: area, reserved: [104..<120]), in: area)
    noteLocks()
  }

  /// Lock bits are in the first two bytes of block E: a bit a block.
  private mutating func noteLocks() {
    guard let lock = image[112..<114] else { return }
    let bits = Int(lock[0]) | Int(lock[1]) << 8
    // Blocks 0, D and E are locked when the tag is made.
    let locked = (1..<13).filter { bits >> $0 & 1 == 1 }
    guard let first = locked.first, let last = locked.last else { return }
    remarks.append(MemoryRemark(.locked(8 * first..<8 * (last + 1)), at: 112..<114))
    if locked.count == 12 { isWritable = false }
  }
}
