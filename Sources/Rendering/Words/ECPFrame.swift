import Bytes
import Decoding

/// What an Enhanced Contactless Polling frame of version 2 says of the reader that sends it:
///
///     6A | version | flags and length | type | subtype | terminal identifier (3) | data
///
/// Apple does not publish it; this much is agreed on by those who have looked at readers' frames.
struct ECPFrame {
  let version: UInt8
  /// What the reader is for; nil before version 2.
  let terminal: Terminal?
  /// The terminal capabilities identifier (TCI).
  let identifier: Identifier?

  /// Which kind of pass the reader takes.
  enum Terminal: UInt8 {
    case transit = 1
    case access = 2
    case identity = 3

    /// What a row calls it.
    var words: StaticString {
      switch self {
      case .transit: "transit"
      case .access: "access"
      case .identity: "identity"
      }
    }
  }

  /// Reads a frame without its CRC; nil for one that is too short to have a version.
  init?(_ frame: Span<UInt8>) {
    guard frame.count >= 2 else { return nil }
    version = frame[1]
    guard version == 2, frame.count >= 8 else {
      (terminal, identifier) = (nil, nil)
      return
    }
    terminal = Terminal(rawValue: frame[3])
    identifier = Identifier(frame.extracting(5..<8))
  }
}
