import Bytes

/// A network, or what a device needs to join one (Wi-Fi Alliance, Wi-Fi Simple Configuration):
/// attributes of a type and a length of two bytes each, credentials inside one of them.
package struct WiFiConfiguration: Equatable, Sendable {
  /// Those at the top.
  package var attributes: [Attribute] = []
  package var credentials: [Credential] = []

  /// One attribute.
  package struct Attribute: Equatable, Sendable {
    package var type: UInt16
    package var value: [UInt8]
    /// Where the value stands in the payload.
    package var place: Range<Int>
  }

  /// One network.
  package struct Credential: Equatable, Sendable {
    package var attributes: [Attribute] = []

    package init() {}

    /// The network's name.
    package var ssid: [UInt8]? { value(.ssid) }
    /// Bits: 0001 open, 0002 WPA-PSK, 0004 shared, 0008 WPA, 0010 WPA2, 0020 WPA2-PSK.
    package var authentication: UInt16? { number(.authentication) }
    /// Bits: 0001 none, 0002 WEP, 0004 TKIP, 0008 AES.
    package var encryption: UInt16? { number(.encryption) }
    package var key: [UInt8]? { value(.networkKey) }
    package var address: [UInt8]? { value(.macAddress) }

    private func value(_ type: KnownType) -> [UInt8]? {
      attributes.first { $0.type == type.rawValue }?.value
    }

    private func number(_ type: KnownType) -> UInt16? {
      value(type).flatMap { $0.count == 2 ? UInt16($0[0]) << 8 | UInt16($0[1]) : nil }
    }
  }

  /// The attributes that reading needs; the grammar names all.
  package enum KnownType: UInt16, Equatable, Sendable {
    case authentication = 0x1003
    case credential = 0x100E
    case encryption = 0x100F
    case macAddress = 0x1020
    case networkIndex = 0x1026
    case networkKey = 0x1027
    case devicePassword = 0x102C
    case ssid = 0x1045
    case vendorExtension = 0x1049
    case version = 0x104A

    /// How many bytes its value has, where that is fixed.
    var length: Int? {
      switch self {
      case .authentication, .encryption: 2
      case .macAddress: 6
      case .networkIndex, .version: 1
      case .credential, .networkKey, .devicePassword, .ssid, .vendorExtension: nil
      }
    }
  }

  /// What is wrong with a configuration.
  package enum Fault: Equatable, Sendable {
    case overrun(type: UInt16, claimed: Int, available: Int)
    /// Fewer bytes left than an attribute's head has.
    case headCut(available: Int)
    /// A type below 1000h.
    case reservedType(UInt16)
    /// A length in two bytes, least significant first, stands in front of the attributes.
    case strayPrefix(UInt16)
    case length(type: UInt16, expected: Int, present: Int)
    case ssidTooLong(Int)
    /// A pass phrase has 8 to 63 characters, or 64 hex digits.
    case keyLength(Int)
    case noNetwork
    /// There is no Version attribute, which phones do without.
    case noVersion
  }
}

extension WiFiConfiguration {
  /// Reads a payload as far as it is one.
  package init(reading payload: [UInt8], faults: inout PayloadFaults) {
    var start = 0
    // Two forms share one type: with a device password the length of what follows stands in front.
    if payload.count >= 6, Int(payload[0]) << 8 | Int(payload[1]) == payload.count - 2 {
      start = 2
    } else if payload.count >= 6, Int(payload[0]) | Int(payload[1]) << 8 == payload.count - 2,
      Self.isWhole(payload, from: 2), !Self.isWhole(payload, from: 0)
    {
      faults.note(.wifi(.strayPrefix(UInt16(payload[0]) | UInt16(payload[1]) << 8)), 0..<2)
      start = 2
    }
    attributes = Self.read(payload, start..<payload.count, faults: &faults)
    for attribute in attributes where attribute.type == KnownType.credential.rawValue {
      var credential = Credential()
      credential.attributes = Self.read(payload, attribute.place, faults: &faults)
      credential.check(faults: &faults)
      credentials.append(credential)
    }
    // Without a credential around them the attributes of a network stand at the top.
    if credentials.isEmpty, attributes.contains(where: { $0.type == KnownType.ssid.rawValue }) {
      var credential = Credential()
      credential.attributes = attributes
      credential.check(faults: &faults)
      credentials.append(credential)
    }
    let hasPassword = attributes.contains { $0.type == KnownType.devicePassword.rawValue }
    let hasVersion = attributes.contains { $0.type == KnownType.version.rawValue }
    if !credentials.isEmpty, !hasVersion { faults.note(.wifi(.noVersion), 0..<payload.count) }
    if credentials.isEmpty, !hasPassword { faults.note(.wifi(.noNetwork), 0..<payload.count) }
  }

  /// Whether all of the bytes from a place on are attributes.
  private static func isWhole(_ payload: [UInt8], from start: Int) -> Bool {
    var faults = PayloadFaults()
    let attributes = read(payload, start..<payload.count, faults: &faults)
    return !attributes.isEmpty && faults.kinds.isEmpty
  }

  private static func read(
    _ payload: [UInt8], _ range: Range<Int>, faults: inout PayloadFaults
  ) -> [Attribute] {
    var attributes: [Attribute] = []
    var cursor = ByteCursor(payload.span.extracting(range))
    while !cursor.isAtEnd {
      let start = range.lowerBound + cursor.offset
      guard let type = try? cursor.readNumber(2), let length = try? cursor.readNumber(2) else {
        faults.note(
          .wifi(.headCut(available: range.upperBound - start)), start..<range.upperBound)
        break
      }
      guard (try? cursor.skip(Int(length))) != nil else {
        faults.note(
          .wifi(
            .overrun(
              type: UInt16(type), claimed: Int(length), available: cursor.remaining)),
          start..<start + 4)
        break
      }
      let place = start + 4..<start + 4 + Int(length)
      attributes.append(Attribute(type: UInt16(type), value: Array(payload[place]), place: place))
      if type < 0x1000 {
        faults.note(.wifi(.reservedType(UInt16(type))), start..<start + 2)
      }
      if let expected = KnownType(rawValue: UInt16(type))?.length, expected != Int(length) {
        faults.note(
          .wifi(.length(type: UInt16(type), expected: expected, present: Int(length))),
          start + 2..<start + 4)
      }
    }
    return attributes
  }

  /// A network's record: one credential, as phones write it.
  package static func record(
    ssid: String, key: String, authentication: UInt16, encryption: UInt16
  ) -> NDEFRecord {
    func attribute(_ type: KnownType, _ value: [UInt8]) -> [UInt8] {
      [
        UInt8(type.rawValue >> 8), UInt8(type.rawValue & 0xFF), UInt8(value.count >> 8 & 0xFF),
        UInt8(value.count & 0xFF),
      ] + value
    }
    func number(_ value: UInt16) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 0xFF)] }
    let credential =
      attribute(.networkIndex, [1]) + attribute(.ssid, Array(ssid.utf8))
      + attribute(.authentication, number(authentication))
      + attribute(.encryption, number(encryption)) + attribute(.networkKey, Array(key.utf8))
      + attribute(.macAddress, [UInt8](repeating: 0xFF, count: 6))
    return NDEFRecord(
      .mime, type: Array("application/vnd.wfa.wsc".utf8),
      payload: attribute(.version, [0x10]) + attribute(.credential, credential))
  }
}

extension WiFiConfiguration.Credential {
  /// What no access point takes.
  fileprivate func check(faults: inout PayloadFaults) {
    for attribute in attributes {
      switch WiFiConfiguration.KnownType(rawValue: attribute.type) {
      case .ssid where attribute.value.count > 32:
        faults.note(.wifi(.ssidTooLong(attribute.value.count)), attribute.place)
      // WPA-PSK and WPA2-PSK.
      case .networkKey where (authentication ?? 0) & 0x0022 != 0:
        let isDigits =
          attribute.value.count == 64 && attribute.value.allSatisfy { Hex.value($0) != nil }
        if !(8...63).contains(attribute.value.count), !isDigits {
          faults.note(.wifi(.keyLength(attribute.value.count)), attribute.place)
        }
      default: break
      }
    }
  }
}
