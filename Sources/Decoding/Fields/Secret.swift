package import Bytes
package import GrammarLanguage

/// Bytes of a command or an answer that output masks unless it is told to show them.
package struct Secret: Equatable, Sendable {
  package var kind: SecretKind
  package var side: Side
  /// The bytes, counted from the start of the side.
  package var bytes: Extent
  /// For a PAN: how many digits it has; the fillers behind them are none. 0 for anything else.
  package var digits: UInt8
  /// Whether it is what one exchange carries of a secret that goes on in others.
  package var isPiece = false

  package init(_ kind: SecretKind, _ side: Side, _ bytes: Range<Int>, digits: Int = 0) {
    self.kind = kind
    self.side = side
    self.bytes = Extent(bytes)
    self.digits = UInt8(clamping: digits)
  }

  /// Whether output may show a nibble all the same. Nibbles are counted from 0 at the secret's first
  /// byte: of a PAN the first six and the last four digits are shown when they leave some hidden, and
  /// whatever stands behind its digits.
  @inlinable package func shows(nibble: Int) -> Bool {
    guard kind == .pan else { return kind == .id }
    let count = Int(digits)
    if nibble >= count { return true }
    return count > 10 && (nibble < 6 || nibble >= count - 4)
  }
}

/// Whose bytes: the reader's or the card's.
package enum Side: UInt8, Equatable, Sendable { case command, answer }
