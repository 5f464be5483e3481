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

  package enum Kind: UInt8, Equatable, Sendable { case key, password }

  /// Nothing is hidden.
  package init() {}

  package init(_ kind: Kind, _ side: Side, _ bytes: Range<Int>) {
    self.kind = kind
    self.side = side
    self.bytes = Extent(bytes)
  }

  package var isEmpty: Bool { bytes.isEmpty }
}
