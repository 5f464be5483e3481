public import Dispatch
public import Foundation

/// A session that finds tags by their technology and speaks their own commands.
@preconcurrency open class NFCTagReaderSession: NFCReaderSession {
  /// Which technologies a session polls for.
  public struct PollingOption: OptionSet, Sendable {
    /// A bit a technology.
    public let rawValue: Int
    /// Takes the bits.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// ISO/IEC 14443, types A and B.
    public static let iso14443 = PollingOption(rawValue: 1)
    /// ISO/IEC 15693.
    public static let iso15693 = PollingOption(rawValue: 2)
    /// ISO/IEC 18092: FeliCa.
    public static let iso18092 = PollingOption(rawValue: 4)
    /// Documents that have to be opened with PACE. Used alone.
    public static let pace = PollingOption(rawValue: 8)
  }

  /// What a session polls for, and with which of the names that Info.plist lists.
  public struct Configuration: Sendable {
    /// The technologies.
    public var pollingOption: NFCTagReaderSession.PollingOption
    /// Which of the listed applications are selected; empty for all.
    public var iso7816SelectIdentifiers: [String]
    /// Which of the listed systems are polled for; empty for all.
    public var feliCaSystemCodes: [String]
    /// Whether payment cards are looked for, and nothing else.
    var isForPayment = false

    /// Makes a configuration.
    public init(
      pollingOption: NFCTagReaderSession.PollingOption, iso7816SelectIdentifiers: [String] = [],
      feliCaSystemCodes: [String] = []
    ) {
      self.pollingOption = pollingOption
      self.iso7816SelectIdentifiers = iso7816SelectIdentifiers
      self.feliCaSystemCodes = feliCaSystemCodes
    }
  }

  /// Makes a session; nil where it would poll for nothing.
  public init?(
    pollingOption: NFCTagReaderSession.PollingOption, delegate: any NFCTagReaderSessionDelegate,
    queue: DispatchQueue? = nil
  ) {
    guard !pollingOption.intersection([.iso14443, .iso15693, .iso18092, .pace]).isEmpty else {
      return nil
    }
    super.init(
      .tags(Configuration(pollingOption: pollingOption)), delegate: delegate, queue: queue)
  }

  /// Makes a session with a choice of what Info.plist lists.
  public init(
    configuration: NFCTagReaderSession.Configuration, delegate: any NFCTagReaderSessionDelegate,
    queue: DispatchQueue? = nil
  ) {
    super.init(
      configuration.isForPayment ? .payment : .tags(configuration), delegate: delegate, queue: queue
    )
  }

  /// The tag that is connected.
  public var connectedTag: NFCTag? { core.connectedHandle.flatMap { $0.anyTag(of: self) } }

  /// Looks for tags anew; those found before are not valid any more.
  open func restartPolling() { core.restartPolling() }

  /// Looks for tags anew, this time with another configuration.
  open func restartPolling(configuration: NFCTagReaderSession.Configuration) {
    core.restartPolling(with: configuration)
  }

  /// Connects a tag, so that it may be sent commands. Another one that was connected is halted.
  public func connect(to tag: NFCTag, completionHandler: @escaping ((any Error)?) -> Void) {
    core.connect(tag.handle, completionHandler)
  }

  /// Connects a tag, so that it may be sent commands. Another one that was connected is halted.
  nonisolated(nonsending) public func connect(to tag: NFCTag) async throws {
    try await finished { connect(to: tag, completionHandler: $0) }
  }

  override func tell(_ event: SessionEvent) {
    guard let delegate = delegate as? any NFCTagReaderSessionDelegate else { return }
    switch event {
    case .becameActive:
      delegate.tagReaderSessionDidBecomeActive(self)
    case .detected(let handles):
      delegate.tagReaderSession(self, didDetect: handles.compactMap { $0.anyTag(of: self) })
    case .invalidated(let error):
      delegate.tagReaderSession(self, didInvalidateWithError: error)
    case .messages:
      break
    }
  }
}

/// Who hears of a session that finds tags.
@preconcurrency public protocol NFCTagReaderSessionDelegate: NSObjectProtocol {
  /// The session looks for tags.
  func tagReaderSessionDidBecomeActive(_ session: NFCTagReaderSession)
  /// The session is over.
  func tagReaderSession(_ session: NFCTagReaderSession, didInvalidateWithError error: any Error)
  /// The session has found tags.
  func tagReaderSession(_ session: NFCTagReaderSession, didDetect tags: [NFCTag])
}

/// A session that finds payment cards, where the law and Apple allow it.
@preconcurrency open class NFCPaymentTagReaderSession: NFCTagReaderSession {
  /// Makes a session. It polls for ISO/IEC 14443 alone.
  public convenience init(delegate: any NFCTagReaderSessionDelegate, queue: DispatchQueue? = nil) {
    var configuration = Configuration(pollingOption: .iso14443)
    configuration.isForPayment = true
    self.init(configuration: configuration, delegate: delegate, queue: queue)
  }

  /// Whether this device can read payment cards.
  open override class var readingAvailable: Bool { Phone.current?.canReadPayment ?? false }
}
