import Bytes

/// The layout of a Type 3 tag (NFC Forum Type 3 Tag), and of FeliCa Lite and Lite-S around it: blocks of
/// 16 bytes, block n at address 16 × n.
///
///     block 0    attribute block        blocks 80h…  system blocks of the Lite family
///     block 1…   the NDEF message       block 88h    MC: what may be written, and NDEF on or off
extension TagContents {
  /// Reads a memory of blocks. `isNDEF`: the card answered to the NDEF system, so block 0 has to be
  /// the attribute block. `isLite`: the card is of the Lite family.
  package init(type3 image: MemoryImage, isNDEF: Bool, isLite: Bool) {
    self.init(.type3, image)
    if isNDEF { isFormatted = true }
    if isLite, let bytes = image[Self.configuration], let found = LiteConfiguration(bytes.span) {
      isFormatted = found.isNDEF
      if found.writableCount == 0 { isWritable = false }
    }
    let block = 0..<AttributeBlock.blockLength
    guard let bytes = image[block], let attributes = AttributeBlock(bytes.span) else {
      if isNDEF { needs = image.missing(in: block) }
      return
    }
    guard isNDEF || attributes.isSound && attributes.major == 1 else { return }
    header = block
    isFormatted = true
    isInferred = !isNDEF
    guard attributes.isSound else {
      // Nothing in it is to be believed, least of all its sizes.
      faults.append(
        MemoryFault(
          .checksum(
            .attributes, found: UInt32(attributes.checksum),
            computed: UInt32(attributes.computedChecksum)), at: Self.checksum))
      if attributes.length == 0 { noteEmpty() }
      return
    }
    version = attributes.version
    capacity = attributes.capacity
    isWritable = attributes.isWritable && isWritable != false
    check(attributes, isLite: isLite)
    readMessage(attributes)
  }

  /// Where block 88h, MC, lies.
  private static let configuration = 0x880..<0x890
  /// Ln and the checksum, in the attribute block.
  private static let lengthField =
    AttributeBlock.lengthOffset..<AttributeBlock.lengthOffset + 3
  private static let checksum = AttributeBlock.checksumOffset..<AttributeBlock.checksumOffset + 2

  private mutating func readMessage(_ attributes: AttributeBlock) {
    guard !attributes.isBeingWritten, attributes.length <= attributes.capacity else { return }
    guard attributes.length > 0 else {
      noteEmpty()
      return
    }
    let start = AttributeBlock.blockLength
    // What lies behind the addresses that are kept was not seen.
    let end = min(start + attributes.length, MemoryImage.limit)
    let message = StoredMessage(
      [start..<end], length: attributes.length, lengthField: Self.lengthField, in: image)
    messages = [message]
    needs = message.missing
  }

  /// Ln is 0. Where a message begins all the same, it was there before, or was forgotten.
  private mutating func noteEmpty() {
    let start = AttributeBlock.blockLength
    var forgotten: Range<Int>?
    // MB is set, and the lengths fit: no other bytes look like that.
    if let byte = image[start], byte & 0x80 != 0 {
      let seen = image.head(of: [start..<image.end])
      let first = NDEFMessage(reading: seen.span, missing: 0).records.first
      if let first, !first.layout.isCut, !first.type.isEmpty,
        first.nameFormat.rawValue <= NDEFRecord.TypeNameFormat.external.rawValue
      {
        forgotten = start + first.layout.record.lowerBound..<start + first.layout.record.upperBound
      }
    }
    remarks.append(
      MemoryRemark(forgotten.map { .forgotten($0) } ?? .empty, at: Self.lengthField))
  }

  private mutating func check(_ attributes: AttributeBlock, isLite: Bool) {
    if attributes.major != 1 { faults.append(MemoryFault(.version(attributes.version), at: 0..<1)) }
    if attributes.blocksPerRead == 0 { fault("Nbr", 0, "it must be 1 or more", at: 1..<2) }
    if attributes.blocksPerWrite == 0 { fault("Nbw", 0, "it must be 1 or more", at: 2..<3) }
    if isLite, attributes.blocks > Self.liteBlocks {
      faults.append(
        MemoryFault(
          .size(
            claimed: attributes.capacity, of: Self.liteBlocks * AttributeBlock.blockLength),
          at: 3..<5))
    }
    switch attributes.writeFlag {
    case 0x00: break
    case 0x0F: faults.append(MemoryFault(.unfinishedUpdate, at: 9..<10))
    default: fault("WriteF", attributes.writeFlag, "it must be 00 or 0F", at: 9..<10)
    }
    if attributes.accessFlag > 1 {
      fault("RWFlag", attributes.accessFlag, "it must be 00 or 01", at: 10..<11)
    }
    if attributes.length > attributes.capacity {
      faults.append(
        MemoryFault(
          .messageLength(claimed: attributes.length, room: attributes.capacity),
          at: Self.lengthField))
    }
  }

  /// S_PAD1 to S_PAD13.
  private static let liteBlocks = 13

  private mutating func fault(
    _ name: String, _ value: some BinaryInteger, _ words: String, at range: Range<Int>
  ) {
    faults.append(MemoryFault(.attribute(name, UInt32(value), words), at: range))
  }
}
