/// Tells by a record's type what its payload is, and reads it.
struct NDEFContentReader {
  var depth: Int
  /// Some types are only known inside a poster.
  var isInPoster: Bool

  func content(
    of record: NDEFRecord, faults: inout PayloadFaults, typeFaults: inout PayloadFaults
  ) -> NDEFContent {
    let name = record.typeText
    if record.type.contains(where: { $0 < 0x20 || $0 > 0x7E }) {
      typeFaults.note(.typeName(.notASCII), 0..<0)
    }
    switch record.nameFormat {
    case .empty: return .empty
    case .wellKnown:
      if record.type.isEmpty, TextRecord.fits(record.payload) {
        typeFaults.note(.typeName(.typeForgotten), 0..<0)
        _ = TextRecord(reading: record.payload, faults: &faults)
      }
      return wellKnown(name, record.payload, &faults)
    case .mime:
      if !record.type.isEmpty, !TypeName.isMIME(record.type) {
        typeFaults.note(.typeName(.notMIME), 0..<0)
      }
      return media(name.lowercased(), record.payload, &faults)
    case .absoluteURI:
      if !record.type.isEmpty, !TypeName.hasScheme(record.type) {
        typeFaults.note(.typeName(.noScheme), 0..<0)
      }
      return .absoluteURI(String(decoding: record.type, as: UTF8.self))
    case .external:
      if !record.type.isEmpty, !TypeName.isExternal(record.type) {
        typeFaults.note(.typeName(.notExternal), 0..<0)
      }
      guard name.lowercased() == TypeName.androidApplication else { return .external }
      let package = String(decoding: record.payload, as: UTF8.self)
      if !TypeName.isPackage(record.payload) {
        faults.note(.typeName(.notPackage(package)), 0..<record.payload.count)
      }
      return .androidApplication(package)
    case .unknown, .unchanged, .reserved: return .unknown
    }
  }

  private func wellKnown(
    _ name: String, _ payload: [UInt8], _ faults: inout PayloadFaults
  ) -> NDEFContent {
    switch name {
    case "T": return .text(TextRecord(reading: payload, faults: &faults))
    case "U": return .uri(URIRecord(reading: payload, faults: &faults))
    case "Sp": return .smartPoster(SmartPoster(reading: payload, depth: depth, faults: &faults))
    case "Sig": return .signature(SignatureRecord(reading: payload, faults: &faults))
    case "Hr", "Hs", "Hm", "Hi":
      guard let kind = HandoverRecord.Kind(rawValue: name) else { return .unknown }
      return .handover(HandoverRecord(kind, reading: payload, depth: depth, faults: &faults))
    case "Hc": return handoverCarrier(payload, &faults)
    case "ac": return .alternativeCarrier(AlternativeCarrier(reading: payload, faults: &faults))
    case "cr":
      guard payload.count == 2 else {
        faults.note(
          .handover(.length("cr", expected: 2, present: payload.count)), 0..<payload.count)
        return .unknown
      }
      return .collisionResolution(UInt16(payload[0]) << 8 | UInt16(payload[1]))
    case "err": return .handoverError(HandoverError(reading: payload, faults: &faults))
    case "Di": return .deviceInformation(DeviceInformation(reading: payload, faults: &faults))
    case "act" where isInPoster:
      guard payload.count == 1 else { return wrong("act", 1, payload, &faults) }
      let action = SmartPoster.Action(payload[0])
      if case .reserved(let code) = action { faults.note(.poster(.reservedAction(code)), 0..<1) }
      return .action(action)
    case "s" where isInPoster:
      guard payload.count == 4 else { return wrong("s", 4, payload, &faults) }
      return .size(payload.reduce(0) { $0 << 8 | UInt32($1) })
    case "t" where isInPoster:
      if let at = UTF8Text.firstFault(in: payload) { faults.note(.poster(.typeName), at..<at + 1) }
      return .mediaType(String(decoding: payload, as: UTF8.self))
    default: return .unknown
    }
  }

  private func wrong(
    _ name: String, _ expected: Int, _ payload: [UInt8], _ faults: inout PayloadFaults
  ) -> NDEFContent {
    faults.note(
      .poster(.length(name, expected: expected, present: payload.count)), 0..<payload.count)
    return .unknown
  }

  /// TNF in three bits, length, type, and what the carrier's own rules say.
  private func handoverCarrier(_ payload: [UInt8], _ faults: inout PayloadFaults) -> NDEFContent {
    guard payload.count >= 2, payload.count >= 2 + Int(payload[1]) else {
      let needed = payload.count >= 2 ? 2 + Int(payload[1]) : 2
      faults.note(
        .handover(.carrierOverrun(needed: needed, available: payload.count)), 0..<payload.count)
      return .unknown
    }
    let format = NDEFRecord.TypeNameFormat(rawValue: payload[0] & 7) ?? .reserved
    if !(1...4).contains(format.rawValue) {
      faults.note(.handover(.carrierType(format.rawValue)), 0..<1)
    }
    let type = payload[2..<2 + Int(payload[1])]
    return .handoverCarrier(nameFormat: format, type: String(decoding: type, as: UTF8.self))
  }

  private func media(
    _ name: String, _ payload: [UInt8], _ faults: inout PayloadFaults
  ) -> NDEFContent {
    switch String(name.prefix { $0 != ";" }) {
    case "application/vnd.wfa.wsc":
      return .wifi(WiFiConfiguration(reading: payload, faults: &faults))
    case "application/vnd.bluetooth.ep.oob":
      return .bluetooth(
        BluetoothPairing(isLowEnergy: false, reading: payload, faults: &faults))
    case "application/vnd.bluetooth.le.oob":
      return .bluetooth(BluetoothPairing(isLowEnergy: true, reading: payload, faults: &faults))
    case "text/vcard", "text/x-vcard", "text/directory":
      return .vCard(VCard(reading: payload, faults: &faults))
    default:
      let isText =
        name.hasPrefix("text/") || name.hasSuffix("json") || name.hasSuffix("xml")
        || UTF8Text.isPrintable(payload)
      return .media(text: isText && !payload.isEmpty ? UTF8Text.text(payload) : nil)
    }
  }
}

extension TextRecord {
  /// Whether a payload reads as a text with a language.
  package static func fits(_ payload: [UInt8]) -> Bool {
    guard let status = payload.first, status & 0xC0 == 0, status > 0,
      payload.count > Int(status) + 1
    else { return false }
    return isTag(Array(payload[1..<1 + Int(status)])) && UTF8Text.firstFault(in: payload) == nil
  }
}
