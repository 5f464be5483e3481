import Bytes
import TraceFormat

/// One file of a tar archive, as its bytes arrive; everything before it is stepped over.
///
/// A header takes 512 bytes: the name at 0, the length in octal digits at 124, `ustar` at 257. What
/// follows is filled up to a multiple of 512.
final class TarMember: ByteSource {
  let name: String
  private let source: any ByteSource
  /// How many bytes of the member are still to come.
  private var left: Int64

  static let headerSize = 512
  /// Where in a header the letters stand that tell it.
  static let markPlace = 257
  static let mark = Array("ustar".utf8)

  /// How many members and how many bytes before the one that is wanted are believed.
  private static let mostMembers = 1024

  /// Goes to the member of a name, whatever folder it is in.
  init(_ wanted: String, in source: any ByteSource) throws(TraceError) {
    name = source.name
    self.source = source
    left = 0
    var offset: Int64 = 0
    for _ in 0..<Self.mostMembers {
      var header = ByteBuffer(capacity: Self.headerSize)
      while header.count < Self.headerSize {
        if try source.read(into: &header, atMost: Self.headerSize - header.count) == 0 { break }
      }
      guard header.count == Self.headerSize, header.span[0] != 0,
        let length = Self.length(header.span)
      else { break }
      if Self.isNamed(wanted, header.span) {
        left = length
        return
      }
      offset += Int64(Self.headerSize)
      let rest = (length + 511) / 512 * 512
      try Self.skip(rest, of: source)
      offset += rest
    }
    throw TraceError(
      "\(source.name): a tar archive without a file \(wanted), which nfc-laboratory's .trz has",
      offset: offset)
  }

  func read(into buffer: inout ByteBuffer, atMost count: Int) throws(TraceError) -> Int {
    let most = Int(min(Int64(count), left))
    guard most > 0 else { return 0 }
    let got = try source.read(into: &buffer, atMost: most)
    left -= Int64(got)
    return got
  }

  private static func skip(_ count: Int64, of source: any ByteSource) throws(TraceError) {
    var left = count
    var piece = ByteBuffer(capacity: 64 * 1024)
    while left > 0 {
      piece.clear()
      let got = try source.read(into: &piece, atMost: Int(min(left, 64 * 1024)))
      if got == 0 { return }
      left -= Int64(got)
    }
  }

  private static func isNamed(_ wanted: String, _ header: Span<UInt8>) -> Bool {
    let name = [UInt8](copying: header.extracting(0..<100)).prefix { $0 != 0 }
    return name.split(separator: UInt8(ascii: "/")).last.map { $0.elementsEqual(wanted.utf8) }
      ?? false
  }

  /// A member's length; nil where it is no number of octal digits.
  private static func length(_ header: Span<UInt8>) -> Int64? {
    var length: Int64 = 0
    for index in 124..<136 {
      switch header[index] {
      case UInt8(ascii: "0")...UInt8(ascii: "7"):
        length = length * 8 + Int64(header[index] - UInt8(ascii: "0"))
      case 0, 0x20: break
      default: return nil
      }
    }
    return length
  }
}
