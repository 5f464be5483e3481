public import Foundation

/// What a poll asks for besides IDm and PMm.
public enum NFCFeliCaPollingRequestCode: Int, Sendable {
  /// Nothing.
  case noRequest = 0
  /// The system code.
  case systemCode = 1
  /// The speeds.
  case communicationPerformance = 2
}

/// In how many time slots cards may answer a poll.
public enum NFCFeliCaPollingTimeSlot: Int, Sendable {
  /// One.
  case max1 = 0
  /// Two.
  case max2 = 1
  /// Four.
  case max4 = 3
  /// Eight.
  case max8 = 7
  /// Sixteen.
  case max16 = 15
}

/// The cipher of a card.
public enum NFCFeliCaEncryptionId: Int, Sendable {
  /// AES.
  case AES = 0x4F
  /// AES and DES.
  case AES_DES = 0x41
}

/// What a poll was answered.
public struct NFCFeliCaPollingResponse: Sendable {
  /// PMm.
  public var manufactureParameter: Data
  /// What was asked for besides.
  public var requestData: Data?

  /// Makes an answer of its parts.
  public init(manufactureParameter: Data, requestData: Data?) {
    self.manufactureParameter = manufactureParameter
    self.requestData = requestData
  }
}

/// How a command went: 0 and 0, or what was wrong and where.
public struct NFCFeliCaStatusFlag: Sendable {
  /// Where.
  public var statusFlag1: Int
  /// What.
  public var statusFlag2: Int

  /// Makes flags of their parts.
  public init(statusFlag1: Int, statusFlag2: Int) {
    self.statusFlag1 = statusFlag1
    self.statusFlag2 = statusFlag2
  }
}

/// What Request Specification Version was answered.
public struct NFCFeliCaRequestSpecificationVersionResponse: Sendable {
  /// Where something was wrong.
  public var statusFlag1: Int
  /// What was wrong.
  public var statusFlag2: Int
  /// The basic version.
  public var basicVersion: Data?
  /// The versions of options.
  public var optionVersion: Data?

  /// Makes an answer of its parts.
  public init(statusFlag1: Int, statusFlag2: Int, basicVersion: Data?, optionVersion: Data?) {
    self.statusFlag1 = statusFlag1
    self.statusFlag2 = statusFlag2
    self.basicVersion = basicVersion
    self.optionVersion = optionVersion
  }
}

/// What Request Service v2 was answered. The name is misspelled in the original.
public struct NFCFeliCaRequsetServiceV2Response: Sendable {
  /// Where something was wrong.
  public var statusFlag1: Int
  /// What was wrong.
  public var statusFlag2: Int
  /// The card's cipher.
  public var encryptionIdentifier: NFCFeliCaEncryptionId
  /// The versions of the AES keys, a node each.
  public var nodeKeyVersionListAES: [Data]?
  /// The versions of the DES keys, a node each.
  public var nodeKeyVersionListDES: [Data]?

  /// Makes an answer of its parts.
  public init(
    statusFlag1: Int, statusFlag2: Int, encryptionIdentifier: NFCFeliCaEncryptionId,
    nodeKeyVersionListAES: [Data]?, nodeKeyVersionListDES: [Data]?
  ) {
    self.statusFlag1 = statusFlag1
    self.statusFlag2 = statusFlag2
    self.encryptionIdentifier = encryptionIdentifier
    self.nodeKeyVersionListAES = nodeKeyVersionListAES
    self.nodeKeyVersionListDES = nodeKeyVersionListDES
  }
}
