import Bytes

/// The ATS, Type A's answer to RATS (ISO/IEC 14443-4, 5.2).
///
///     TL | T0 | TA(1) | TB(1) | TC(1) | historical bytes      then CRC_A, which TL does not count
struct AnswerToSelect: Equatable {
  var parameters: ProtocolActivation.Parameters
  /// What does not fit; reading went on with the standard's defaults.
  var faults: [Fault] = []

  /// Something that does not fit, and the byte of the ATS it is about: one that is wrong, or the
  /// first that is missing.
  struct Fault: Equatable {
    var kind: Defect.Kind
    var offset: Int
  }

  /// The frame sizes that FSCI 0 to 8 mean, in bytes; the edition of 2018 adds 9 to C.
  static let frameSizes: [UInt16] = [
    16, 24, 32, 40, 48, 64, 96, 128, 256, 512, 1024, 2048, 4096,
  ]

  /// Reads an ATS without its CRC. `historical` in the result counts from the ATS's first byte.
  init(_ bytes: Span<UInt8>) {
    parameters = Self.defaults
    guard bytes.count > 0 else {
      faults.append(Fault(kind: .atsLength(claimed: 1, present: 0), offset: 0))
      return
    }
    let claimed = Int(bytes[0])
    if claimed != bytes.count {
      faults.append(
        Fault(kind: .atsLength(claimed: claimed, present: bytes.count), offset: 0))
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
        note(.fsci, at: 1)
      }
      if format & 0x10 != 0 { parameters.rates = try cursor.readByte() }
      if format & 0x20 != 0 { readTimes(try cursor.readByte(), at: cursor.offset - 1) }
      if format & 0x40 != 0 {
        let options = try cursor.readByte()
        parameters.nadSupported = options & 1 != 0
        parameters.cidSupported = options & 2 != 0
      }
    } catch {
      // TL itself leaves no room: when TL lied, that is the fault that counts.
      if faults.isEmpty {
        faults.append(
          Fault(
            kind: .atsField(missing: true, name: Self.field(at: error.offset, format)),
            offset: error.offset))
      }
    }
  }

  private mutating func readTimes(_ byte: UInt8, at offset: Int) {
    let waiting = byte >> 4
    let guarding = byte & 0x0F
    if waiting == 15 {
      note(.fwi, at: offset)
    } else {
      parameters.fwt = AirTime.frameWaitingTime(waiting)
    }
    if guarding == 15 {
      note(.sfgi, at: offset)
    } else if guarding > 0 {
      parameters.sfgt = AirTime.frameWaitingTime(guarding)
    }
  }

  private mutating func note(_ reserved: Defect.ATSField, at offset: Int) {
    faults.append(Fault(kind: .atsField(missing: false, name: reserved), offset: offset))
  }

  /// Which of the interface bytes that T0 announces stands at an offset.
  private static func field(at offset: Int, _ format: UInt8) -> Defect.ATSField {
    var at = 2
    for (bit, name) in [(0x10, Defect.ATSField.ta1), (0x20, .tb1), (0x40, .tc1)]
    where format & UInt8(bit) != 0 {
      if at == offset { return name }
      at += 1
    }
    return .t0
  }

  /// What holds when the ATS says nothing: FSCI 2, FWI 4, SFGI 0, CID supported, 106 kbit/s.
  private static let defaults = ProtocolActivation.Parameters(
    fsc: 32, fwt: AirTime.frameWaitingTime(4), sfgt: 0, cidSupported: true, nadSupported: false,
    rates: 0, historical: .none)
}
