import Bytes
import Tags

extension NDEFLines {
  /// What a record is, in the line that begins it.
  func head(of record: NDEFRecord, _ content: NDEFContent) -> String {
    var text: String
    switch content {
    case .empty: text = "empty record"
    case .text(let value): text = "text \(words(of: value))"
    case .uri(let value): text = "URI \(value.uri)"
    case .smartPoster: text = sized("smart poster", record)
    case .action(let action): text = "action: \(names.words(of: action))"
    case .size(let size): text = "resource of \(Self.count(Int(size), "byte"))"
    case .mediaType(let type): text = "resource of type \(type)"
    case .signature: text = sized("signature", record)
    case .handover(let handover):
      text = "\(names.words(of: handover.kind)) \(handover.version >> 4).\(handover.version & 15)"
    case .alternativeCarrier(let carrier): text = words(of: carrier)
    case .collisionResolution(let number): text = "random number \(Hex.text(number, digits: 4))"
    case .handoverError(let error): text = names.words(of: error)
    case .handoverCarrier(_, let type): text = "carrier of type \(type)"
    case .deviceInformation: text = sized("device information", record)
    case .wifi, .bluetooth, .vCard, .media: text = sized(record.typeText, record)
    case .absoluteURI(let uri): text = "absolute URI \(uri)"
    case .androidApplication(let package): text = "Android application \(package)"
    case .external: text = sized("external type \(record.typeText)", record)
    case .unknown: text = sized(unknownWords(record), record)
    }
    if record.layout.payload.count > 1 { text += ", in \(record.layout.payload.count) chunks" }
    if record.layout.isCut { text += ", not whole" }
    return text
  }

  private func unknownWords(_ record: NDEFRecord) -> String {
    record.type.isEmpty
      ? "record of TNF \(record.nameFormat.rawValue)"
      : "\(record.nameFormat.words) \"\(record.typeText)\""
  }

  /// A name, the record's id and its size.
  private func sized(_ name: String, _ record: NDEFRecord) -> String {
    var text = name
    if !record.id.isEmpty { text += ", id \"\(String(decoding: record.id, as: UTF8.self))\"" }
    return text + ", \(Self.count(record.payload.count, "byte"))"
  }

  /// `"Hello" (en)`.
  func words(of text: TextRecord) -> String {
    var remarks = text.language.isEmpty ? [] : [text.language]
    if text.encoding == .utf16 { remarks.append("UTF-16") }
    let quoted = "\"\(text.text)\""
    return remarks.isEmpty ? quoted : "\(quoted) (\(remarks.joined(separator: ", ")))"
  }

  private func words(of carrier: AlternativeCarrier) -> String {
    let id = String(decoding: carrier.carrier, as: UTF8.self)
    var text = "carrier \"\(id)\", \(names.name(UInt64(carrier.powerState), of: "PowerState"))"
    if !carrier.auxiliary.isEmpty {
      let ids = carrier.auxiliary.map { "\"\(String(decoding: $0, as: UTF8.self))\"" }
      text += ", with \(ids.joined(separator: ", "))"
    }
    return text
  }

  /// What a record's payload says, in lines below its own.
  func details(
    of content: NDEFContent, _ record: NDEFRecord, masksSecrets: Bool
  ) -> [String] {
    switch content {
    case .signature(let signature): return words(of: signature)
    case .deviceInformation(let device): return [words(of: device)]
    case .wifi(let wifi):
      return wifi.credentials.map { words(of: $0, masksSecrets: masksSecrets) }
    case .bluetooth(let pairing): return [words(of: pairing)]
    case .vCard(let card): return [words(of: card)]
    case .media(let text): return text.map { ["\"\($0)\""] } ?? []
    case .external, .unknown:
      guard !record.payload.isEmpty else { return [] }
      if record.nameFormat == .wellKnown, record.type.isEmpty, TextRecord.fits(record.payload) {
        var faults = PayloadFaults()
        return ["read as text: \(words(of: TextRecord(reading: record.payload, faults: &faults)))"]
      }
      return UTF8Text.isPrintable(record.payload)
        ? ["\"\(String(decoding: record.payload, as: UTF8.self))\""]
        : [Hex.text(record.payload.prefix(32)) + (record.payload.count > 32 ? " …" : "")]
    default: return []
    }
  }

  private func words(of signature: SignatureRecord) -> [String] {
    var parts = ["version \(signature.version >> 4).\(signature.version & 15)"]
    parts.append(names.name(UInt64(signature.type), of: "SignatureType"))
    if let hash = signature.hash { parts.append(names.name(UInt64(hash), of: "Hash")) }
    if let uri = signature.signatureURI { parts.append("at \(uri)") }
    if !signature.signature.isEmpty {
      parts.append(Self.count(signature.signature.count, "byte"))
    }
    var lines = [parts.joined(separator: ", ")]
    let format = names.name(UInt64(signature.certificateFormat), of: "CertificateFormat")
    for certificate in signature.certificates {
      let size = "\(format) certificate, \(Self.count(certificate.count, "byte"))"
      guard signature.certificateFormat == 0,
        let name = CertificateName(certificate: certificate)
      else {
        lines.append(size)
        continue
      }
      lines.append("\(size): \"\(name.subject)\", by \"\(name.issuer)\"")
    }
    if let uri = signature.certificateURI { lines.append("more certificates at \(uri)") }
    return lines
  }

  private func words(of device: DeviceInformation) -> String {
    var parts: [String] = []
    for (type, name) in [(0, "vendor"), (1, "model"), (2, "name"), (4, "firmware")]
      as [(UInt8, String)]
    {
      if let text = device.text(type), !text.isEmpty { parts.append("\(name) \"\(text)\"") }
    }
    if let uuid = device.uuid { parts.append("UUID \(uuid)") }
    return parts.joined(separator: ", ")
  }

  private func words(
    of credential: WiFiConfiguration.Credential, masksSecrets: Bool
  ) -> String {
    var parts = ["Wi-Fi \"\(String(decoding: credential.ssid ?? [], as: UTF8.self))\""]
    if let number = credential.authentication {
      parts.append(names.name(UInt64(number), of: "Authentication"))
    }
    if let number = credential.encryption {
      parts.append(names.name(UInt64(number), of: "Encryption"))
    }
    if let key = credential.key, !key.isEmpty {
      let shown =
        masksSecrets
        ? String(repeating: "·", count: key.count) : "\"\(String(decoding: key, as: UTF8.self))\""
      parts.append("key \(shown)")
    }
    if let address = credential.address, address.contains(where: { $0 != 0xFF }) {
      parts.append(address.map { Hex.text($0, digits: 2) }.joined(separator: ":"))
    }
    return parts.joined(separator: ", ")
  }

  private func words(of pairing: BluetoothPairing) -> String {
    var parts: [String] = []
    if let address = pairing.address {
      parts.append("\(address.text)\(address.isRandom ? " (random)" : "")")
    }
    if let role = pairing.role { parts.append(names.name(UInt64(role), of: "Role")) }
    if let name = pairing.name { parts.append("name \"\(name)\"") }
    if let deviceClass = pairing.deviceClass {
      parts.append(names.name(UInt64(deviceClass >> 8 & 0x1F), of: "MajorClass"))
    }
    return (pairing.isLowEnergy ? "Bluetooth LE " : "Bluetooth ") + parts.joined(separator: ", ")
  }

  private func words(of card: VCard) -> String {
    let name = card.name.map { "card of \"\($0)\"" } ?? "card"
    let rest = card.properties.filter {
      !["VERSION", "FN", "N", "PRODID", "REV", "PHOTO", "UID"].contains($0.name)
        && !$0.value.isEmpty
    }
    return ([name] + rest.prefix(8).map { "\($0.name) \($0.value)" }).joined(separator: ", ")
  }

  static func count(_ number: Int, _ thing: String) -> String {
    number == 1 ? "1 \(thing)" : "\(number) \(thing)s"
  }
}
