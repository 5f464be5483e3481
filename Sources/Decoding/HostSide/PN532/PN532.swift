import Bytes
import TraceFormat

/// One PN532 or PN533 (NXP UM0701-02): its host's commands and its answers, and what it must have
/// sent and received on air for them.
///
///     D4 CC …   command to the chip        D5 CC+1 …   its answer
///
/// What the answer gives is exact: ATQA, UID, SAK, ATS, SENSF_RES, ATQB, data. Guessed are REQA or
/// WUPA, the parameters of RATS and ATTRIB, and every CRC. The commands' names and the meanings of
/// their fields are in Grammars/PN532.grammar.
struct PN532: ~Copyable {
  /// The last command, from its code on, until it is answered.
  var request = ByteBuffer(capacity: 300)
  var registers = PN532Registers()
  /// SetParameters; at first AutoATR_RES and AutoRATS.
  var parameters: UInt8 = 0x14
  /// Whether the field is on, nil while nothing tells.
  var isFieldOn: Bool?
  var targets: [PN532Target] = []
  /// What was sent in parts, to the card and from it.
  var sent = ByteBuffer(capacity: 300)
  var received = ByteBuffer(capacity: 300)
  /// The chip plays a card, and as which it was activated.
  var emulation: PN532Emulation?

  /// Whether it was told to exchange something with a card, and has not answered.
  var owesAnswer: Bool {
    request.count > 0 && (request.span[0] == 0x40 || request.span[0] == 0x42)
  }

  /// More than this of what comes in parts is not kept.
  static let limit = 65_536
}

extension PN532 {
  /// Reads a frame of either side, and says what it is. On a serial line an ACK and the answer behind
  /// it may have been captured as one.
  mutating func read(
    _ bytes: Span<UInt8>, _ direction: Direction, into derived: inout DerivedFrames
  ) -> FrameName {
    let base = derived.base
    var name: FrameName?
    var start = 0
    repeat {
      let rest = bytes.extracting(start..<bytes.count)
      let packet = PN532Packet(rest)
      derived.base = base.map { $0 + start }
      let before = derived.fault
      derived.fault = nil
      let one = read(packet, rest, direction, into: &derived)
      if let fault = derived.fault {
        let offset = (base ?? 0) + start
        derived.fault = HostFault(
          kind: fault.kind,
          bytes: fault.bytes.lowerBound + offset..<fault.bytes.upperBound + offset)
      } else {
        derived.fault = before
      }
      if name == nil || packet.kind == .data { name = one }
      start += max(1, packet.end)
    } while start < bytes.count && PN532Packet.begins(in: bytes.extracting(start..<bytes.count))
    return name ?? .chipAnswer
  }

  private mutating func read(
    _ packet: PN532Packet, _ bytes: Span<UInt8>, _ direction: Direction,
    into derived: inout DerivedFrames
  ) -> FrameName {
    if let fault = packet.fault, !Self.isWakeUp(bytes, direction) { derived.fault = fault }
    switch packet.kind {
    case .acknowledge: return .chipACK
    case .negativeAcknowledge: return .chipNACK
    case .applicationError:
      derived.fault = HostFault(kind: .hostFrame(.refused), bytes: packet.data)
      return .chipError
    case .none: return direction == .toCard ? .chipCommand : .chipAnswer
    case .data: break
    }
    derived.base = derived.base.map { $0 + packet.data.lowerBound }
    let data = bytes.extracting(packet.data)
    guard data.count >= 2 else {
      derived.fault = HostFault(kind: .hostFrame(.noCommand), bytes: packet.data)
      return direction == .toCard ? .chipCommand : .chipAnswer
    }
    switch data[0] {
    case 0xD4:
      readCommand(data, into: &derived)
      return .chipCommand
    case 0xD5:
      readAnswer(data, into: &derived)
      return .chipAnswer
    default:
      derived.fault = HostFault(
        kind: .hostFrame(.noCommand), bytes: packet.data.lowerBound..<packet.data.lowerBound + 1)
      return .chipAnswer
    }
  }

  /// What wakes the chip on a serial line: 55 55 and zeros.
  private static func isWakeUp(_ bytes: Span<UInt8>, _ direction: Direction) -> Bool {
    guard direction == .toCard else { return false }
    for index in bytes.indices where bytes[index] != 0x55 && bytes[index] != 0 { return false }
    return true
  }

  private mutating func readCommand(_ data: Span<UInt8>, into derived: inout DerivedFrames) {
    // What went to the card, and was not answered by the chip in any way.
    if owesAnswer { derived.isReaderSilent = true }
    request.clear()
    request.append(data.extracting(1..<min(data.count, 300)))
    endRegisterAnswer(of: data, into: &derived)
    let body = data.extracting(2..<data.count)
    switch data[1] {
    case 0x08: writeRegisters(body, into: &derived)
    case 0x12: if body.count > 0 { parameters = body[0] }
    case 0x16: turnField(on: false, into: &derived)
    case 0x32:
      if body.count >= 2, body[0] == 0x01 { turnField(on: body[1] & 1 != 0, into: &derived) }
    case 0x40: sendData(body, into: &derived)
    case 0x42: sendRaw(body, into: &derived)
    case 0x44, 0x52: letGo(data[1], body, into: &derived)
    case 0x4A: poll(body, into: &derived)
    case 0x8E: sendAsCard(body, isRaw: false, into: &derived)
    case 0x90: sendAsCard(body, isRaw: true, into: &derived)
    case 0x94: keepAsCard(body)
    default: break
    }
  }

  private mutating func readAnswer(_ data: Span<UInt8>, into derived: inout DerivedFrames) {
    let body = data.extracting(2..<data.count)
    // An answer to another command than the last one says nothing of that one.
    if request.count > 0, request.span[0] &+ 1 != data[1] { request.clear() }
    switch data[1] {
    case 0x07: takeRegisters(body)
    case 0x41: takeData(body, into: &derived)
    case 0x43: takeRaw(body, into: &derived)
    case 0x45, 0x53: confirmLetGo(data[1], body, into: &derived)
    case 0x4B: takeTargets(body, into: &derived)
    case 0x55: reselect(body, into: &derived)
    case 0x61: takeFound(body, into: &derived)
    case 0x51, 0x57: takePeer(body, hasTarget: true, into: &derived)
    case 0x8D: becomeCard(body, into: &derived)
    case 0x87: receiveAsCard(body, isRaw: false, into: &derived)
    case 0x89: receiveAsCard(body, isRaw: true, into: &derived)
    case 0x8F, 0x91: checkAsCard(body, into: &derived)
    default: break
    }
    request.clear()
  }

  /// RFConfiguration, or the chip goes to sleep.
  mutating func turnField(on isOn: Bool, into derived: inout DerivedFrames) {
    if isOn, isFieldOn != true { derived.add(.fieldOn) }
    if !isOn, isFieldOn == true { derived.add(.fieldOff) }
    isFieldOn = isOn
    if !isOn {
      targets.removeAll(keepingCapacity: true)
      sent.clear()
      received.clear()
    }
  }

  /// Says what the chip reports, unless it is success or silence.
  func note(_ status: UInt8, at offset: Int, into derived: inout DerivedFrames) {
    let code = status & 0x3F
    guard code != 0, code != 0x01, let base = derived.base else { return }
    derived.status = ChipStatus(
      command: request.count > 0 ? request.span[0] : 0, status: code, offset: base + offset)
  }

  /// Keeps a part of what comes in parts.
  static func keep(_ part: Span<UInt8>, in buffer: inout ByteBuffer) {
    guard buffer.count + part.count <= limit else { return }
    buffer.append(part)
  }
}
