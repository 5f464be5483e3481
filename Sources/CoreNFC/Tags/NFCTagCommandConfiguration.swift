public import Foundation

/// How often a command is tried. Each is 0 unless it is set.
@preconcurrency open class NFCTagCommandConfiguration: NSObject, NSCopying {
  /// How often it is tried again: 0 to 256.
  open var maximumRetries: Int = 0
  /// How long is waited before each time.
  open var retryInterval: TimeInterval = 0

  /// Makes one that is tried once.
  public override init() {}

  /// One of its own that says the same.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = NFCTagCommandConfiguration()
    copy.maximumRetries = maximumRetries
    copy.retryInterval = retryInterval
    return copy
  }
}

/// A command of a maker's own, as sessions of iOS 11 sent it.
@preconcurrency open class NFCISO15693CustomCommandConfiguration: NFCTagCommandConfiguration {
  /// Whose command it is.
  open var manufacturerCode: Int
  /// Its code, A0 to DF.
  open var customCommandCode: Int
  /// What follows.
  open var requestParameters: Data

  /// Makes one that is tried once.
  public init(manufacturerCode: Int, customCommandCode: Int, requestParameters: Data?) {
    self.manufacturerCode = manufacturerCode
    self.customCommandCode = customCommandCode
    self.requestParameters = requestParameters ?? Data()
  }

  /// Makes one that is tried several times.
  public convenience init(
    manufacturerCode: Int, customCommandCode: Int, requestParameters: Data?, maximumRetries: Int,
    retryInterval: TimeInterval
  ) {
    self.init(
      manufacturerCode: manufacturerCode, customCommandCode: customCommandCode,
      requestParameters: requestParameters)
    self.maximumRetries = maximumRetries
    self.retryInterval = retryInterval
  }

  /// One of its own that says the same.
  open override func copy(with zone: NSZone? = nil) -> Any {
    NFCISO15693CustomCommandConfiguration(
      manufacturerCode: manufacturerCode, customCommandCode: customCommandCode,
      requestParameters: requestParameters, maximumRetries: maximumRetries,
      retryInterval: retryInterval)
  }
}

/// A reading of many blocks, as sessions of iOS 11 did it.
@preconcurrency open class NFCISO15693ReadMultipleBlocksConfiguration: NFCTagCommandConfiguration {
  /// Which blocks.
  open var range: NSRange
  /// How many at a time.
  open var chunkSize: Int

  /// Makes one that is tried once.
  public init(range: NSRange, chunkSize: Int) {
    self.range = range
    self.chunkSize = chunkSize
  }

  /// Makes one that is tried several times.
  public convenience init(
    range: NSRange, chunkSize: Int, maximumRetries: Int, retryInterval: TimeInterval
  ) {
    self.init(range: range, chunkSize: chunkSize)
    self.maximumRetries = maximumRetries
    self.retryInterval = retryInterval
  }

  /// One of its own that says the same.
  open override func copy(with zone: NSZone? = nil) -> Any {
    NFCISO15693ReadMultipleBlocksConfiguration(
      range: range, chunkSize: chunkSize, maximumRetries: maximumRetries,
      retryInterval: retryInterval)
  }
}
