/// What one record says.
package enum NDEFContent: Equatable, Sendable {
  /// TNF 0.
  case empty
  case text(TextRecord)
  case uri(URIRecord)
  case smartPoster(SmartPoster)
  case action(SmartPoster.Action)
  case size(UInt32)
  /// The MIME type of what a poster's URI leads to.
  case mediaType(String)
  case signature(SignatureRecord)
  case handover(HandoverRecord)
  case alternativeCarrier(AlternativeCarrier)
  case collisionResolution(UInt16)
  case handoverError(HandoverError)
  /// A carrier by its type alone: "Hc".
  case handoverCarrier(nameFormat: NDEFRecord.TypeNameFormat, type: String)
  case deviceInformation(DeviceInformation)
  case wifi(WiFiConfiguration)
  case bluetooth(BluetoothPairing)
  case vCard(VCard)
  /// Any other MIME type, as text where it is text.
  case media(text: String?)
  case absoluteURI(String)
  /// Android's record for the application to start.
  case androidApplication(String)
  /// Any other external type.
  case external
  /// TNF 5, well-known types that nobody knows, and what breaks the rules for types.
  case unknown
}

extension NDEFContent {
  /// Its word in JSON.
  package var kind: String {
    switch self {
    case .empty: "empty"
    case .text: "text"
    case .uri: "uri"
    case .smartPoster: "smart-poster"
    case .action: "action"
    case .size: "size"
    case .mediaType: "media-type"
    case .signature: "signature"
    case .handover: "handover"
    case .alternativeCarrier: "alternative-carrier"
    case .collisionResolution: "collision-resolution"
    case .handoverError: "handover-error"
    case .handoverCarrier: "handover-carrier"
    case .deviceInformation: "device-information"
    case .wifi: "wifi"
    case .bluetooth(let pairing): pairing.isLowEnergy ? "bluetooth-le" : "bluetooth"
    case .vCard: "vcard"
    case .media: "mime"
    case .absoluteURI: "absolute-uri"
    case .androidApplication: "android-application"
    case .external: "external"
    case .unknown: "unknown"
    }
  }
}
