import Bytes
import TraceFormat

/// A USB transfer behind the header of its capture: what matters of the header, and where the data
/// are. Which header it is, its own lengths tell.
///
///     Linux usbmon, 48 or 64 bytes: 8 'S' or 'C' | 9 transfer type | 10 endpoint | 11 device |
///       12 bus (2) | 36 captured length (4), in the byte order of the machine
///     USBPcap: 0 header length (2) | 16 flags, b1 from the device | 17 bus (2) | 19 device (2) |
///       21 endpoint | 22 transfer type | 23 data length (4), least significant byte first
struct USBTransfer: Equatable {
  var direction: Direction
  /// Bus and device.
  var address: UInt32
  var kind: Kind
  var data: Range<Int>

  /// The kinds of transfers that carry what readers say.
  enum Kind: UInt8 {
    case isochronous = 0
    case interrupt = 1
    case control = 2
    case bulk = 3
  }

  /// Reads a header; nil where the bytes are none that is known. `isCut`: the capture kept only the
  /// first bytes.
  init?(_ bytes: Span<UInt8>, isCut: Bool) {
    if let transfer = Self(usbmon: bytes, isCut: isCut) {
      self = transfer
    } else if let transfer = Self(usbPcap: bytes, isCut: isCut) {
      self = transfer
    } else {
      return nil
    }
  }

  private init?(usbmon bytes: Span<UInt8>, isCut: Bool) {
    guard bytes.count >= 48, [0x43, 0x45, 0x53].contains(bytes[8]),
      let kind = Kind(rawValue: bytes[9])
    else { return nil }
    let little = Self.number(bytes, 36, isLittle: true)
    let big = Self.number(bytes, 36, isLittle: false)
    guard
      let header = [64, 48].first(where: { header in
        guard header <= bytes.count else { return false }
        let rest = UInt32(clamping: bytes.count - header)
        return rest == little || rest == big || isCut && header == 64 && (rest < little)
      })
    else { return nil }
    self.kind = kind
    let isIn = bytes[10] & 0x80 != 0
    direction = isIn ? .fromCard : .toCard
    address = UInt32(bytes[12]) << 16 | UInt32(bytes[13]) << 8 | UInt32(bytes[11])
    // Data go out with the submission and come in with the completion.
    let carries = bytes[8] == (isIn ? 0x43 : 0x53)
    data = header..<(carries ? bytes.count : header)
  }

  private init?(usbPcap bytes: Span<UInt8>, isCut: Bool) {
    guard bytes.count >= 27 else { return nil }
    let header = Int(bytes[0]) | Int(bytes[1]) << 8
    guard header >= 27, header <= 64, header <= bytes.count, let kind = Kind(rawValue: bytes[22])
    else { return nil }
    let length = Int(Self.number(bytes, 23, isLittle: true))
    guard length == bytes.count - header || isCut && length > bytes.count - header else {
      return nil
    }
    self.kind = kind
    let isIn = bytes[21] & 0x80 != 0
    direction = isIn ? .fromCard : .toCard
    address =
      UInt32(bytes[17]) << 24 | UInt32(bytes[18]) << 16 | UInt32(bytes[20]) << 8
      | UInt32(bytes[19])
    let carries = (bytes[16] & 1 != 0) == isIn
    data = header..<(carries ? bytes.count : header)
  }

  private static func number(_ bytes: Span<UInt8>, _ offset: Int, isLittle: Bool) -> UInt32 {
    var value: UInt32 = 0
    for index in 0..<4 {
      value = value << 8 | UInt32(bytes[offset + (isLittle ? 3 - index : index)])
    }
    return value
  }
}

extension HostSide {
  /// Reads a transfer of a reader that speaks CCID, or of a PN533 (which speaks as a PN532 does on a
  /// serial line). What a device speaks, its transfers tell, so that neither its descriptors nor its
  /// endpoints' numbers are needed. Of other devices nothing follows.
  func readUSB(_ bytes: Span<UInt8>, isCut: Bool) -> FrameName? {
    guard let transfer = USBTransfer(bytes, isCut: isCut) else { return .usbTransfer }
    let content = bytes.extracting(transfer.data)
    guard transfer.kind == .bulk || transfer.kind == .interrupt, content.count >= 2 else {
      return .usbTransfer
    }
    let reader = reader(at: transfer.address)
    let says = Self.speech(of: content, transfer)
    if reader.speaks == nil, transfer.kind == .bulk { reader.speaks = says }
    derived.base = transfer.data.lowerBound
    switch reader.speaks {
    case .messages where transfer.kind == .interrupt || says == .messages || !isCut:
      if transfer.kind == .interrupt, content[0] != 0x50 { return .usbTransfer }
      return reader.readCCID(content, transfer.direction, into: &derived)
    case .chip where says == .chip || !isCut:
      return reader.chip.read(content, transfer.direction, into: &derived)
    default: return .usbTransfer
    }
  }

  /// What a transfer speaks, if its own lengths and checks say so.
  private static func speech(
    of content: Span<UInt8>, _ transfer: USBTransfer
  ) -> Reader.Speech? {
    if let message = CCIDMessage(content), message.fits(content.count, transfer.direction) {
      return .messages
    }
    guard content.count >= 6, content[0] == 0 else { return nil }
    let packet = PN532Packet(content)
    switch packet.kind {
    case .acknowledge, .negativeAcknowledge, .applicationError: return .chip
    case .data:
      let first = packet.data.isEmpty ? 0 : content[packet.data.lowerBound]
      return packet.fault == nil && (first == 0xD4 || first == 0xD5) ? .chip : nil
    case .none: return nil
    }
  }
}
