import Bytes

/// One carrier of a handover, by reference to a record of the same message: "ac".
///
///     power state | length, id of the carrier's record | number | length, id of each auxiliary one
package struct AlternativeCarrier: Equatable, Sendable {
  /// 0 inactive, 1 active, 2 activating, 3 unknown.
  package var powerState: UInt8 = 0
  package var carrier: [UInt8] = []
  package var auxiliary: [[UInt8]] = []

  /// Reads a payload as far as it is one.
  package init(reading payload: [UInt8], faults: inout PayloadFaults) {
    var cursor = ByteCursor(payload.span)
    do throws(Truncated) {
      powerState = try cursor.readByte() & 0x03
      carrier = [UInt8](run: try cursor.read(Int(try cursor.readByte())))
      for _ in 0..<Int(try cursor.readByte()) {
        auxiliary.append([UInt8](run: try cursor.read(Int(try cursor.readByte()))))
      }
    } catch {
      faults.note(
        .handover(.carrierOverrun(needed: error.needed, available: error.available)),
        error.offset..<payload.count)
      return
    }
    if !cursor.isAtEnd {
      faults.note(
        .handover(.trailing(count: cursor.remaining)), cursor.offset..<payload.count)
    }
  }
}
