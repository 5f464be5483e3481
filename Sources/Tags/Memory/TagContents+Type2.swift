/// The layout of a Type 2 tag (NFC Forum Type 2 Tag): serial number and check bytes, static lock
/// bytes, capability container, TLV blocks, dynamic lock bytes.
///
///     page 0   UID0 UID1 UID2 BCC0        page 2   BCC1 internal lock0 lock1
///     page 1   UID3 UID4 UID5 UID6        page 3   E1 version size access
///     page 4   TLV blocks …
extension TagContents {
  /// Reads a memory of pages.
  package init(type2 image: MemoryImage, _ identity: TagIdentity = TagIdentity()) {
    self.init(.type2, image)
    self.identity = identity
    let named = Type2Chip(version: identity.version)
    checkSerial(identity.uid)
    guard let container = image[12..<16] else {
      inferBlocks()
      noteLocks(named)
      notePassword(named)
      return
    }
    header = 12..<16
    guard container[0] == 0xE1 else {
      isFormatted = false
      if container != [0, 0, 0, 0] {
        remarks.append(MemoryRemark(.oneTime(container), at: 12..<16))
      }
      noteLocks(named)
      notePassword(named)
      return
    }
    isFormatted = true
    self.version = container[1]
    let size = 8 * Int(container[2])
    capacity = size
    checkContainer(container, named)
    readBlocks(area: 16..<16 + size, named)
    noteLocks(named ?? Type2Chip.candidates(size: container[2]).first)
    notePassword(named)
  }

  /// BCC0 is over 88h and the first three bytes of the UID, BCC1 over the other four (ISO/IEC
  /// 14443-3). Chips that change their UID for a random one keep other bytes here.
  private mutating func checkSerial(_ uid: [UInt8]) {
    guard let head = image[0..<9], head[0..<8].contains(where: { $0 != 0 }) else { return }
    let stored = Array(head[0..<3] + head[4..<8])
    if uid.count == 7, stored != uid { return }
    let first = 0x88 ^ head[0] ^ head[1] ^ head[2]
    if first != head[3] {
      faults.append(
        MemoryFault(
          .checksum(.bcc0, found: UInt32(head[3]), computed: UInt32(first)), at: 3..<4))
    }
    let second = head[4] ^ head[5] ^ head[6] ^ head[7]
    if second != head[8] {
      faults.append(
        MemoryFault(
          .checksum(.bcc1, found: UInt32(head[8]), computed: UInt32(second)), at: 8..<9))
    }
  }

  private mutating func checkContainer(_ container: [UInt8], _ chip: Type2Chip?) {
    // Version 1.x is what all tags are written with.
    if container[1] >> 4 != 1 { faults.append(MemoryFault(.version(container[1]), at: 13..<14)) }
    let (read, write) = (container[3] >> 4, container[3] & 0x0F)
    if read != 0 && read < 8 || write != 0 && write < 8 {
      faults.append(MemoryFault(.access(read: read, write: write), at: 15..<16))
    }
    isWritable = write == 0 ? !isLockedByStaticBits : false
    guard let chip, let capacity else { return }
    let room = 4 * (chip.userEnd - 4)
    if capacity > room {
      faults.append(MemoryFault(.size(claimed: capacity, of: room), at: 14..<15))
    }
  }

  /// Whether the static lock bits lock every page that they can.
  private var isLockedByStaticBits: Bool {
    guard let lock = image[10..<12] else { return false }
    return lock[0] & 0xF0 == 0xF0 && lock[1] == 0xFF
  }

  /// Blocks of a tag whose container was not read, where what stands at the beginning of its data
  /// can hardly be anything else.
  private mutating func inferBlocks() {
    // The size in a container has one byte.
    let area = 16..<16 + 8 * 255
    guard image[16] != nil else { return }
    let scan = TLVScan(image, area: area)
    guard let first = scan.blocks.first, scan.ending != .overrun, Self.isPlausible(first, image)
    else { return }
    isInferred = true
    take(scan, in: area)
    faults = []
  }

  private static func isPlausible(_ block: TagTLV, _ image: MemoryImage) -> Bool {
    switch block.kind {
    case .lockControl, .memoryControl: return block.length == 3
    case .ndef:
      // The first header of a message has MB, and a TNF that is not reserved.
      guard block.length >= 3, let first = block.value.first, let header = image[first.lowerBound]
      else { return false }
      return header & 0x80 != 0 && header & 0x07 != 7
    default: return false
    }
  }

  private mutating func readBlocks(area: Range<Int>, _ chip: Type2Chip?) {
    let scan = TLVScan(image, area: area)
    take(scan, in: area)
    let dynamic = max(0, area.count - 48)
    for block in scan.blocks where block.kind == .lockControl {
      guard let value = image.bytes(of: block.value), let control = ControlTLV(value, isLock: true)
      else { continue }
      let place = block.value.first ?? block.lengthField
      if control.coverage > dynamic + 8 * control.bytesPerBit {
        faults.append(
          MemoryFault(
            .lockCoverage(locks: control.coverage, dynamic: dynamic, isNamed: chip != nil),
            at: place))
      }
      if let lock = chip?.lock, lock.page * 4 != control.address {
        faults.append(
          MemoryFault(
            .controlPlace(address: control.address, expected: lock.page * 4), at: place))
      }
    }
  }

  /// Lock bits that are set, from the first page to the last that they lock.
  private mutating func noteLocks(_ chip: Type2Chip?) {
    var locked: [Int] = []
    if let lock = image[10..<12] {
      let bits = Int(lock[0]) | Int(lock[1]) << 8
      locked += (3..<16).filter { bits >> $0 & 1 == 1 }
    }
    if let lock = chip?.lock, let bytes = image[4 * lock.page..<4 * lock.page + 2] {
      let bits = Int(bytes[0]) | Int(bytes[1]) << 8
      for bit in 0..<lock.bits where bits >> bit & 1 == 1 {
        let first = 16 + bit * lock.pagesPerBit
        // The last bit may be for fewer pages than the others, or for none.
        locked += first..<max(first, min(first + lock.pagesPerBit, chip?.userEnd ?? 0))
      }
    }
    for run in locked.sorted().reduce(
      into: [Range<Int>](),
      { runs, page in
        if let last = runs.last, last.upperBound == page {
          runs[runs.count - 1] = last.lowerBound..<page + 1
        } else {
          runs.append(page..<page + 1)
        }
      })
    {
      let isStatic = run.lowerBound < 16
      let place = isStatic ? 10..<12 : 4 * (chip?.lock?.page ?? 0)..<4 * (chip?.lock?.page ?? 0) + 2
      remarks.append(
        MemoryRemark(.locked(4 * run.lowerBound..<4 * run.upperBound), at: place))
    }
  }

  /// AUTH0 and PROT of a chip with a password or a key.
  private mutating func notePassword(_ chip: Type2Chip?) {
    noteSecrets(chip ?? dumpedChip)
    guard let chip, let page = chip.configuration, chip.secret != nil,
      let first = image[4 * page + 3], Int(first) < chip.pages
    else { return }
    let reading = image[4 * page + 4].map { $0 & 0x80 != 0 } ?? false
    remarks.append(
      MemoryRemark(
        .protected(from: Int(first), reading: reading, byKey: chip.keys != nil),
        at: 4 * page + 3..<4 * page + 5))
  }

  /// Where its password and keys are; of a chip that is not known, the pages that may be theirs and
  /// were written, and those that were read and do not hold the zeros that a chip gives for them.
  private mutating func noteSecrets(_ chip: Type2Chip?) {
    if let chip {
      guard let (pages, kind) = chip.secret else { return }
      // PACK has two bytes.
      let end = 4 * pages.upperBound - (kind == .password ? 2 : 0)
      secrets.append(SecretBytes(4 * pages.lowerBound..<end, kind))
      return
    }
    var known = SecretPages()
    known.version = identity.version
    known.size = image[12..<16].flatMap { $0[0] == 0xE1 ? $0[2] : nil }
    for run in image.runs {
      for page in image.units(of: run.range) {
        let place = (4 * page..<4 * page + 4).clamped(to: run.range)
        let isWritten = run.access == .written
        if let kind = isWritten ? known.kind(of: page) : known.kind(ofRead: page),
          isWritten || image.bytes[place].contains(where: { $0 != 0 })
        {
          secrets.append(SecretBytes(place, kind))
        }
        if !known.isTold, page % 4 == 3 { noteTrailer(at: 4 * page) }
      }
    }
  }

  /// A trailer of MIFARE Classic, taken for pages because nothing told what the card is.
  private mutating func noteTrailer(at address: Int) {
    guard image[address..<address + 16] != nil,
      SectorTrailer.isLikely(
        image.bytes.span.extracting(address..<address + 16), isRead: true)
    else { return }
    secrets.append(SecretBytes(address + 10..<address + 16, .key))
  }

  /// The chip that a dump without a version is of, by its number of pages.
  private var dumpedChip: Type2Chip? {
    guard identity.version.isEmpty, image.end % 4 == 0, image.origin(of: 0)?.frame == 0 else {
      return nil
    }
    return Type2Chip(pages: image.end / 4)
  }
}

extension TagContents {
  /// Takes in the blocks of a data area: messages, what is missing, what does not fit.
  package mutating func take(_ scan: TLVScan, in area: Range<Int>) {
    // Where not even the first one is a block, the data is somebody's own and not malformed.
    if case .reserved = scan.blocks.first?.kind { return }
    for block in scan.blocks {
      let tag = image[block.address] ?? 0
      switch block.kind {
      case .ndef:
        messages.append(
          StoredMessage(
            block.value, length: block.length, lengthField: block.lengthField, in: image))
      case .lockControl, .memoryControl:
        if block.length != 3 {
          faults.append(
            MemoryFault(.controlLength(tag: tag, block.length), at: block.lengthField))
        }
      case .reserved:
        faults.append(
          MemoryFault(.reservedTag(tag), at: block.address..<block.address + 1))
      case .null, .proprietary, .terminator: break
      }
      if scan.ending == .overrun, block == scan.blocks.last {
        faults.append(
          MemoryFault(
            .overrun(tag: tag, claimed: block.length, present: block.present),
            at: block.lengthField.isEmpty
              ? block.address..<block.address + 1 : block.lengthField))
      }
    }
    noteMessages(scan, in: area)
  }

  private mutating func noteMessages(_ scan: TLVScan, in area: Range<Int>) {
    if let first = messages.first {
      needs += first.missing
      // Behind it, a Terminator or another block tells that it is over.
      let end = first.span.upperBound
      if !first.missing.isEmpty, end < area.upperBound { needs += image.missing(in: end..<end + 1) }
      if first.length == 0 { remarks.append(MemoryRemark(.empty, at: first.lengthField)) }
      if messages.count > 1 {
        remarks.append(MemoryRemark(.several(messages.count), at: messages[1].lengthField))
      }
    } else if case .unseen(let address) = scan.ending {
      needs.append(address..<address + 1)
    }
    if scan.nulls > 0, let first = messages.first, scan.ending != .area {
      remarks.append(MemoryRemark(.nulls(scan.nulls), at: area.lowerBound..<first.span.lowerBound))
    }
  }
}
