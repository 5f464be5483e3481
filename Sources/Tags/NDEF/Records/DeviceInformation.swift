import Bytes

/// What a device is (NFC Forum, Device Information record type, "Di"): type, length, value.
package struct DeviceInformation: Equatable, Sendable {
  package var elements: [Element] = []

  /// One piece: 0 vendor, 1 model, 2 unique name, 3 UUID, 4 firmware version.
  package struct Element: Equatable, Sendable {
    package var type: UInt8
    package var value: [UInt8]
  }

  /// What is wrong with it.
  package enum Fault: Equatable, Sendable {
    case overrun(type: UInt8, claimed: Int, available: Int)
    /// Vendor and model have to be there.
    case missing(type: UInt8)
    case uuidLength(Int)
    case notUTF8(type: UInt8)
  }

  /// A piece as text.
  package func text(_ type: UInt8) -> String? {
    elements.first { $0.type == type }.map { String(decoding: $0.value, as: UTF8.self) }
  }

  /// The UUID, as people write it.
  package var uuid: String? {
    guard let value = elements.first(where: { $0.type == 3 })?.value, value.count == 16 else {
      return nil
    }
    let digits = Array(Hex.text(value).lowercased())
    return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
      .joined(separator: "-")
  }

  /// Reads a payload as far as it is one.
  package init(reading payload: [UInt8], faults: inout PayloadFaults) {
    var cursor = ByteCursor(payload.span)
    while let type = try? cursor.readByte() {
      let start = cursor.offset
      guard let length = try? cursor.readByte() else {
        faults.note(.device(.overrun(type: type, claimed: 1, available: 0)), start..<start)
        break
      }
      guard let value = try? cursor.read(Int(length)) else {
        faults.note(
          .device(.overrun(type: type, claimed: Int(length), available: cursor.remaining)),
          start..<start + 1)
        break
      }
      let element = Element(type: type, value: [UInt8](run: value))
      let place = cursor.offset - element.value.count..<cursor.offset
      if type == 3, element.value.count != 16 {
        faults.note(.device(.uuidLength(element.value.count)), place)
      }
      if [0, 1, 2, 4].contains(type), UTF8Text.firstFault(in: element.value) != nil {
        faults.note(.device(.notUTF8(type: type)), place)
      }
      elements.append(element)
    }
    for type in [0, 1] as [UInt8] where (text(type) ?? "").isEmpty {
      faults.note(.device(.missing(type: type)), payload.count..<payload.count)
    }
  }
}
