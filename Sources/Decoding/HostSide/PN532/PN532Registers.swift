import Bytes
import TraceFormat

/// The registers of the chip's contactless interface unit that decide what bytes go out and come
/// back (NXP UM0701-02 and the PN512's data sheet, whose registers they are).
struct PN532Registers: ~Copyable {
  /// CIU_TxMode (6302) and CIU_RxMode (6303): b8 the CRC, b2 b1 the framing (0 Type A, 2 FeliCa, 3
  /// Type B).
  var send: UInt8 = 0x80
  var receive: UInt8 = 0x80
  /// CIU_BitFraming (633D): b3 to b1 how many bits of the last byte go out, 0 for all.
  var bitFraming: UInt8 = 0
  /// CIU_Command (6331) is Transceive.
  var isTransceiving = false
  /// What was written into CIU_FIFOData (6339), and what was read from it.
  var fifo = ByteBuffer(capacity: 64)
  var answer = ByteBuffer(capacity: 64)

  static let fifoSize = 64 * 1024

  /// What a poll of the chip's own sets.
  mutating func setFraming(type: UInt8) {
    let framing: UInt8 = type == 3 ? 0x03 : type == 1 ? 0x12 : type == 2 ? 0x22 : 0x00
    send = 0x80 | framing
    receive = 0x80 | framing
    bitFraming = 0
  }

  /// The link that the framing means.
  var link: Link {
    switch send & 0x03 {
    case 2: .nfcF
    case 3: .nfcB
    default: .nfcA
    }
  }

  /// Whether the chip adds the CRC to what is sent, so that the host does not.
  var addsCRC: Bool { send & 0x80 != 0 && bitFraming & 0x07 == 0 }
  /// Whether the chip takes the CRC off what comes back.
  var takesCRC: Bool { receive & 0x80 != 0 }
}

extension PN532 {
  /// WriteRegister: addresses of two bytes, each with a value. Transceive with StartSend in
  /// CIU_BitFraming (b8) sends what the FIFO holds.
  mutating func writeRegisters(_ body: Span<UInt8>, into derived: inout DerivedFrames) {
    var cursor = ByteCursor(body)
    while cursor.remaining >= 3 {
      guard let address = try? cursor.readNumber(2), let value = try? cursor.readByte() else {
        return
      }
      switch address {
      case 0x6302: registers.send = value
      case 0x6303: registers.receive = value
      case 0x6331: registers.isTransceiving = value & 0x0F == 0x0C
      case 0x6339:
        if registers.fifo.count < PN532Registers.fifoSize { registers.fifo.append(value) }
      case 0x633A: if value & 0x80 != 0 { registers.fifo.clear() }
      case 0x633D:
        registers.bitFraming = value
        if value & 0x80 != 0, registers.isTransceiving { sendFIFO(into: &derived) }
      default: break
      }
    }
  }

  private mutating func sendFIFO(into derived: inout DerivedFrames) {
    guard registers.fifo.count > 0 else { return }
    let bits = registers.bitFraming & 0x07
    derived.base = nil
    derived.add(
      registers.link, .toCard, captured: registers.fifo.span, at: 0, lastBits: bits,
      flags: registers.addsCRC ? .crcStripped : [])
    registers.fifo.clear()
    registers.answer.clear()
  }

  /// ReadRegister's answer: the values, behind a status where the chip is a PN533.
  mutating func takeRegisters(_ body: Span<UInt8>) {
    let count = (request.count - 1) / 2
    guard request.count >= 3, body.count == count || body.count == count + 1 else { return }
    for index in 0..<count {
      let address = UInt16(request.span[1 + 2 * index]) << 8 | UInt16(request.span[2 + 2 * index])
      let value = body[body.count - count + index]
      switch address {
      case 0x6302: registers.send = value
      case 0x6303: registers.receive = value
      case 0x6339:
        if registers.answer.count < PN532Registers.fifoSize { registers.answer.append(value) }
      case 0x633D: registers.bitFraming = value & 0x7F
      default: break
      }
    }
  }

  /// What was read from the FIFO is whole once the host goes on to something else than reading it
  /// and how much is in it.
  mutating func endRegisterAnswer(of data: Span<UInt8>, into derived: inout DerivedFrames) {
    guard registers.answer.count > 0 else { return }
    if data[1] == 0x06, data.count >= 4, data[2] == 0x63, data[3] == 0x39 || data[3] == 0x3A {
      return
    }
    let base = derived.base
    derived.base = nil
    derived.add(
      registers.link, .fromCard, captured: registers.answer.span, at: 0,
      flags: registers.takesCRC ? .crcStripped : [])
    derived.base = base
    registers.answer.clear()
  }
}
