import Bytes
import TraceFormat

/// The four bytes before every frame of pcap link type 264 (LINKTYPE_ISO_14443).
///
///      0         1         2         3         4
///     +---------+---------+---------+---------+----
///     | 0       | event   | length, high first | frame
///     +---------+---------+---------+---------+----
///
/// The length is that of the frame on air, so it stays what it was when the capture keeps less.
enum PseudoHeader {
  static let size = 4

  /// What the event byte says.
  enum Event: UInt8 {
    case fromCard = 0xFF
    case toCard = 0xFE
    case fieldOff = 0xFD
    case fieldOn = 0xFC
    /// As `fromCard`, with the CRC taken off.
    case fromCardWithoutCRC = 0xFB
    /// As `toCard`, with the CRC taken off.
    case toCardWithoutCRC = 0xFA
  }
}

extension PseudoHeader {
  /// Reads a packet; one that breaks a rule of the link type is kept whole and marked.
  @inline(__always)
  static func read(
    _ packet: Packet, in window: Span<UInt8>, into frame: inout Frame
  ) -> PacketPrefix {
    let start = packet.range.lowerBound
    guard packet.kept >= size, window[start] == 0, let event = Event(rawValue: window[start + 1])
    else { return frame.takeBad(packet, as: .iso14443) }

    let length = Int(ByteOrder.big.number16(window, at: start + 2))
    guard length == packet.whole - size else { return frame.takeBad(packet, as: .iso14443) }

    switch event {
    case .toCard: frame.direction = .toCard
    case .fromCard: frame.direction = .fromCard
    case .toCardWithoutCRC:
      frame.direction = .toCard
      frame.flags = .crcStripped
    case .fromCardWithoutCRC:
      frame.direction = .fromCard
      frame.flags = .crcStripped
    case .fieldOn, .fieldOff:
      guard length == 0 else { return frame.takeBad(packet, as: .iso14443) }
      frame.direction = .none
      frame.event = event == .fieldOn ? .fieldOn : .fieldOff
    }
    frame.link = .iso14443
    frame.take(packet, behind: size)
    return PacketPrefix(length: size, isRegular: true)
  }

  /// The event byte of a frame; nil for what the link type has none for: other events, and a frame
  /// whose direction is not known.
  static func event(of frame: Frame) -> Event? {
    let isStripped = frame.flags.contains(.crcStripped)
    return switch (frame.event, frame.direction) {
    case (.fieldOn, _): .fieldOn
    case (.fieldOff, _): .fieldOff
    case (.none, .fromCard): isStripped ? .fromCardWithoutCRC : .fromCard
    case (.none, .toCard): isStripped ? .toCardWithoutCRC : .toCard
    default: nil
    }
  }

  /// Appends the header of a frame that has `length` bytes on air.
  static func write(_ event: Event, length: UInt16, to packet: inout ByteBuffer) {
    packet.append(0)
    packet.append(event.rawValue)
    packet.append(length, .big)
  }
}
