package import Bytes

/// A response APDU taken apart: [data] SW1 SW2.
package struct ResponseAPDU: Equatable, Sendable {
  package let data: Extent
  /// SW1 and SW2 as one number.
  package let status: UInt16

  /// A response without SW1-SW2.
  package struct TooShort: Error, Equatable, Sendable {
    /// How many bytes there are, 0 or 1.
    package let present: Int
  }

  /// Splits a response. `bytes` is the whole APDU and nothing else.
  package init(_ bytes: Span<UInt8>) throws(TooShort) {
    guard bytes.count >= 2 else { throw TooShort(present: bytes.count) }
    data = Extent(0..<bytes.count - 2)
    status = UInt16(bytes[bytes.count - 2]) << 8 | UInt16(bytes[bytes.count - 1])
  }
}
