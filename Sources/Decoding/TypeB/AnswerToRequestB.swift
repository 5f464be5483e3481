import Bytes

/// The ATQB, Type B's answer to REQB and WUPB (ISO/IEC 14443-3, 7.9).
///
///     50 | PUPI (4) | application data (4) | protocol info (3, or 4 extended)     then CRC_B
struct AnswerToRequestB: Equatable {
  var pupi: Identifier
  var parameters: ProtocolActivation.Parameters

  /// Reads an ATQB without its CRC, or nil when it is none.
  init?(_ bytes: Span<UInt8>) {
    var cursor = ByteCursor(bytes)
    do throws(Truncated) {
      guard try cursor.readByte() == 0x50 else { return nil }
      pupi = Identifier(try cursor.read(4))
      try cursor.skip(4)
      let rates = try cursor.readByte()
      let size = try cursor.readByte()
      let timing = try cursor.readByte()
      guard cursor.remaining <= 1 else { return nil }
      let index = Int(size >> 4)
      parameters = ProtocolActivation.Parameters(
        fsc: index < AnswerToSelect.frameSizes.count ? AnswerToSelect.frameSizes[index] : 256,
        fwt: AirTime.frameWaitingTime(min(timing >> 4, 14)), sfgt: 0,
        cidSupported: timing & 1 != 0, nadSupported: timing & 2 != 0, rates: rates,
        historical: .none)
      if let guarding = cursor.next, guarding >> 4 > 0 {
        parameters.sfgt = AirTime.frameWaitingTime(min(guarding >> 4, 14))
      }
    } catch { return nil }
  }
}
