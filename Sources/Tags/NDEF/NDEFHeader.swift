package import Bytes

/// The header of a record (NFC Forum, NDEF): one byte of flags, then the lengths.
package struct NDEFHeader: Equatable {
  /// MB, ME, CF, SR, IL and TNF.
  package var flags: UInt8
  /// How long the type is.
  package var typeLength: Int
  /// How long the payload is said to be.
  package var payloadLength: Int
  /// How long the id is; 0 without one.
  package var idLength: Int
  /// Where the payload's length stands.
  package var lengthField: Range<Int>
  /// Where the header ends.
  package var end: Int

  /// First of its message.
  package var isBegin: Bool { flags & 0x80 != 0 }
  /// Last of its message.
  package var isEnd: Bool { flags & 0x40 != 0 }
  /// The payload goes on in the next record.
  package var isChunked: Bool { flags & 0x20 != 0 }
  /// What the type is a name of.
  package var nameFormat: NDEFRecord.TypeNameFormat { .init(rawValue: flags & 7) ?? .reserved }

  /// Reads a header; where it does not end inside the bytes, nothing is read.
  package init?(from cursor: inout ByteCursor) {
    let start = cursor.offset
    guard let flags = cursor.next, cursor.remaining >= Self.length(of: flags) else { return nil }
    let isShort = flags & 0x10 != 0
    do {
      self.flags = try cursor.readByte()
      typeLength = Int(try cursor.readByte())
      payloadLength = Int(try cursor.readNumber(isShort ? 1 : 4))
      lengthField = start + 2..<cursor.offset
      idLength = flags & 0x08 != 0 ? Int(try cursor.readByte()) : 0
    } catch { return nil }
    end = cursor.offset
  }

  /// How many bytes the record has that the header begins.
  package var recordLength: Int {
    end - lengthField.lowerBound + 2 + typeLength + idLength + payloadLength
  }

  /// How many bytes a header with this first byte has.
  package static func length(of flags: UInt8) -> Int {
    2 + (flags & 0x10 != 0 ? 1 : 4) + (flags & 0x08 != 0 ? 1 : 0)
  }
}
