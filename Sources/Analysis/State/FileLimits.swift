import Bytes
import Decoding

/// What a capability container allows (NFC Forum Type 4 Tag).
struct FileLimits: Equatable {
  /// The application it was read under.
  let application: Identifier
  /// The largest answer to READ BINARY.
  let mle: Int
  /// The largest data field of UPDATE BINARY.
  let mlc: Int
  /// The frame it was read in.
  let frame: Int

  /// CCLEN (2 bytes), mapping version, MLe (2) and MLc (2), high bytes first; nil for bytes that
  /// are too few or no container.
  init?(_ bytes: Span<UInt8>, application: Identifier, frame: Int) {
    var cursor = ByteCursor(bytes)
    do throws(Truncated) {
      let length = try cursor.readNumber(2)
      try cursor.skip(1)
      mle = Int(try cursor.readNumber(2))
      mlc = Int(try cursor.readNumber(2))
      guard length >= 7, length < 0xFFFF, mle > 0, mlc > 0 else { return nil }
    } catch {
      return nil
    }
    self.application = application
    self.frame = frame
  }
}
