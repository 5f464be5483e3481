import Bytes
import TraceFormat

/// A FeliCa frame in a link type that has no header for it.
///
/// Wireshark's dissector wants the command code first: the LEN byte before it and the CRC behind
/// are left out. Other writers leave LEN in, or both. A frame of ours begins with LEN, so it is put
/// back; the direction follows from the command code, which is even for a command and odd for its
/// response (JIS X 6319-4).
enum FeliCaPacket {
  /// Which of the frame's parts a packet has.
  enum Shape: Equatable {
    /// Command code and data.
    case data
    /// LEN, command code and data.
    case lengthAndData
    /// LEN, command code, data and CRC.
    case all
  }

  /// The longest data that LEN, which counts itself, can announce.
  static let longestData = 254
}

extension FeliCaPacket {
  /// Reads a packet of link type 147, which is FeliCa if it looks like it.
  static func readUser0(
    _ packet: Packet, in window: Span<UInt8>, into frame: inout Frame, _ bytes: inout [UInt8]
  ) -> PacketPrefix {
    guard let shape = shape(of: window.extracting(packet.range), whole: packet.whole) else {
      return frame.takeWhole(packet, as: .other)
    }
    if shape == .data { return readData(packet, behind: 0, in: window, into: &frame, &bytes) }
    frame.link = .nfcF
    frame.direction = direction(code: window[packet.range.lowerBound + 1])
    if shape == .lengthAndData { frame.flags = .crcStripped }
    frame.take(packet, behind: 0)
    return PacketPrefix(length: 0, isRegular: false)
  }

  /// Reads command code and data behind `prefix` bytes of a packet, and puts LEN before them.
  static func readData(
    _ packet: Packet, behind prefix: Int, in window: Span<UInt8>, into frame: inout Frame,
    _ bytes: inout [UInt8]
  ) -> PacketPrefix {
    let whole = packet.whole - prefix
    guard whole > 0, whole <= longestData else { return frame.takeBad(packet, as: .nfcF) }

    let data = window.extracting(packet.range).extracting(prefix..<packet.kept)
    frame.link = .nfcF
    frame.direction = data.isEmpty ? .unknown : direction(code: data[0])
    frame.flags = .crcStripped
    if data.count < whole {
      frame.flags.insert(.cut)
      frame.originalLength = UInt32(whole + 1)
    }
    let start = bytes.count
    bytes.append(UInt8(whole + 1))
    bytes.append(data)
    frame.bytes = Extent(start..<bytes.count)
    return PacketPrefix(length: prefix, isRegular: true)
  }

  /// What a packet has of a FeliCa frame, or nil if it does not look like one.
  ///
  /// A LEN byte is believed when it fits and a command code that may be so long follows: the
  /// response to Search Service Code is 11 bytes long and its code is 0Bh, 11, too.
  static func shape(of packet: Span<UInt8>, whole: Int) -> Shape? {
    guard packet.count >= 2 else { return nil }
    let length = Int(packet[0])
    let rest = packet.extracting(1..<packet.count)
    if length == whole, isData(rest, whole: whole - 1) { return .lengthAndData }
    if length == whole - 2, packet.count == whole, isData(rest, whole: whole - 3),
      ByteOrder.big.number16(packet, at: length)
        == Checksum.crcF(packet.extracting(0..<length))
    {
      return .all
    }
    return isData(packet, whole: whole) && whole <= longestData ? .data : nil
  }

  /// Whether bytes can be the beginning of a command code and its data, `whole` bytes together.
  ///
  /// All but Polling carry the IDm's eight bytes behind the code. D4h and D5h are ISO/IEC 18092's.
  private static func isData(_ bytes: Span<UInt8>, whole: Int) -> Bool {
    switch bytes[0] {
    case 0x00:
      // System code, request code, time slots.
      whole == 5 && bytes.count >= 5 && bytes[3] <= 2 && [0, 1, 3, 7, 15].contains(bytes[4])
    case 0x01: whole == 17 || whole == 19
    case 0x02, 0x03, 0x0D: whole >= 12
    case 0x04, 0x0C: whole == 9
    case 0x05: whole == 10
    case 0x06: whole >= 14
    case 0x07: whole >= 11
    case 0x08: whole >= 30
    case 0x09, 0x0A: whole == 11
    case 0x0B: whole == 11 || whole == 13
    case 0x0E...0x4D, 0x70, 0x71: whole >= 9
    case 0xD4, 0xD5: whole >= 3
    default: false
    }
  }

  /// Where in a frame the data lies that a packet has, and how long the data was on air; nil if the
  /// frame cannot be told from it: LEN must be right, and so must the CRC, which is left out.
  static func data(of frame: Frame, _ bytes: Span<UInt8>) -> (range: Range<Int>, whole: Int)? {
    guard !bytes.isEmpty else { return nil }
    let length = Int(bytes[0])
    let whole = frame.flags.contains(.cut) ? Int(frame.originalLength) : bytes.count
    guard length >= 2 else { return nil }
    if frame.flags.contains(.crcStripped) {
      return length == whole ? (1..<bytes.count, whole - 1) : nil
    }
    guard length == whole - 2, bytes.count == whole,
      ByteOrder.big.number16(bytes, at: length) == Checksum.crcF(bytes.extracting(0..<length))
    else { return nil }
    return (1..<length, length - 1)
  }

  private static func direction(code: UInt8) -> Direction {
    code & 1 == 0 ? .toCard : .fromCard
  }
}
