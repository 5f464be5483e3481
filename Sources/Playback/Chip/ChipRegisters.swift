import Decoding

/// The registers of the PN532's contactless unit, as far as hosts reach into them
/// (NXP PN532/C1 data sheet, 8.6.23).
struct ChipRegisters: Sendable {
  private var values: [UInt16: UInt8] = [txMode: 0x80, rxMode: 0x80]
  /// Bytes on their way out, or those that came in.
  private(set) var fifo: [UInt8] = []
  /// The last answer failed the check of its CRC.
  var hasWrongCRC = false

  /// Sets framing and CRC as finding a card does.
  mutating func select(_ technology: Technology, isFaster: Bool = false) {
    let mode: UInt8
    switch technology {
    case .nfcF: mode = isFaster ? 0xA2 : 0x92
    case .nfcB: mode = 0x83
    case .nfcA, .nfcV, .apdu, .unknown: mode = 0x80
    }
    values[Self.txMode] = mode
    values[Self.rxMode] = mode
  }

  /// The modulation that the transmitter is set to.
  var technology: Technology? {
    switch (values[Self.txMode] ?? 0) & 3 {
    case 0: .nfcA
    case 2: .nfcF
    case 3: .nfcB
    default: nil
    }
  }

  var addsCRC: Bool { (values[Self.txMode] ?? 0) & 0x80 != 0 }
  var checksCRC: Bool { (values[Self.rxMode] ?? 0) & 0x80 != 0 }

  /// How many bits of the last byte go out: b3 to b1 of BitFraming, where 0 is a whole byte.
  var transmittedLastBits: Int {
    let bits = Int((values[Self.bitFraming] ?? 0) & 7)
    return bits == 0 ? 8 : bits
  }

  /// How many bits of the last byte came in: b3 to b1 of Control.
  var receivedLastBits: UInt8 {
    get { (values[Self.control] ?? 0) & 7 }
    set { values[Self.control] = (values[Self.control] ?? 0x10) & 0xF8 | newValue & 7 }
  }

  /// What a write asks for beyond being remembered.
  enum Effect { case none, send }

  /// Writes a register.
  mutating func write(_ value: UInt8, to address: UInt16) -> Effect {
    switch address {
    case Self.fifoLevel:
      if value & 0x80 != 0 { fifo = [] }
    case Self.fifoData:
      if fifo.count < Self.fifoSize { fifo.append(value) }
    case Self.bitFraming:
      values[address] = value & 0x7F
      return value & 0x80 != 0 ? .send : .none
    default:
      values[address] = value
    }
    return .none
  }

  /// Reads a register.
  mutating func read(_ address: UInt16) -> UInt8 {
    switch address {
    case Self.fifoLevel: UInt8(fifo.count)
    case Self.fifoData: fifo.isEmpty ? 0 : fifo.removeFirst()
    default: values[address] ?? 0
    }
  }

  /// Takes what goes out.
  mutating func takeFIFO() -> [UInt8] {
    defer { fifo = [] }
    return fifo
  }

  /// Brings what came in, and stops the timer, which counts down from FFFFh in units that its
  /// prescaler sets. NFC-A answers 1172/fc after the reader's last bit (ISO/IEC 14443-3, 6.2.1.1).
  mutating func receive(_ bytes: [UInt8]?) {
    fifo = Array((bytes ?? []).prefix(Self.fifoSize))
    let prescaler =
      UInt16((values[Self.timerMode] ?? 0) & 0x0F) << 8 | UInt16(values[Self.timerPrescaler] ?? 0)
    let ticks = 1172 / (2 * prescaler + 1)
    let counter: UInt16 = bytes == nil ? 0 : 0xFFFF - ticks
    values[Self.timerCounterHigh] = UInt8(counter >> 8)
    values[Self.timerCounterLow] = UInt8(counter & 0xFF)
  }

  private static let txMode: UInt16 = 0x6302
  private static let rxMode: UInt16 = 0x6303
  private static let timerMode: UInt16 = 0x631A
  private static let timerPrescaler: UInt16 = 0x631B
  private static let timerCounterHigh: UInt16 = 0x631E
  private static let timerCounterLow: UInt16 = 0x631F
  private static let fifoData: UInt16 = 0x6339
  private static let fifoLevel: UInt16 = 0x633A
  private static let control: UInt16 = 0x633C
  private static let bitFraming: UInt16 = 0x633D
  private static let fifoSize = 64
}

/// ReadRegister and WriteRegister.
extension PN532 {
  mutating func readRegisters(_ data: [UInt8]) -> Outcome {
    guard !data.isEmpty, data.count.isMultiple(of: 2) else { return .syntaxError }
    return .answer(
      stride(from: 0, to: data.count, by: 2).map {
        registers.read(UInt16(data[$0]) << 8 | UInt16(data[$0 + 1]))
      })
  }

  /// StartSend in BitFraming sends what is in the FIFO: so do hosts that measure time.
  mutating func writeRegisters(_ data: [UInt8]) -> Outcome {
    guard !data.isEmpty, data.count.isMultiple(of: 3) else { return .syntaxError }
    for at in stride(from: 0, to: data.count, by: 3) {
      let address = UInt16(data[at]) << 8 | UInt16(data[at + 1])
      if case .send = registers.write(data[at + 2], to: address) {
        let bytes = registers.takeFIFO()
        registers.receive(transmit(bytes))
      }
    }
    return .answer([])
  }
}
