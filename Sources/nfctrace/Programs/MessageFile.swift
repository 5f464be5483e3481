import AppleRules
import Bytes
import Tags
import TraceFormat

/// A file that is an NDEF message and nothing else, in bytes or in hex, as `encode` writes it.
enum MessageFile {
  /// The message; nil for every other file.
  static func open(_ path: String) throws(TraceError) -> NDEFContents? {
    guard path != "-", Descriptor.standing(path) == .file else { return nil }
    let input = try InputFile(path: path)
    guard let size = input.size, (3...limit).contains(Int(size)) else { return nil }
    var buffer = ByteBuffer(capacity: Int(size))
    while try input.read(into: &buffer, atMost: 1 << 16) > 0 {}
    let file = [UInt8](copying: buffer.span)
    let digits = file.filter { !" \t\r\n".utf8.contains($0) }
    let bytes = Hexadecimal.bytes(String(decoding: digits, as: UTF8.self)) ?? file
    // The first record begins the message, and nothing follows the last one.
    guard let first = bytes.first, first & 0x80 != 0 else { return nil }
    let contents = NDEFContents(reading: bytes)
    let isSound = contents.message.problems.allSatisfy { $0.kind.gravity != .error }
    return isSound && contents.message.length == bytes.count ? contents : nil
  }

  /// No tag has room for more.
  private static let limit = 1 << 17
}
