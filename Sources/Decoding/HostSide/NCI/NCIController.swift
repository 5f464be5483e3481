import Bytes
import TraceFormat

/// An NFC controller behind NCI (NFC Forum, NFC Controller Interface): which card it has activated,
/// and what it carries to it.
final class NCIController {
  /// The RF interface in force: 01 frames, 02 ISO-DEP, 03 NFC-DEP. Nil while nothing tells.
  private var interface: UInt8?
  private var link: Link = .nfcA
  /// The controller plays a card: what it hands to the host goes to the card.
  private var isCard = false
  private var sent: [UInt8] = []
  private var received: [UInt8] = []
  private var control: [UInt8] = []

  private static let limit = 65_536

  /// Reads a packet of either side.
  func read(
    _ bytes: Span<UInt8>, _ direction: Direction, into derived: inout DerivedFrames
  ) -> FrameName {
    guard let packet = NCIPacket(bytes) else {
      derived.fault = HostFault(kind: .hostFrame(.noCommand), bytes: 0..<bytes.count)
      return .nciData
    }
    let payload = bytes.extracting(packet.payload)
    if packet.claimed != bytes.count - 3 {
      derived.fault = HostFault(
        kind: .hostFrame(.length(claimed: packet.claimed, present: bytes.count - 3)), bytes: 2..<3)
    }
    switch packet.kind {
    case .data:
      if packet.group == 0, derived.fault == nil {
        readData(payload, hasMore: packet.hasMore, direction, into: &derived)
      }
      return .nciData
    case .command: return .nciCommand
    case .response:
      if packet.group == 0, packet.operation == 0 { reset() }
      return .nciAnswer
    case .notification:
      Self.keep(payload, in: &control)
      if !packet.hasMore {
        let whole = control
        control.removeAll(keepingCapacity: true)
        // GID 1: 05 RF_INTF_ACTIVATED_NTF, 06 RF_DEACTIVATE_NTF.
        if packet.group == 1, packet.operation == 5 { activate(whole.span, into: &derived) }
        if packet.group == 1, packet.operation == 6 { deactivate(whole.span, into: &derived) }
      }
      return .nciNotification
    }
  }

  private func reset() {
    interface = nil
    isCard = false
    sent.removeAll(keepingCapacity: true)
    received.removeAll(keepingCapacity: true)
  }

  private static func keep(_ part: Span<UInt8>, in buffer: inout [UInt8]) {
    guard buffer.count + part.count <= limit else { return }
    buffer.append(part)
  }

  // Activation.

  /// RF_INTF_ACTIVATED_NTF: ID, interface, protocol, technology and mode, most bytes in a packet,
  /// credits; then parameters of the technology, three bytes of data rates, parameters of the
  /// activation, each run with its length before it.
  private func activate(_ payload: Span<UInt8>, into derived: inout DerivedFrames) {
    reset()
    var cursor = ByteCursor(payload)
    do throws(Truncated) {
      try cursor.skip(1)
      interface = try cursor.readByte()
      try cursor.skip(1)
      let mode = try cursor.readByte()
      try cursor.skip(2)
      let parameters = try cursor.read(Int(try cursor.readByte()))
      try cursor.skip(3)
      let activation = try cursor.read(Int(try cursor.readByte()))
      isCard = mode & 0x80 != 0
      switch mode & 0x0F {
      case 0x00, 0x03: try activateTypeA(parameters, activation, into: &derived)
      case 0x01: activateTypeB(parameters, activation, into: &derived)
      case 0x02, 0x05: activateFelica(parameters, into: &derived)
      case 0x06: activateVicinity(parameters, into: &derived)
      default: break
      }
    } catch { return }
  }

  /// SENS_RES (2), NFCID1 with its length, SEL_RES with its length; then what RATS brought, with its
  /// length but without TL.
  private func activateTypeA(
    _ parameters: Span<UInt8>, _ activation: Span<UInt8>, into derived: inout DerivedFrames
  ) throws(Truncated) {
    link = .nfcA
    guard !isCard else { return }
    var cursor = ByteCursor(parameters)
    let atqa = try cursor.read(2)
    let uid = try cursor.read(Int(try cursor.readByte()))
    let sak = try cursor.readByte() == 0 ? 0 : try cursor.readByte()
    derived.add(.nfcA, .toCard, [0x26], lastBits: 7)
    derived.add(.nfcA, .fromCard, atqa)
    derived.addSelection(uid, sak: sak)
    guard interface == 2, activation.count > 0 else { return }
    let count = min(Int(activation[0]), activation.count - 1)
    derived.add(.nfcA, .toCard, [0xE0, 0x80], crc: .a)
    derived.add(
      .nfcA, .fromCard,
      [UInt8(truncatingIfNeeded: count + 1)]
        + Array(copying: activation.extracting(1..<1 + count)), crc: .a)
  }

  /// SENSB_RES with its length, without its first byte, 50; then ATTRIB's answer.
  private func activateTypeB(
    _ parameters: Span<UInt8>, _ activation: Span<UInt8>, into derived: inout DerivedFrames
  ) {
    link = .nfcB
    guard !isCard, parameters.count >= 12 else { return }
    let count = min(Int(parameters[0]), parameters.count - 1)
    let atqb = [0x50] + Array(copying: parameters.extracting(1..<1 + count))
    guard atqb.count >= 12 else { return }
    derived.add(.nfcB, .toCard, [0x05, 0x00, 0x00], crc: .b)
    derived.add(.nfcB, .fromCard, atqb, crc: .b)
    guard interface == 2, activation.count > 0 else { return }
    derived.add(
      .nfcB, .toCard,
      [0x1D, atqb[1], atqb[2], atqb[3], atqb[4], 0x00, 0x08, atqb[10] & 0x0F, 0x00], crc: .b)
    let length = min(Int(activation[0]), activation.count - 1)
    derived.add(
      .nfcB, .fromCard, Array(copying: activation.extracting(1..<1 + length)), crc: .b)
  }

  /// Bit rate, then SENSF_RES with its length, without LEN and its first byte, 01.
  private func activateFelica(_ parameters: Span<UInt8>, into derived: inout DerivedFrames) {
    link = .nfcF
    guard !isCard, parameters.count >= 18 else { return }
    let count = min(Int(parameters[1]), parameters.count - 2)
    derived.add(.nfcF, .toCard, [0x06, 0x00, 0xFF, 0xFF, 0x00, 0x00], crc: .f)
    derived.add(
      .nfcF, .fromCard,
      [UInt8(truncatingIfNeeded: count + 2), 0x01]
        + Array(copying: parameters.extracting(2..<2 + count)), crc: .f)
  }

  /// The answer to INVENTORY: flags, DSFID, UID.
  private func activateVicinity(_ parameters: Span<UInt8>, into derived: inout DerivedFrames) {
    link = .nfcV
    guard !isCard, parameters.count >= 10 else { return }
    derived.add(.nfcV, .toCard, [0x26, 0x01, 0x00], crc: .b)
    derived.add(
      .nfcV, .fromCard, Array(copying: parameters.extracting(first: 10)), crc: .b)
  }

  /// RF_DEACTIVATE_NTF: type (00 idle, 01 and 02 sleep, 03 discovery), reason (02 the card is gone).
  private func deactivate(_ payload: Span<UInt8>, into derived: inout DerivedFrames) {
    let isLost = payload.count > 1 && payload[1] == 0x02
    if isLost {
      derived.add(.targetLost)
    } else if payload.count > 0, payload[0] == 0x00 || payload[0] == 0x03 {
      derived.add(.fieldOff)
    }
    reset()
  }

  // Data.

  private func readData(
    _ payload: Span<UInt8>, hasMore: Bool, _ direction: Direction,
    into derived: inout DerivedFrames
  ) {
    let isFromHost = direction == .toCard
    // The host that plays a card answers.
    let way: Direction = isFromHost != isCard ? .toCard : .fromCard
    if hasMore {
      if isFromHost { Self.keep(payload, in: &sent) } else { Self.keep(payload, in: &received) }
      return
    }
    guard isFromHost ? sent.isEmpty : received.isEmpty else {
      derived.base = nil
      var whole: [UInt8] = []
      if isFromHost { swap(&whole, &sent) } else { swap(&whole, &received) }
      Self.keep(payload, in: &whole)
      add(whole.span, at: 0, way, isFromHost: isFromHost, into: &derived)
      return
    }
    add(payload, at: 3, way, isFromHost: isFromHost, into: &derived)
  }

  private func add(
    _ data: Span<UInt8>, at offset: Int, _ way: Direction, isFromHost: Bool,
    into derived: inout DerivedFrames
  ) {
    if interface == nil, isFromHost {
      switch PN532Target.kind(of: data) {
      case .isoDEP, .peer: interface = 2
      case .tag: interface = 1
      case .felica:
        interface = 1
        link = .nfcF
      }
    }
    switch interface {
    case 2: derived.add(.apdu, way, captured: data, at: offset)
    case 3: derived.add(.llcp, way, captured: data, at: offset)
    case 1:
      // Behind what came from the card the controller puts a status; then 4 bits are one byte.
      let count = isFromHost ? data.count : data.count - 1
      guard count > 0 else { return }
      guard isFromHost || data[count] == 0x00 || data[count] == 0x14 else { return }
      derived.add(
        link, way, captured: data.extracting(0..<count), at: offset, flags: .crcStripped)
    default: break
    }
  }
}
