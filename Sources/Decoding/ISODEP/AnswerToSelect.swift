import Bytes

/// The ATS, Type A's answer to RATS (ISO/IEC 14443-4, 5.2).
///
///     TL | T0 | TA(1) | TB(1) | TC(1) | historical bytes      then CRC_A, which TL does not count
struct AnswerToSelect: Equatable {
  var parameters: ProtocolActivation.Parameters
  /// What does not fit; reading went on with the standard's defaults.
  var faults: [Defect.Kind] = []

  /// The frame sizes that FSCI 0 to 8 mean, in bytes; the edition of 2018 adds 9 to C.
  static let frameSizes: [UInt16] = [
    16, 24, 32, 40, 48, 64, 96, 128, 256, 512, 1024, 2048, 4096,
  ]

  /// Reads an ATS without its CRC. `historical` in the result counts from the ATS's first byte.
  init(_ bytes: Span<UInt8>) {
    parameters = Self.defaults
    guard bytes.count > 0 else {
      faults.append(.atsLength(claimed: 1, present: 0))
      return
    }
    let claimed = Int(bytes[0])
    if claimed != bytes.count {
      faults.append(.atsLength(claimed: claimed, present: bytes.count))
    }
    let length = min(max(claimed, 1), bytes.count)
    var cursor = ByteCursor(bytes.extracting(0..<length))
    do throws(Truncated) { try cursor.skip(1) } catch { return }
    guard let format = cursor.next else { return }
    read(format, from: &cursor)
    parameters.historical = Extent(cursor.offset..<length)
  }

  private mutating func read(_ format: UInt8, from cursor: inout ByteCursor) {
    do throws(Truncated) {
      try cursor.skip(1)
      let sizeIndex = Int(format & 0x0F)
      if sizeIndex < Self.frameSizes.count {
        parameters.fsc = Self.frameSizes[sizeIndex]
      } else {
        parameters.fsc = 256
        faults.append(.atsField(missing: false, name: .fsci))
      }
      if format & 0x10 != 0 { parameters.rates = try cursor.readByte() }
      if format & 0x20 != 0 { readTimes(try cursor.readByte()) }
      if format & 0x40 != 0 {
        let options = try cursor.readByte()
        parameters.nadSupported = options & 1 != 0
        parameters.cidSupported = options & 2 != 0
      }
    } catch {
      // TL itself leaves no room: when TL lied, that is the fault that counts.
      if faults.isEmpty {
        faults.append(.atsField(missing: true, name: error.offset == 1 ? .ta1 : .tc1))
      }
    }
  }

  private mutating func readTimes(_ byte: UInt8) {
    let waiting = byte >> 4
    let guarding = byte & 0x0F
    if waiting == 15 {
      faults.append(.atsField(missing: false, name: .fwi))
    } else {
      parameters.fwt = AirTime.frameWaitingTime(waiting)
    }
    if guarding == 15 {
      faults.append(.atsField(missing: false, name: .sfgi))
    } else if guarding > 0 {
      parameters.sfgt = AirTime.frameWaitingTime(guarding)
    }
  }

  /// What holds when the ATS says nothing: FSCI 2, FWI 4, SFGI 0, CID supported, 106 kbit/s.
  private static let defaults = ProtocolActivation.Parameters(
    fsc: 32, fwt: AirTime.frameWaitingTime(4), sfgt: 0, cidSupported: true, nadSupported: false,
    rates: 0, historical: .none)
}
