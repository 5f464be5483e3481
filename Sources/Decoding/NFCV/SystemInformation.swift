import Bytes

/// The answer to Get System Information, whose information flags say what is in it.
///
///     flags | information flags | UID | DSFID, AFI, memory (2), IC reference: those that are announced
///
/// The extended one has three bytes for memory.
package struct SystemInformation: Equatable, Sendable {
  package private(set) var uid = Identifier()
  package private(set) var dsfid: UInt8?
  package private(set) var family: UInt8?
  /// How many blocks, and bytes in each.
  package private(set) var memory: (blocks: Int, size: Int)?
  package private(set) var reference: UInt8?

  /// Reads an answer without its CRC; nil when it is an error or not whole.
  package init?(_ answer: Span<UInt8>, isExtended: Bool = false) {
    var cursor = ByteCursor(answer)
    do throws(Truncated) {
      guard try cursor.readByte() & 1 == 0 else { return nil }
      let information = try cursor.readByte()
      let sent = try cursor.read(8)
      for index in sent.indices.reversed() { uid.append(sent[index]) }
      if information & 0x01 != 0 { dsfid = try cursor.readByte() }
      if information & 0x02 != 0 { family = try cursor.readByte() }
      if information & 0x04 != 0 {
        let last =
          isExtended ? Int(try cursor.readLittleNumber(2)) : Int(try cursor.readByte())
        memory = (last + 1, Int(try cursor.readByte() & 0x1F) + 1)
      }
      if information & 0x08 != 0 { reference = try cursor.readByte() }
    } catch { return nil }
  }

  package static func == (one: Self, other: Self) -> Bool {
    one.uid == other.uid && one.dsfid == other.dsfid && one.family == other.family
      && one.reference == other.reference && one.memory?.blocks == other.memory?.blocks
      && one.memory?.size == other.memory?.size
  }
}
