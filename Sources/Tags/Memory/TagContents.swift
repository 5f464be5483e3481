/// What a tag holds, as far as its memory was seen: its memory, what that is laid out as, the NDEF
/// message in it, what contradicts itself, and what would have to be read to know more.
package struct TagContents: Equatable, Sendable {
  package var kind: Kind
  package var image: MemoryImage
  /// What the tag said of itself.
  package var identity = TagIdentity()
  /// Which part of the tag the memory is, where it has several: a file, a service; empty for the
  /// whole.
  package var part = ""
  /// Whether this is what the tag is about; other parts stand beside it.
  package var isMain = true
  /// The bytes of the capability container, the attribute block: where the layout is written down.
  package var header: Range<Int>?
  /// The mapping's version, major in the high four bits; nil where it was not seen.
  package var version: UInt8?
  /// How many bytes there are for data, as the tag itself says; nil where that was not seen.
  package var capacity: Int?
  /// Whether the tag can be written; nil where that was not seen.
  package var isWritable: Bool?
  /// Whether the tag says that it is laid out for NDEF; nil where that was not seen.
  package var isFormatted: Bool?
  /// Whether the layout is told only by what the data looks like.
  package var isInferred = false
  /// Whether there are only its blocks, without anything that says which tag they are of.
  package var isBare = false
  /// The NDEF messages, as the tag has them.
  package var messages: [StoredMessage] = []
  /// What was not seen of what must be there to find the message and read it to its end.
  package var needs: [Range<Int>] = []
  package var faults: [MemoryFault] = []
  /// What else is known, in words: lock bits, one-time bits, password protection.
  package var remarks: [MemoryRemark] = []
  /// Type 5: the security status of each block, as far as it was told, and what the container says
  /// that the tag can do.
  package var status: MemoryImage?
  package var features: Features?
  /// How many bytes the tag says that it has in all; nil where it was not asked.
  package var size: Int?
  /// What the sectors of a MIFARE Classic card are for.
  package var classic: ClassicSectors?
  /// Bytes that are nobody's business.
  package var secrets: [SecretBytes] = []

  /// Which layout it has.
  package enum Kind: String, Equatable, Sendable {
    case type1 = "type-1"
    case type2 = "type-2"
    case type3 = "type-3"
    case type4 = "type-4"
    case type5 = "type-5"
    case classic = "classic"
  }

  /// Bytes of the memory that are a password or a key.
  package struct SecretBytes: Equatable, Sendable {
    package var range: Range<Int>
    package var kind: Kind

    package enum Kind: Equatable, Sendable { case password, key }

    package init(_ range: Range<Int>, _ kind: Kind) {
      self.range = range
      self.kind = kind
    }
  }

  package init(_ kind: Kind, _ image: MemoryImage) {
    self.kind = kind
    self.image = image
  }
}

/// What a tag says of itself beside its memory; empty for what was not asked.
package struct TagIdentity: Equatable, Sendable {
  package var uid: [UInt8] = []
  /// As a number, high byte first.
  package var atqa: UInt16?
  package var sak: UInt8?
  /// The answers to GET_VERSION and READ_SIG.
  package var version: [UInt8] = []
  package var signature: [UInt8] = []
  /// What FeliCa cards say beside their IDm, which is `uid`.
  package var pmm: [UInt8] = []
  /// What Get System Information said of an ISO/IEC 15693 card.
  package var dsfid: UInt8?
  package var family: UInt8?
  package var reference: UInt8?

  package init() {}
}

/// An NDEF message where a tag keeps it.
package struct StoredMessage: Equatable, Sendable {
  /// The addresses of its bytes, in order, with what is reserved between them left out.
  package var places: [Range<Int>]
  /// How many bytes the tag says that it has.
  package var length: Int
  /// Where that is said.
  package var lengthField: Range<Int>
  /// What of it was not seen.
  package var missing: [Range<Int>]
  /// Its bytes up to the first one that was not seen.
  package var bytes: [UInt8]

  package init(
    _ places: [Range<Int>], length: Int, lengthField: Range<Int>, in image: MemoryImage
  ) {
    self.places = places
    self.length = length
    self.lengthField = lengthField
    missing = places.flatMap { image.missing(in: $0) }
    bytes = image.head(of: places)
  }

  /// Whether every byte that the tag says is there was seen.
  package var isWhole: Bool { bytes.count == length }

  /// The addresses from the first byte to the last.
  package var span: Range<Int> {
    guard let first = places.first, let last = places.last else { return lengthField }
    return first.lowerBound..<last.upperBound
  }

  /// Where the bytes of a part of the message lie.
  package func places(of part: Range<Int>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var offset = 0
    for place in places {
      let from = max(part.lowerBound, offset)
      let to = min(part.upperBound, offset + place.count)
      if from < to {
        found.append(place.lowerBound + from - offset..<place.lowerBound + to - offset)
      }
      offset += place.count
    }
    return found
  }
}

extension MemoryImage {
  /// The frames that brought the bytes of several ranges, each once, in the order of the bytes.
  package func frames(of ranges: [Range<Int>]) -> [Int] {
    var frames: [Int] = []
    var known: Set<Int> = []
    for range in ranges {
      for piece in pieces(of: range) where piece.origin.frame > 0 {
        if known.insert(piece.origin.frame).inserted { frames.append(piece.origin.frame) }
      }
    }
    return frames
  }
}
