import Bytes

/// What a device says of itself for pairing out of band (Bluetooth SIG and NFC Forum, Bluetooth
/// Secure Simple Pairing Using NFC).
///
/// BR/EDR: length in two bytes, itself included, least significant first, then the address, then
/// structures. LE: structures alone. A structure is a length, a type that it counts, and data.
package struct BluetoothPairing: Equatable, Sendable {
  package var isLowEnergy: Bool
  package var address: Address?
  package var structures: [Structure] = []

  /// A device's address, as people write it: most significant byte first.
  package struct Address: Equatable, Sendable {
    package var bytes: [UInt8]
    package var isRandom = false

    /// `00:02:0E:00:08:8F`.
    package var text: String { bytes.map { Hex.text($0, digits: 2) }.joined(separator: ":") }
  }

  /// One structure of an EIR or AD block.
  package struct Structure: Equatable, Sendable {
    package var type: UInt8
    package var data: [UInt8]
    /// Where the data stands in the payload.
    package var place: Range<Int>
  }

  /// What is wrong with it.
  package enum Fault: Equatable, Sendable {
    case tooShort(needed: Int, available: Int)
    case length(claimed: Int, present: Int)
    case structureOverrun(type: UInt8, claimed: Int, available: Int)
    case noAddress
    case noRole
    case addressLength(Int)
  }

  /// The device's name, complete or shortened.
  package var name: String? {
    for type in [0x09, 0x08] as [UInt8] {
      if let found = structures.first(where: { $0.type == type }) {
        return String(decoding: found.data, as: UTF8.self)
      }
    }
    return nil
  }

  /// The class of device, most significant byte first.
  package var deviceClass: UInt32? {
    guard let data = structures.first(where: { $0.type == 0x0D })?.data, data.count == 3 else {
      return nil
    }
    return UInt32(data[2]) << 16 | UInt32(data[1]) << 8 | UInt32(data[0])
  }

  /// What an LE device wants to be: 0 peripheral only, 1 central only, 2 and 3 both.
  package var role: UInt8? { structures.first { $0.type == 0x1C }?.data.first }

  /// Types whose data is a secret that both sides share.
  package static let secretTypes: Set<UInt8> = [0x0E, 0x0F, 0x10, 0x1D, 0x1E, 0x22, 0x23]
}

extension BluetoothPairing {
  /// Reads a payload as far as it is one.
  package init(isLowEnergy: Bool, reading payload: [UInt8], faults: inout PayloadFaults) {
    self.isLowEnergy = isLowEnergy
    var cursor = ByteCursor(payload.span)
    if !isLowEnergy {
      guard payload.count >= 8 else {
        faults.note(
          .bluetooth(.tooShort(needed: 8, available: payload.count)), payload.count..<payload.count)
        return
      }
      let claimed = Int(payload[0]) | Int(payload[1]) << 8
      if claimed != payload.count {
        faults.note(.bluetooth(.length(claimed: claimed, present: payload.count)), 0..<2)
      }
      address = Address(bytes: Array(payload[2..<8].reversed()))
      try? cursor.skip(8)
    }
    readStructures(&cursor, payload, faults: &faults)
    guard isLowEnergy else { return }
    if let found = structures.first(where: { $0.type == 0x1B }) {
      if found.data.count == 7 {
        address = Address(
          bytes: Array(found.data[..<6].reversed()), isRandom: found.data[6] & 1 != 0)
      } else {
        faults.note(.bluetooth(.addressLength(found.data.count)), found.place)
      }
    } else {
      faults.note(.bluetooth(.noAddress), 0..<payload.count)
    }
    if role == nil { faults.note(.bluetooth(.noRole), 0..<payload.count) }
  }

  /// A record of a device's address and name; nil where they are none or do not fit.
  package static func record(address: String, name: String?) -> NDEFRecord? {
    let parts = address.split(whereSeparator: { $0 == ":" || $0 == "-" })
    let bytes = parts.compactMap { $0.utf8.count == 2 ? Hex.bytes($0)?.first : nil }
    guard parts.count == 6, bytes.count == 6 else { return nil }
    var data = Array(bytes.reversed())
    if let name {
      guard name.utf8.count < 0xFF else { return nil }
      data += [UInt8(name.utf8.count + 1), 0x09] + Array(name.utf8)
    }
    let length = data.count + 2
    return NDEFRecord(
      .mime, type: Array("application/vnd.bluetooth.ep.oob".utf8),
      payload: [UInt8(length & 0xFF), UInt8(length >> 8)] + data)
  }

  private mutating func readStructures(
    _ cursor: inout ByteCursor, _ payload: [UInt8], faults: inout PayloadFaults
  ) {
    while let length = try? cursor.readByte() {
      // Zeros behind the last structure fill up.
      if length == 0 { continue }
      let start = cursor.offset
      let type = cursor.next ?? 0
      guard (try? cursor.skip(Int(length))) != nil else {
        faults.note(
          .bluetooth(
            .structureOverrun(type: type, claimed: Int(length), available: cursor.remaining)),
          start - 1..<start)
        return
      }
      let place = start + 1..<cursor.offset
      structures.append(Structure(type: type, data: Array(payload[place]), place: place))
    }
  }
}
