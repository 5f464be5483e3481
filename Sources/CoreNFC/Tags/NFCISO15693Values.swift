public import Foundation

/// The flags of a request.
public struct NFCISO15693RequestFlag: OptionSet, Sendable {
  /// A bit a flag.
  public let rawValue: UInt8
  /// Takes the bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// The tag answers on two subcarriers.
  public static let dualSubCarriers = NFCISO15693RequestFlag(rawValue: 0x01)
  /// The tag answers at the high data rate.
  public static let highDataRate = NFCISO15693RequestFlag(rawValue: 0x02)
  /// The protocol is extended.
  public static let protocolExtension = NFCISO15693RequestFlag(rawValue: 0x08)
  /// Only the selected tag answers; no UID is sent.
  public static let select = NFCISO15693RequestFlag(rawValue: 0x10)
  /// Only the tag whose UID is sent answers.
  public static let address = NFCISO15693RequestFlag(rawValue: 0x20)
  /// What the command makes of it.
  public static let option = NFCISO15693RequestFlag(rawValue: 0x40)
  /// What the command makes of it.
  public static let commandSpecificBit8 = NFCISO15693RequestFlag(rawValue: 0x80)
}

/// The flags of an answer.
public struct NFCISO15693ResponseFlag: OptionSet, Sendable {
  /// A bit a flag.
  public let rawValue: UInt8
  /// Takes the bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// An error code follows.
  public static let error = NFCISO15693ResponseFlag(rawValue: 0x01)
  /// The buffer has an answer.
  public static let responseBufferValid = NFCISO15693ResponseFlag(rawValue: 0x02)
  /// The answer is the last one.
  public static let finalResponse = NFCISO15693ResponseFlag(rawValue: 0x04)
  /// The protocol is extended.
  public static let protocolExtension = NFCISO15693ResponseFlag(rawValue: 0x08)
  /// Bit 5 of a block's security status.
  public static let blockSecurityStatusBit5 = NFCISO15693ResponseFlag(rawValue: 0x10)
  /// Bit 6 of a block's security status.
  public static let blockSecurityStatusBit6 = NFCISO15693ResponseFlag(rawValue: 0x20)
  /// The tag needs more time.
  public static let waitTimeExtension = NFCISO15693ResponseFlag(rawValue: 0x40)
}

/// What a tag is; -1 for what it does not say.
public struct NFCISO15693SystemInfo: Sendable {
  /// The UID as it is in the answer, its last byte first.
  public var uniqueIdentifier: Data
  /// DSFID.
  public var dataStorageFormatIdentifier: Int
  /// AFI.
  public var applicationFamilyIdentifier: Int
  /// The bytes of a block.
  public var blockSize: Int
  /// How many blocks there are.
  public var totalBlocks: Int
  /// Which chip it is.
  public var icReference: Int

  /// Makes it of its parts.
  public init(
    uniqueIdentifier: Data, dataStorageFormatIdentifier: Int, applicationFamilyIdentifier: Int,
    blockSize: Int, totalBlocks: Int, icReference: Int
  ) {
    self.uniqueIdentifier = uniqueIdentifier
    self.dataStorageFormatIdentifier = dataStorageFormatIdentifier
    self.applicationFamilyIdentifier = applicationFamilyIdentifier
    self.blockSize = blockSize
    self.totalBlocks = totalBlocks
    self.icReference = icReference
  }
}

/// Which blocks are locked: a number a block.
public struct NFCISO15693MultipleBlockSecurityStatus: Sendable {
  /// A number a block.
  public var blockSecurityStatus: [Int]

  /// Makes it of its numbers.
  public init(blockSecurityStatus: [Int]) { self.blockSecurityStatus = blockSecurityStatus }
}
