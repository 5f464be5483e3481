import Bytes

@testable import Tags

extension MemoryImage {
  /// A memory as if it had been read in one piece; spaces count for nothing.
  static func seen(_ hex: String, unit: Int = 4, at address: Int = 0) -> MemoryImage {
    var image = MemoryImage(unit: unit, word: .block)
    let bytes = Hex.bytes(hex.filter { $0 != " " }) ?? []
    image.lay(bytes.span, at: address, from: MemoryOrigin(frame: 1, offset: 0), as: .read)
    return image
  }
}
