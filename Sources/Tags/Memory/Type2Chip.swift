/// Where a Type 2 chip keeps what is no user data: told by GET_VERSION or by the container's size.
///
/// Page numbers are those of the chips' data sheets (NXP MF0ICU1, MF0ICU2, MF0ULx1, NTAG203,
/// NTAG210/212, NTAG213/215/216, NT3H2111/2211, MF0AES).
package struct Type2Chip: Equatable, Sendable {
  package let name: String
  /// How many pages there are.
  package let pages: Int
  /// The first page behind the user memory.
  package let userEnd: Int
  /// The page of the dynamic lock bytes, how many bits there are, and how many pages each locks.
  package let lock: Lock?
  /// The page of AUTH0 and MIRROR; the one behind it has ACCESS. Nil: no password.
  package let configuration: Int?
  /// Where password and password acknowledge are.
  package let password: Int?
  /// The pages of its keys, where it has some.
  package let keys: Range<Int>?

  package struct Lock: Equatable, Sendable {
    package let page: Int
    package let bits: Int
    package let pagesPerBit: Int
  }

  private init(
    _ name: String, pages: Int, userEnd: Int, lock: Lock? = nil, configuration: Int? = nil,
    password: Int? = nil, keys: Range<Int>? = nil
  ) {
    self.name = name
    self.pages = pages
    self.userEnd = userEnd
    self.lock = lock
    self.configuration = configuration
    self.password = password ?? (keys == nil ? configuration.map { $0 + 2 } : nil)
    self.keys = keys
  }

  /// The pages that nobody but their owner should see, and what is in them.
  package var secret: (pages: Range<Int>, kind: TagContents.SecretBytes.Kind)? {
    if let keys { return (keys, .key) }
    return password.map { ($0..<$0 + 2, .password) }
  }

  package static let ultralight = Self("MIFARE Ultralight", pages: 16, userEnd: 16)
  package static let ultralightC = Self(
    "MIFARE Ultralight C", pages: 48, userEnd: 40,
    lock: Lock(page: 40, bits: 12, pagesPerBit: 4), keys: 44..<48)
  /// DataProtKey, UIDRetrKey and four pages that are reserved lie behind each other.
  package static let ultralightAES = Self(
    "MIFARE Ultralight AES", pages: 60, userEnd: 40,
    lock: Lock(page: 40, bits: 12, pagesPerBit: 2), configuration: 41, keys: 48..<60)
  package static let ul11 = Self(
    "MIFARE Ultralight EV1 (48 bytes)", pages: 20, userEnd: 16, configuration: 16)
  package static let ul21 = Self(
    "MIFARE Ultralight EV1 (128 bytes)", pages: 41, userEnd: 36,
    lock: Lock(page: 36, bits: 16, pagesPerBit: 2), configuration: 37)
  package static let ntag203 = Self(
    "NTAG203", pages: 42, userEnd: 40, lock: Lock(page: 40, bits: 12, pagesPerBit: 4))
  package static let ntag210 = Self("NTAG210", pages: 20, userEnd: 16, configuration: 16)
  package static let ntag212 = Self(
    "NTAG212", pages: 41, userEnd: 36, lock: Lock(page: 36, bits: 16, pagesPerBit: 2),
    configuration: 37)
  package static let ntag213 = Self(
    "NTAG213", pages: 45, userEnd: 40, lock: Lock(page: 40, bits: 12, pagesPerBit: 2),
    configuration: 41)
  package static let ntag215 = Self(
    "NTAG215", pages: 135, userEnd: 130, lock: Lock(page: 130, bits: 8, pagesPerBit: 16),
    configuration: 131)
  package static let ntag216 = Self(
    "NTAG216", pages: 231, userEnd: 226, lock: Lock(page: 226, bits: 14, pagesPerBit: 16),
    configuration: 227)
  /// NTAG I2C and NTAG I2C plus count their pages by sectors of 256; behind the last one of a sector
  /// nothing comes again.
  package static let ntagI2C1K = Self("NTAG I2C 1K", pages: 256, userEnd: 226)
  package static let ntagI2C2K = Self("NTAG I2C 2K", pages: 512, userEnd: 480)
  package static let ntagI2CPlus1K = Self(
    "NTAG I2C plus 1K", pages: 256, userEnd: 226, configuration: 227)
  package static let ntagI2CPlus2K = Self(
    "NTAG I2C plus 2K", pages: 512, userEnd: 226, configuration: 227)

  /// The chip that answers GET_VERSION so; nil for one whose pages are not known.
  package init?(version: [UInt8]) {
    guard version.count == 8, version[0] == 0, version[1] == 0x04 else { return nil }
    switch (version[2], version[6]) {
    case (0x03, 0x0B) where version[4] == 1: self = .ul11
    case (0x03, 0x0E) where version[4] == 1: self = .ul21
    case (0x03, 0x0F) where version[4] == 4: self = .ultralightAES
    case (0x04, 0x0B): self = .ntag210
    case (0x04, 0x0E): self = .ntag212
    case (0x04, 0x0F) where version[4] == 1 || version[4] == 4: self = .ntag213
    case (0x04, 0x13) where version[4] == 5: self = version[5] == 2 ? .ntagI2CPlus1K : .ntagI2C1K
    case (0x04, 0x15) where version[4] == 5: self = version[5] == 2 ? .ntagI2CPlus2K : .ntagI2C2K
    case (0x04, 0x11): self = .ntag215
    case (0x04, 0x13) where version[4] == 1 || version[4] == 4: self = .ntag216
    default: return nil
    }
  }

  /// The chip with so many pages, as a dump of all of them shows it.
  package init?(pages: Int) {
    switch pages {
    case 16: self = .ultralight
    case 42: self = .ntag203
    case 45: self = .ntag213
    case 48: self = .ultralightC
    case 60: self = .ultralightAES
    case 135: self = .ntag215
    case 231: self = .ntag216
    default: return nil
    }
  }

  /// The chips that a capability container's size (its third byte) is written into, the likeliest
  /// first.
  package static func candidates(size: UInt8) -> [Self] {
    switch size {
    case 0x06: [.ntag210, .ul11, .ultralight]
    case 0x10: [.ntag212, .ul21]
    case 0x12: [.ntag213, .ntag203, .ultralightC, .ultralightAES]
    case 0x3E, 0x3F: [.ntag215]
    case 0x6D, 0x6F: [.ntag216]
    default: []
    }
  }

  /// All chips with a password or keys.
  package static let withSecrets: [Self] = [
    .ul11, .ul21, .ntag210, .ntag212, .ntag213, .ntag215, .ntag216, .ultralightC, .ultralightAES,
  ]
}
