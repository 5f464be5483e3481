package import Bytes

/// Bytes of an exchange that only the exchanges before it tell to be secret: a network's key that
/// goes on over several reads, a page that takes a tag's password or key.
package struct HiddenBytes: Equatable, Sendable {
  package var kind: Kind = .key
  package var side: Side = .command
  /// The bytes, counted from the start of the side; none for most exchanges.
  package var bytes: Extent = .none
  /// Whether they are those of the second packet of COMPATIBILITY_WRITE, which is no part of the
  /// exchange's command.
  package var isSecondPacket = false
  /// Where the bytes are blocks of MIFARE Classic, the first one's number: of those only the keys in
  /// sectors' trailers are secret.
  package var firstBlock: UInt8?

  package enum Kind: UInt8, Equatable, Sendable { case key, password }

  /// Nothing is hidden.
  package init() {}

  package init(_ kind: Kind, _ side: Side, _ bytes: Range<Int>, blocksFrom block: UInt8? = nil) {
    self.kind = kind
    self.side = side
    self.bytes = Extent(bytes)
    firstBlock = block
  }

  /// Hides more of the same exchange. What lies between is hidden with it.
  mutating func add(_ other: Self) {
    guard !isEmpty, side == other.side, isSecondPacket == other.isSecondPacket else {
      self = other
      return
    }
    let (old, new) = (bytes.range, other.bytes.range)
    bytes = Extent(
      min(old.lowerBound, new.lowerBound)..<max(old.upperBound, new.upperBound))
    if kind != other.kind { kind = .key }
    if firstBlock != other.firstBlock || old.lowerBound != new.lowerBound { firstBlock = nil }
  }

  package var isEmpty: Bool { bytes.isEmpty }
}
