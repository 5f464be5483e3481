package import Bytes
package import GrammarLanguage
package import Tags

/// Writes the records of an NDEF message as JSON: `"records":[{"tnf":1,"type":"U",…}]`.
package struct NDEFJSON: Sendable {
  let names: NDEFNames
  private let showsSecrets: Bool
  /// Which kinds of secrets were not shown.
  package private(set) var hidden: [SecretKind] = []

  /// Secrets are shown or replaced by `X`, digit for digit.
  package init(_ lexicon: Lexicon, showsSecrets: Bool) {
    names = NDEFNames(lexicon)
    self.showsSecrets = showsSecrets
  }

  /// Appends `"records":[…]`, without a comma in front.
  package mutating func append(recordsOf contents: NDEFContents, to out: inout ByteBuffer) {
    out.append("\"records\":[")
    for (index, record) in contents.message.records.enumerated() {
      if index > 0 { out.append(",") }
      let content = index < contents.records.count ? contents.records[index] : .unknown
      append(record, content, to: &out)
    }
    out.append("]")
    if contents.message.leftOut > 0 { out.json("left_out", contents.message.leftOut) }
  }

  /// Appends `"problems":[{"id":…}]` for what is wrong with it, without a comma in front.
  package func append(problemsOf contents: NDEFContents, to out: inout ByteBuffer) {
    out.append("\"problems\":[")
    for (index, problem) in contents.problems.enumerated() {
      out.append(index > 0 ? ",{\"record\":" : "{\"record\":")
      out.append(decimal: problem.record)
      out.json(key: "bytes")
      out.append("[")
      out.append(decimal: problem.bytes.lowerBound)
      out.append(",")
      out.append(decimal: problem.bytes.upperBound)
      out.append("]")
      out.json("message", text: problem.kind.words)
      out.append("}")
    }
    out.append("]")
  }

  private mutating func append(
    _ record: NDEFRecord, _ content: NDEFContent, to out: inout ByteBuffer
  ) {
    out.append("{\"tnf\":")
    out.append(decimal: Int(record.nameFormat.rawValue))
    out.json("type", text: shown(String(decoding: record.type, as: UTF8.self)))
    if !record.id.isEmpty { out.json("id", text: String(decoding: record.id, as: UTF8.self)) }
    out.json(key: "payload")
    out.append("\"")
    append(payload: record.payload, of: record.type, to: &out)
    out.append("\"")
    out.json("kind", text: content.kind)
    append(valueOf: content, to: &out)
    if record.layout.isCut { out.json(flag: "cut") }
    out.append("}")
  }

  /// A payload in hex, keys in it hidden.
  private mutating func append(
    payload: [UInt8], of type: [UInt8], to out: inout ByteBuffer
  ) {
    let secrets = showsSecrets ? [] : KeyTrail.keys(in: payload.span, type: type)
    if !secrets.isEmpty { note(.key) }
    for (index, byte) in payload.enumerated() {
      if secrets.contains(where: { $0.contains(index) }) {
        out.append("XX")
      } else {
        out.append(hex: byte)
      }
    }
  }

  private mutating func note(_ kind: SecretKind) {
    if !hidden.contains(kind) { hidden.append(kind) }
  }

  /// A text without the key of a network that is written in it.
  private mutating func shown(_ text: String) -> String {
    guard !showsSecrets else { return text }
    let shown = text.withoutNetworkKey
    if shown != text { note(.key) }
    return shown
  }

  private mutating func append(valueOf content: NDEFContent, to out: inout ByteBuffer) {
    switch content {
    case .text(let text):
      out.json("value", text: shown(text.text))
      out.json("language", text: text.language)
      out.json("encoding", text: text.encoding.rawValue)
    case .uri(let uri): out.json("value", text: shown(uri.uri))
    case .absoluteURI(let uri): out.json("value", text: shown(uri))
    case .androidApplication(let package): out.json("value", text: package)
    case .mediaType(let type): out.json("value", text: type)
    case .size(let size): out.json("value", Int(size))
    case .action(let action): out.json("value", text: names.words(of: action))
    case .media(let text): if let text { out.json("value", text: shown(text)) }
    case .collisionResolution(let number): out.json("value", Int(number))
    case .handoverCarrier(_, let type): out.json("value", text: type)
    case .smartPoster(let poster):
      if let uri = poster.uri { out.json("value", text: shown(uri)) }
      appendNested(poster.contents, to: &out)
    case .handover(let handover):
      out.json("value", text: "\(handover.version >> 4).\(handover.version & 15)")
      appendNested(handover.contents, to: &out)
    case .alternativeCarrier(let carrier):
      out.json("value", text: String(decoding: carrier.carrier, as: UTF8.self))
      out.json("state", text: names.name(UInt64(carrier.powerState), of: "PowerState"))
    case .handoverError(let error): out.json("value", text: names.words(of: error))
    case .signature(let signature): append(signature, to: &out)
    case .deviceInformation(let device):
      for (type, key) in [(0, "vendor"), (1, "model"), (2, "name"), (4, "firmware")]
        as [(UInt8, StaticString)]
      {
        if let text = device.text(type) { out.json(key, text: text) }
      }
      if let uuid = device.uuid { out.json("uuid", text: uuid) }
    case .wifi(let wifi): append(wifi, to: &out)
    case .bluetooth(let pairing):
      if let address = pairing.address { out.json("value", text: address.text) }
      if let name = pairing.name { out.json("name", text: name) }
    case .vCard(let card):
      if let name = card.name { out.json("value", text: name) }
    case .empty, .external, .unknown: break
    }
  }

  private mutating func appendNested(_ contents: NDEFContents, to out: inout ByteBuffer) {
    guard contents.isRead else { return }
    out.append(",")
    append(recordsOf: contents, to: &out)
  }

  private func append(_ signature: SignatureRecord, to out: inout ByteBuffer) {
    out.json("value", text: names.name(UInt64(signature.type), of: "SignatureType"))
    out.json("signature", hex: signature.signature.span)
    out.json("certificates", signature.certificates.count)
  }

  private mutating func append(_ wifi: WiFiConfiguration, to out: inout ByteBuffer) {
    guard let credential = wifi.credentials.first else { return }
    out.json("value", text: String(decoding: credential.ssid ?? [], as: UTF8.self))
    if let number = credential.authentication {
      out.json("authentication", text: names.name(UInt64(number), of: "Authentication"))
    }
    if let number = credential.encryption {
      out.json("encryption", text: names.name(UInt64(number), of: "Encryption"))
    }
    if let key = credential.key, showsSecrets {
      out.json("key", text: String(decoding: key, as: UTF8.self))
    }
  }
}
