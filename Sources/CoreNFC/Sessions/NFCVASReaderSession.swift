public import Dispatch
public import Foundation

/// A session that asks another phone for its passes (value added services). No trace of ours can
/// answer for a phone's wallet: it is begun, and ends with `readerErrorUnsupportedFeature`.
@preconcurrency open class NFCVASReaderSession: NFCReaderSession {
  /// Makes a session with what is to be asked for.
  public init(
    vasCommandConfigurations commandConfigurations: [NFCVASCommandConfiguration],
    delegate: any NFCVASReaderSessionDelegate, queue: DispatchQueue?
  ) {
    super.init(.passes, delegate: delegate, queue: queue)
  }

  override func tell(_ event: SessionEvent) {
    guard let delegate = delegate as? any NFCVASReaderSessionDelegate else { return }
    switch event {
    case .becameActive:
      delegate.readerSessionDidBecomeActive(self)
    case .invalidated(let error):
      delegate.readerSession(self, didInvalidateWithError: error)
    case .detected, .messages:
      break
    }
  }
}

/// Who hears of a session that asks for passes.
@preconcurrency public protocol NFCVASReaderSessionDelegate: NSObjectProtocol {
  /// The session looks for a phone. It may be left out.
  func readerSessionDidBecomeActive(_ session: NFCVASReaderSession)
  /// The session is over.
  func readerSession(_ session: NFCVASReaderSession, didInvalidateWithError error: any Error)
  /// A phone has answered.
  func readerSession(_ session: NFCVASReaderSession, didReceive responses: [NFCVASResponse])
}

/// Linux has no optional requirements.
extension NFCVASReaderSessionDelegate {
  /// A delegate need not hear of it.
  public func readerSessionDidBecomeActive(_ session: NFCVASReaderSession) {}
}

/// What a session for passes asks for.
@preconcurrency open class NFCVASCommandConfiguration: NSObject, NSCopying {
  /// How much is asked for.
  public enum Mode: Int, Sendable {
    /// The phone is only given a URL.
    case urlOnly = 0
    /// The pass is asked for.
    case normal = 1
  }

  /// How much is asked for.
  public typealias VASMode = Mode

  /// How much is asked for.
  open var mode: NFCVASCommandConfiguration.Mode
  /// Which pass.
  open var passTypeIdentifier: String
  /// The URL that the phone is given: at most 64 characters.
  open var url: URL?

  /// Makes a configuration.
  public init(vasMode mode: NFCVASCommandConfiguration.Mode, passTypeIdentifier: String, url: URL?)
  {
    self.mode = mode
    self.passTypeIdentifier = passTypeIdentifier
    self.url = url
  }

  /// A configuration of its own that says the same.
  open func copy(with zone: NSZone? = nil) -> Any {
    NFCVASCommandConfiguration(vasMode: mode, passTypeIdentifier: passTypeIdentifier, url: url)
  }
}

extension NFCVASCommandConfiguration.Mode {
  /// The name before Swift's own.
  @available(*, deprecated, renamed: "urlOnly")
  public static var VASModeURLOnly: Self { .urlOnly }
  /// The name before Swift's own.
  @available(*, deprecated, renamed: "normal")
  public static var VASModeNormal: Self { .normal }
}

/// What a phone answered to a question for a pass.
@preconcurrency open class NFCVASResponse: NSObject, NSCopying {
  /// The status word of the answer.
  public enum ErrorCode: Int, Sendable {
    /// 9000.
    case success = 0x9000
    /// 6A83.
    case dataNotFound = 0x6A83
    /// 6287.
    case dataNotActivated = 0x6287
    /// 6B00.
    case wrongParameters = 0x6B00
    /// 6700.
    case wrongLCField = 0x6700
    /// 6984.
    case userIntervention = 0x6984
    /// 6A80.
    case incorrectData = 0x6A80
    /// 6340.
    case unsupportedApplicationVersion = 0x6340
  }

  /// The status word of the answer.
  public typealias VASErrorCode = ErrorCode

  /// The status word of the answer.
  public private(set) var status: NFCVASResponse.ErrorCode = .dataNotFound
  /// The pass.
  public private(set) var vasData = Data()
  /// Which phone it was.
  public private(set) var mobileToken = Data()

  /// No phone answers here.
  private override init() {}

  /// It never changes, so that it is its own copy.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}
