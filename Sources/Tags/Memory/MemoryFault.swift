/// Something in a tag's memory that contradicts itself or its standard, and where.
package struct MemoryFault: Equatable, Sendable {
  package var kind: Kind
  /// The bytes that show it.
  package var range: Range<Int>

  package init(_ kind: Kind, at range: Range<Int>) {
    self.kind = kind
    self.range = range
  }

  /// What is wrong.
  package enum Kind: Equatable, Sendable {
    /// A check byte or checksum: what is there, and what the bytes give.
    case checksum(Checked, found: UInt32, computed: UInt32)
    /// A TLV whose length runs out of the data area, which has so many bytes left.
    case overrun(tag: UInt8, claimed: Int, present: Int)
    /// A control TLV of another length than three bytes.
    case controlLength(tag: UInt8, Int)
    /// A TLV with a reserved tag.
    case reservedTag(UInt8)
    /// Lock bits that lock so many bytes, where so many of the data area have no other lock.
    case lockCoverage(locks: Int, dynamic: Int, isNamed: Bool)
    /// A control TLV that points where the chip has no such bytes.
    case controlPlace(address: Int, expected: Int)
    /// The capability container's data size, where the chip has so many bytes.
    case size(claimed: Int, of: Int)
    /// A version of the mapping that is not known.
    case version(UInt8)
    /// Access conditions that are reserved.
    case access(read: UInt8, write: UInt8)
    /// The container's own length: claimed, and what its fields take.
    case containerLength(claimed: Int, described: Int)
    /// MLe or MLc outside what the standard allows.
    case transferSize(isRead: Bool, Int)
    /// MLe or MLc that short APDUs do not reach.
    case needsExtended(mle: Int, mlc: Int)
    /// An NDEF file's identifier or size that is reserved.
    case file(UInt16)
    case fileSize(Int)
    /// A message longer than its file or area.
    case messageLength(claimed: Int, room: Int)
    /// An update of the message was begun and not finished.
    case unfinishedUpdate
    /// A dump whose blocks were all refused, with FeliCa's status flags of the first.
    case unread(count: Int, first: UInt8, second: UInt8)
    /// A dump that says of more blocks that they were read than that there are.
    case counts(total: Int, read: Int)
    /// There is no NDEF File Control TLV.
    case noFile
    /// An attribute of the layout, in words of its protocol's own: name, value, and what it must be.
    case attribute(String, UInt32, String)
    /// The access bits of a MIFARE Classic sector, which contradict their complements.
    case accessBits(sector: Int)
    /// The sector that a directory names as the publisher's, which cannot be.
    case publisher(Int)
    /// A container that promises READ_MULTIPLE, which the tag refused.
    case multipleBlocks
  }

  /// What a check byte is over.
  package enum Checked: Equatable, Sendable {
    case bcc0, bcc1, bcc, attributes, mad, value
  }
}

/// Something worth knowing of a memory that is no fault.
package struct MemoryRemark: Equatable, Sendable {
  package var kind: Kind
  package var range: Range<Int>

  package init(_ kind: Kind, at range: Range<Int>) {
    self.kind = kind
    self.range = range
  }

  /// What it is.
  package enum Kind: Equatable, Sendable {
    /// Bytes from the first to the last address that lock bits make read-only.
    case locked(Range<Int>)
    /// Blocks that are locked by what their security status says; the range counts blocks.
    case lockedBlocks
    /// One-time bits that are set, of a tag without a capability container.
    case oneTime([UInt8])
    /// The first page that needs the password, or the key, and whether reading does, too.
    case protected(from: Int, reading: Bool, byKey: Bool)
    /// A tag that is formatted and has no message.
    case empty
    /// The same, and yet bytes of a record lie where a message would.
    case forgotten(Range<Int>)
    /// More than one NDEF message; readers take the first.
    case several(Int)
    /// NULL TLVs before the message.
    case nulls(Int)
  }
}
