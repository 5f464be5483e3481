import Bytes

/// What a file is, told by its first bytes.
enum FileKind: Equatable {
  case trace
  case pcap
  case pcapng
  case gzip
  case zstd
  /// Something that holds no capture that can be read, in words: `PNG image`.
  case other(String)
  /// As `other`, where more bytes may say better what it is.
  case unclear(String)
}

extension FileKind {
  /// How many of a file's first bytes tell what can be read.
  static let needed = 4

  /// Tells by the first bytes; more than `needed` are for naming what cannot be read.
  init(_ start: Span<UInt8>) {
    if Self.isTrace(start) {
      self = .trace
    } else if let (magic, _) = PcapHeader.Magic.starting(start) {
      self = magic == .modified ? .other("pcap in Kuznetzov's modified form") : .pcap
    } else if Self.starts(start, [0x0A, 0x0D, 0x0D, 0x0A]) {
      self = .pcapng
    } else if Self.starts(start, [0x1F, 0x8B]) {
      self = .gzip
    } else if Self.starts(start, [0x28, 0xB5, 0x2F, 0xFD]) || Self.isSkippable(start) {
      self = .zstd
    } else {
      self = Self.other(start)
    }
  }

  /// Whether a trace begins here, one of whose first four bytes may be broken.
  private static func isTrace(_ start: Span<UInt8>) -> Bool {
    let marker: [UInt8] = [0x89, 0x4E, 0x46, 0x43]
    guard start.count >= marker.count else { return false }
    return marker.indices.count { start[$0] == marker[$0] } >= 3
  }

  /// A zstd file may begin with a frame for somebody else, 184D2A50h to 184D2A5Fh.
  private static func isSkippable(_ start: Span<UInt8>) -> Bool {
    start.count >= 4 && start[0] & 0xF0 == 0x50 && start[1] == 0x2A && start[2] == 0x4D
      && start[3] == 0x18
  }

  private static func other(_ start: Span<UInt8>) -> Self {
    if start.isEmpty { return .other("empty") }
    for known in known where starts(start, known.magic, at: known.offset) {
      return .other(known.words)
    }
    if let words = text(start) { return .unclear(words) }
    if isProxmark(start) { return .unclear("probably a Proxmark3 trace") }
    return .unclear("unknown data (it begins with \(Hex.text(start.extracting(first: 8))))")
  }

  private static func starts(_ bytes: Span<UInt8>, _ magic: [UInt8], at offset: Int = 0) -> Bool {
    guard bytes.count >= offset + magic.count else { return false }
    for index in magic.indices where bytes[offset + index] != magic[index] { return false }
    return true
  }

  /// What kind of text it is, if it is one.
  private static func text(_ start: Span<UInt8>) -> String? {
    var bytes: [UInt8] = []
    bytes.append(start)
    let isPrintable = bytes.allSatisfy { byte in
      byte >= 0x20 ? byte != 0x7F : byte == 9 || byte == 10 || byte == 13
    }
    // The last character may be cut.
    while let last = bytes.last, last >= 0x80 { bytes.removeLast() }
    guard isPrintable, !bytes.isEmpty, String(validating: bytes, as: UTF8.self) != nil else {
      return nil
    }
    switch start[0] {
    case UInt8(ascii: "{"): return "JSON text"
    // A log's time or program may stand in such brackets too.
    case UInt8(ascii: "[") where start.count < 2 || !isLetterOrDigit(start[1]): return "JSON text"
    case UInt8(ascii: "<"): return "XML or HTML text"
    default: return "text"
    }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }

  /// Whether records of a Proxmark3 trace follow one another here: a time, a duration, a length
  /// whose high bit is the direction, the frame, and one parity bit a byte.
  private static func isProxmark(_ start: Span<UInt8>) -> Bool {
    var at = 0
    var records = 0
    while records < 3, start.count - at >= 8 {
      let length = Int(ByteOrder.little.number16(start, at: at + 6) & 0x7FFF)
      guard length <= 512 else { return false }
      at += 8 + length + (length == 0 ? 1 : (length - 1) / 8 + 1)
      records += 1
    }
    return records == 3 || (records > 0 && at == start.count)
  }

  private static let known: [(offset: Int, magic: [UInt8], words: String)] = [
    (0, [0x89, 0x50, 0x4E, 0x47], "PNG image"),
    (0, [0xFF, 0xD8, 0xFF], "JPEG image"),
    (0, Array("GIF8".utf8), "GIF image"),
    (0, Array("%PDF".utf8), "PDF document"),
    (0, [0x7F, 0x45, 0x4C, 0x46], "ELF program"),
    (0, Array("MZ".utf8), "Windows program"),
    (0, [0xCF, 0xFA, 0xED, 0xFE], "macOS program"),
    (0, Array("PK\u{3}\u{4}".utf8), "zip archive"),
    (0, Array("BZh".utf8), "bzip2 data"),
    (0, [0xFD, 0x37, 0x7A, 0x58], "xz data"),
    (0, [0x04, 0x22, 0x4D, 0x18], "lz4 data"),
    (0, Array("SQLite format 3".utf8), "SQLite database"),
    (0, Array("RIFF".utf8), "WAV or other RIFF data"),
    (0, Array("snoop\0\0\0".utf8), "snoop capture"),
    (0, Array("btsnoop\0".utf8), "Bluetooth HCI capture"),
    (0, Array("#!".utf8), "script"),
    (257, Array("ustar".utf8), "tar archive"),
    (0, [0xFF, 0xFE], "UTF-16 text"),
    (0, [0xFE, 0xFF], "UTF-16 text"),
  ]
}
