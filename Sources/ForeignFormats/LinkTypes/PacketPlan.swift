import Bytes
import TraceFormat

/// How a frame becomes a packet of a link type.
struct PacketPlan {
  /// What stands before the frame's bytes.
  enum Prefix {
    case nothing
    case pseudoHeader(PseudoHeader.Event, length: UInt16)
    case felica
    case namedPseudoHeader(PseudoHeader.Event, length: UInt16)
    case user1
  }

  let prefix: Prefix
  /// Which of the frame's bytes the packet has.
  let range: Range<Int>
  /// How many bytes the packet had on its link.
  let originalLength: UInt32

  /// How many bytes the packet has.
  var kept: Int { prefix.length + range.count }
}

extension PacketPlan {
  /// Plans the packet of a frame; nil if this frame cannot be told in the link type.
  init?(
    _ frame: Frame, _ bytes: Span<UInt8>, in linkType: LinkType,
    of source: TraceDescription.Source?
  ) {
    var range = 0..<bytes.count
    var whole = frame.flags.contains(.cut) ? Int(frame.originalLength) : bytes.count
    if linkType.isRaw(frame, of: source) {
      prefix = .nothing
    } else {
      switch linkType.layer {
      case .user1: prefix = .user1
      case .upperPDU where frame.link == .nfcF && frame.event == .none, .user0:
        guard let data = FeliCaPacket.data(of: frame, bytes) else { return nil }
        (range, whole) = data
        prefix = linkType == .upperPDU ? .felica : .nothing
      case .pseudoHeader, .upperPDU:
        guard let event = PseudoHeader.event(of: frame), let length = UInt16(exactly: whole) else {
          return nil
        }
        prefix =
          linkType == .upperPDU
          ? .namedPseudoHeader(event, length: length) : .pseudoHeader(event, length: length)
      case .network, .whole: return nil
      }
    }
    self.range = range
    originalLength = UInt32(clamping: prefix.length + whole)
  }

  /// Appends the packet.
  func write(_ frame: Frame, _ bytes: Span<UInt8>, to output: inout ByteBuffer) {
    switch prefix {
    case .nothing: break
    case .pseudoHeader(let event, let length):
      PseudoHeader.write(event, length: length, to: &output)
    case .felica: output.append(UpperPDU.Dissector.felica.items.span)
    case .namedPseudoHeader(let event, let length):
      output.append(UpperPDU.Dissector.iso14443.items.span)
      PseudoHeader.write(event, length: length, to: &output)
    case .user1: User1Header.write(frame, to: &output)
    }
    output.append(bytes.extracting(range))
  }
}

extension PacketPlan.Prefix {
  /// How many bytes it takes.
  var length: Int {
    switch self {
    case .nothing: 0
    case .pseudoHeader: PseudoHeader.size
    case .felica: UpperPDU.Dissector.felica.items.count
    case .namedPseudoHeader: UpperPDU.Dissector.iso14443.items.count + PseudoHeader.size
    case .user1: User1Header.size
    }
  }
}
