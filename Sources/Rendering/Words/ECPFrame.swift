import Bytes
import Decoding

/// What an Enhanced Contactless Polling frame of version 2 says of the reader that sends it:
///
///     6A | version | flags and length | type | subtype | terminal identifier (3) | data
///
/// Apple does not publish it; this much is agreed on by those who have looked at readers' frames.
struct ECPFrame {
  let version: UInt8
  /// Which kind of pass the reader takes; nil before version 2.
  let type: UInt8?
  /// The terminal capabilities identifier (TCI).
  let identifier: Identifier?

  /// Reads a frame without its CRC; nil for one that is too short to have a version.
  init?(_ frame: Span<UInt8>) {
    guard frame.count >= 2 else { return nil }
    version = frame[1]
    guard version == 2, frame.count >= 8 else {
      (type, identifier) = (nil, nil)
      return
    }
    type = frame[3]
    identifier = Identifier(frame.extracting(5..<8))
  }
}
