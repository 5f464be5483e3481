/// The MIME type of a picture, told by how its bytes begin.
package enum PictureType {
  /// Nil for bytes that are no picture of a kind that readers show.
  package static func name(of bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "image/png" }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
    if bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8) { return "image/gif" }
    if bytes.starts(with: "BM".utf8) { return "image/bmp" }
    if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
      return "image/webp"
    }
    let head = String(decoding: bytes.prefix(256), as: UTF8.self)
    let start = head.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    guard start.hasPrefix("<svg") || start.hasPrefix("<?xml") && head.contains("<svg") else {
      return nil
    }
    return "image/svg+xml"
  }
}
