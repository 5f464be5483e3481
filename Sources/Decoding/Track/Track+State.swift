/// What a track knows of the card, waits for, and has agreed on.
extension Track {
  /// How far the card has come.
  enum Phase: Equatable {
    case idle
    /// It answered a poll.
    case ready
    /// SELECT is complete, and what it speaks is not yet said.
    case selected
    case isoDEP, type1, type2, classic, felica
    /// ISO/IEC 15693; PicoPass and iCLASS on its air; ST25TB and SRI on that of Type B.
    case vicinity, iclass, sri
    /// MIFARE Classic after authentication: nothing can be read.
    case encrypted
    case halted
  }

  /// What the reader's last frame asks for.
  enum Awaited: Equatable {
    case nothing, atqa, atqb, felicaPolling, inventory, uidPart, sak
    /// PicoPass: SOF alone, the anti-collision number, the serial number.
    case picoPassSOF, picoPassNumber, picoPassSerial
    /// ST25TB: the chip identifier, the UID.
    case chip, chipUID
    /// The answer to `request`.
    case request
    /// The answer to `open`.
    case exchange
  }

  /// What RATS, PPS and ATTRIB settled.
  struct Agreement: Equatable {
    var parameters: ProtocolActivation.Parameters?
    var fsd: UInt16 = 0
    var cid: UInt8 = 0
    var sendDivisor: UInt8 = 1
    var receiveDivisor: UInt8 = 1
    /// The waiting time in force for the next answer, after an S(WTX).
    var extendedWait: Int64?
  }
}
