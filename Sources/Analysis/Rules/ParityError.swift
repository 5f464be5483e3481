import Decoding

/// Raises `parity-error`.
enum ParityError {
  static let manual = """
    A frame has a byte whose parity bit is wrong, and is not ciphertext.

    NFC-A sends an odd parity bit after each byte (ISO/IEC 14443-3). MIFARE Classic encrypts \
    them, so frames after its authentication are not judged. A frame with wrong parity and a \
    right CRC was edited, or the source does not keep parity.
    """

  static func finding(in scene: Scene) -> Finding {
    scene.finding(.parityError, "a parity bit is wrong")
  }
}
