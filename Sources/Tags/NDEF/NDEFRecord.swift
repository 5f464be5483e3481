/// One record of an NDEF message: what its type is a name of, the type, the id, the payload.
///
/// The chunks of a record that was sent in chunks are one record; `layout` says where they lay.
package struct NDEFRecord: Sendable {
  package var nameFormat: TypeNameFormat
  package var type: [UInt8]
  package var id: [UInt8]
  package var payload: [UInt8]
  /// Where it stood in the message that it was read from.
  package var layout = Layout()

  package init(
    _ nameFormat: TypeNameFormat, type: [UInt8] = [], id: [UInt8] = [], payload: [UInt8] = []
  ) {
    self.nameFormat = nameFormat
    self.type = type
    self.id = id
    self.payload = payload
  }

  /// What the type of a record is a name of: the TNF of its header.
  package enum TypeNameFormat: UInt8, Equatable, Sendable {
    case empty, wellKnown, mime, absoluteURI, external, unknown, unchanged, reserved
  }

  /// Where the parts of a record stand, in the bytes of its message.
  package struct Layout: Equatable, Sendable {
    /// All of it, with its chunks.
    package var record: Range<Int> = 0..<0
    package var type: Range<Int> = 0..<0
    package var id: Range<Int> = 0..<0
    /// The payload, one run a chunk.
    package var payload: [Range<Int>] = []
    /// The first byte, as it was written.
    package var flags: UInt8 = 0
    /// The length that the header claims, which may be more than is there.
    package var claimed = 0
    /// Where the length of the payload stands.
    package var lengthField: Range<Int> = 0..<0
    /// Whether its bytes, or its last chunk, are missing.
    package var isCut = false

    package init() {}
  }

  /// Whether the type is this one of the NFC Forum's well-known types.
  package func isWellKnown(_ name: StaticString) -> Bool {
    nameFormat == .wellKnown && typeText == "\(name)"
  }

  /// The type as text; bytes that are no ASCII come as `?`, which no type has.
  package var typeText: String {
    String(decoding: type.map { $0 < 0x20 || $0 > 0x7E ? UInt8(ascii: "?") : $0 }, as: UTF8.self)
  }

  /// Where a run of the payload stood in the message; nil where it lay in more than one chunk or
  /// the record was not read from a message.
  package func place(ofPayload range: Range<Int>) -> Range<Int>? {
    var start = 0
    for chunk in layout.payload {
      if range.lowerBound >= start, range.upperBound <= start + chunk.count,
        range.lowerBound < start + chunk.count || chunk.isEmpty || layout.payload.count == 1
          || range.isEmpty
      {
        let first = chunk.lowerBound + range.lowerBound - start
        return first..<first + range.count
      }
      start += chunk.count
    }
    return nil
  }
}

/// Two records say the same wherever they stood.
extension NDEFRecord: Equatable {
  package static func == (one: Self, other: Self) -> Bool {
    one.nameFormat == other.nameFormat && one.type == other.type && one.id == other.id
      && one.payload == other.payload
  }
}
