import Bytes
import TraceFormat

/// A packet of link type 252 (LINKTYPE_WIRESHARK_UPPER_PDU): items that say which dissector of
/// Wireshark reads the bytes behind them.
///
/// An item is a tag and a length, two bytes each, high first, and its value; tag 0 ends the list.
/// Tag 12 names the dissector, with zeros up to a multiple of four. `felica` gets the data without
/// LEN, `iso14443` what link type 264 has.
enum UpperPDU {
  /// A dissector whose packets are frames.
  enum Dissector: CaseIterable {
    case felica
    case iso14443

    /// Its name.
    var name: ArraySlice<UInt8> {
      let name = items[4..<12]
      return name.prefix { $0 != 0 }
    }

    /// The items that we write before its packets.
    var items: [UInt8] {
      switch self {
      case .felica: UpperPDU.felicaItems
      case .iso14443: UpperPDU.iso14443Items
      }
    }
  }

  private static let felicaItems = items(naming: "felica\0\0")
  private static let iso14443Items = items(naming: "iso14443")

  private static func items(naming name: StaticString) -> [UInt8] {
    [0, nameTag, 0, 8] + Array(name.description.utf8) + [0, 0, 0, 0]
  }

  private static let endTag: UInt16 = 0
  private static let nameTag: UInt8 = 12
}

extension UpperPDU {
  /// Reads a packet; one for another dissector is kept whole.
  static func read(
    _ packet: Packet, in window: Span<UInt8>, into frame: inout Frame, _ bytes: inout [UInt8]
  ) -> PacketPrefix {
    let content = window.extracting(packet.range)
    guard let (dissector, length) = try? items(of: content), let dissector else {
      return frame.takeWhole(packet, as: .other)
    }
    let isOurs = starts(content, with: dissector.items[...]) && length == dissector.items.count
    let prefix: PacketPrefix
    switch dissector {
    case .felica:
      prefix = FeliCaPacket.readData(packet, behind: length, in: window, into: &frame, &bytes)
    case .iso14443:
      let inner = Packet(
        range: packet.range.lowerBound + length..<packet.range.upperBound,
        originalLength: UInt32(packet.whole - length), stored: packet.stored + length)
      prefix = PseudoHeader.read(inner, in: window, into: &frame)
      // Of a bad record all is kept, these items too.
      if frame.flags.contains(.badRecord) { frame.take(packet, behind: 0) }
    }
    if frame.flags.contains(.badRecord) { return PacketPrefix(length: 0, isRegular: true) }
    let before = dissector == .felica ? prefix.length : length + prefix.length
    return PacketPrefix(length: before, isRegular: isOurs)
  }

  /// The dissector that the items name, nil for one whose packets are no frames to us, and how
  /// many bytes the items take.
  private static func items(of packet: Span<UInt8>) throws(Truncated) -> (Dissector?, Int) {
    var cursor = ByteCursor(packet)
    var dissector: Dissector?
    while true {
      let tag = UInt16(try cursor.readNumber(2))
      let value = try cursor.read(Int(try cursor.readNumber(2)))
      if tag == endTag { return (dissector, cursor.offset) }
      if tag == nameTag {
        dissector = Dissector.allCases.first { candidate in isName(value, candidate.name) }
      }
    }
  }

  /// Whether a value is a name and the zeros that fill it up.
  private static func isName(_ value: Span<UInt8>, _ name: ArraySlice<UInt8>) -> Bool {
    guard starts(value, with: name) else { return false }
    for index in name.count..<value.count where value[index] != 0 { return false }
    return true
  }

  private static func starts(_ bytes: Span<UInt8>, with start: ArraySlice<UInt8>) -> Bool {
    guard bytes.count >= start.count else { return false }
    for (index, byte) in start.enumerated() where bytes[index] != byte { return false }
    return true
  }
}
