import Bytes

/// The header of a block: the unit in which a trace is written, checked, lost and found.
///
/// A trace is blocks and nothing else. Each begins with the same marker, which no text conversion
/// leaves whole, and says by itself which frames it holds, so that any of them can be the first
/// one that is still readable.
struct TraceBlock: Equatable {
  var kind: Kind
  var codec: Codec = .none
  /// The same in all blocks of a trace: what lies around of another one is not taken for a part.
  var trace: UInt32
  /// Blocks are counted from 0 in the order of the file, whatever their kind.
  var sequence: UInt32
  /// The number of the block's first frame; without frames, that of the next frame to come.
  var firstFrame: Int
  var frames = 0
  /// How many bytes follow the header.
  var storedLength = 0
  /// How many bytes they expand to.
  var rawLength = 0
  /// The earliest and latest time in the block; without frames, twice that of the last frame.
  var times: ClosedRange<Int64> = 0...0
  /// Bit n for source n; bit 63 for every source from 63 on.
  var sources: UInt64 = 0
  /// CRC-32C of the bytes that follow the header.
  var checksum: UInt32 = 0

  /// What is in a block. Kinds that a reader does not know are stepped over.
  struct Kind: Equatable {
    let rawValue: UInt8
    static let description = Kind(rawValue: 1)
    static let frames = Kind(rawValue: 2)
    static let index = Kind(rawValue: 3)
    static let end = Kind(rawValue: 4)

    var isKnown: Bool { (1...4).contains(rawValue) }
  }

  /// How the bytes are stored. Codecs that a reader does not know are an error.
  struct Codec: Equatable {
    let rawValue: UInt8
    static let none = Codec(rawValue: 0)
    static let zstd = Codec(rawValue: 1)

    var isKnown: Bool { rawValue <= 1 }
  }

  /// `89 'N' 'F' 'C' CR LF 1A LF`: it is not ASCII, and whoever turns line ends or stops at ^Z
  /// breaks it.
  static let marker: [UInt8] = [0x89, 0x4E, 0x46, 0x43, 0x0D, 0x0A, 0x1A, 0x0A]
  /// The layout that is written here.
  static let version: UInt8 = 1
  /// How long a header is.
  static let headerLength = 72
  /// The most bytes that a block may store, and the most that they may expand to.
  static let maximumLength = 8 << 20
  /// The most frames that a block may hold.
  static let maximumFrames = 1 << 16
  /// The highest number that a frame may have.
  static let maximumNumber = 1 << 62

  /// What is in front of the checksum that covers it.
  private static let coveredLength = headerLength - 4
}

extension TraceBlock {
  /// Writes the header.
  func write(to buffer: inout ByteBuffer) {
    let start = buffer.count
    buffer.append(Self.marker.span)
    buffer.append(Self.version)
    buffer.append(kind.rawValue)
    buffer.append(codec.rawValue)
    buffer.append(0)
    buffer.append(trace, .little)
    buffer.append(sequence, .little)
    buffer.append(UInt32(frames), .little)
    buffer.append(UInt64(firstFrame), .little)
    buffer.append(UInt64(bitPattern: times.lowerBound), .little)
    buffer.append(UInt64(bitPattern: times.upperBound), .little)
    buffer.append(sources, .little)
    buffer.append(UInt32(storedLength), .little)
    buffer.append(UInt32(rawLength), .little)
    buffer.append(checksum, .little)
    let header = Checksum.crc32C(buffer.span.extracting(start..<start + Self.coveredLength))
    buffer.append(header, .little)
  }

  /// What a reader finds where a header should be.
  enum Finding: Equatable {
    /// A header that can be believed: its checksum is right and its lengths are allowed.
    case block(TraceBlock)
    /// A header whose checksum is right, of a layout that is not known here.
    case newer(version: UInt8)
    /// No header.
    case nothing
  }

  /// Reads the header at the start of `bytes`, and believes nothing in it before its checksum.
  static func find(in bytes: Span<UInt8>) -> Finding {
    guard bytes.count >= headerLength, begins(bytes) else { return .nothing }
    var cursor = ByteCursor(bytes.extracting(marker.count..<headerLength))
    do throws(Truncated) {
      let version = try cursor.readByte()
      let kind = Kind(rawValue: try cursor.readByte())
      let codec = Codec(rawValue: try cursor.readByte())
      try cursor.skip(1)
      let trace = UInt32(truncatingIfNeeded: try cursor.readLittleNumber(4))
      let sequence = UInt32(truncatingIfNeeded: try cursor.readLittleNumber(4))
      let frames = try cursor.readLittleNumber(4)
      let firstFrame = try cursor.readLittleNumber(8)
      let earliest = Int64(bitPattern: try cursor.readLittleNumber(8))
      let latest = Int64(bitPattern: try cursor.readLittleNumber(8))
      let sources = try cursor.readLittleNumber(8)
      let storedLength = try cursor.readLittleNumber(4)
      let rawLength = try cursor.readLittleNumber(4)
      let checksum = UInt32(truncatingIfNeeded: try cursor.readLittleNumber(4))
      let header = UInt32(truncatingIfNeeded: try cursor.readLittleNumber(4))
      guard Checksum.crc32C(bytes.extracting(0..<coveredLength)) == header else { return .nothing }
      guard version == Self.version else { return .newer(version: version) }
      guard earliest <= latest, frames <= maximumFrames, storedLength <= maximumLength,
        rawLength <= maximumLength, firstFrame >= 1, firstFrame <= maximumNumber
      else { return .nothing }
      return .block(
        TraceBlock(
          kind: kind, codec: codec, trace: trace, sequence: sequence, firstFrame: Int(firstFrame),
          frames: Int(frames), storedLength: Int(storedLength), rawLength: Int(rawLength),
          times: earliest...latest, sources: sources, checksum: checksum))
    } catch {
      return .nothing
    }
  }

  /// Whether bytes begin with the marker, as far as they go.
  static func begins(_ bytes: Span<UInt8>) -> Bool {
    for index in 0..<min(marker.count, bytes.count) where bytes[index] != marker[index] {
      return false
    }
    return true
  }
}
