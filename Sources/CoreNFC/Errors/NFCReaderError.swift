public import Foundation

/// The domain of every error of this framework.
public let NFCErrorDomain: String = "NFCError"

/// Where the error of a command that an ISO 15693 tag refused has the tag's error code.
public let NFCISO15693TagResponseErrorKey: String = "ISO15693TagResponseErrorCode"

/// Where an error about a response of the wrong length has that length.
public let NFCTagResponseUnexpectedLengthErrorKey: String = "NFCTagResponseUnexpectedLength"

/// An error of a reader session or of a tag's command.
///
/// It is a value around an `NSError`, as Foundation's own bridged errors are: `error as?
/// NFCReaderError`, `(error as NSError).code`, `catch let error as NSError` and
/// `catch NFCReaderError.…` do what they do on a phone.
public struct NFCReaderError: CustomNSError, Hashable, LocalizedError {
  /// What it is around.
  public let _nsError: NSError

  /// Takes an error of this domain.
  public init(_nsError error: NSError) { _nsError = error }

  /// Makes an error of a code.
  public init(_ code: Code, userInfo: [String: Any] = [:]) {
    var userInfo = userInfo
    if userInfo[NSLocalizedDescriptionKey] == nil {
      userInfo[NSLocalizedDescriptionKey] = code.words
    }
    _nsError = NSError(domain: NFCErrorDomain, code: code.rawValue, userInfo: userInfo)
  }

  /// The domain: `NFCErrorDomain`.
  public static var errorDomain: String { NFCErrorDomain }
  /// What went wrong.
  public var code: Code { Code(rawValue: _nsError.code) ?? .readerErrorUnsupportedFeature }
  /// The number of the code.
  public var errorCode: Int { _nsError.code }
  /// What else is known, by key.
  public var errorUserInfo: [String: Any] { _nsError.userInfo }
  /// What else is known, by key.
  public var userInfo: [String: Any] { _nsError.userInfo }
  /// What went wrong, in words.
  public var errorDescription: String? { _nsError.localizedDescription }
  /// What went wrong, in words.
  public var localizedDescription: String { _nsError.localizedDescription }

  /// Two errors are the same where domain, code and everything else is.
  public static func == (one: NFCReaderError, other: NFCReaderError) -> Bool {
    one._nsError.isEqual(other._nsError)
  }

  /// Mixes in domain and code.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(_nsError.domain)
    hasher.combine(_nsError.code)
  }
}

/// What it is printed as: as the `NSError` that it is on a phone.
extension NFCReaderError: CustomStringConvertible {
  /// Domain, code and everything else.
  public var description: String {
    let others = userInfo.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: ", ")
    return "Error Domain=\(_nsError.domain) Code=\(errorCode) \"\(localizedDescription)\" "
      + "UserInfo={\(others)}"
  }
}

/// Linux casts an error to `NSError`, and an `NSError` to this, only where it knows how.
extension NFCReaderError: _ObjectiveCBridgeable {
  /// What it is around.
  public func _bridgeToObjectiveC() -> NSError { _nsError }

  /// Takes an error of this domain.
  public static func _forceBridgeFromObjectiveC(
    _ source: NSError, result: inout NFCReaderError?
  ) { result = NFCReaderError(_nsError: source) }

  /// Takes an error of this domain, and no other.
  public static func _conditionallyBridgeFromObjectiveC(
    _ source: NSError, result: inout NFCReaderError?
  ) -> Bool {
    result = source.domain == NFCErrorDomain ? NFCReaderError(_nsError: source) : nil
    return result != nil
  }

  /// Takes an error of this domain.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> NFCReaderError {
    source.map { NFCReaderError(_nsError: $0) } ?? NFCReaderError(.readerErrorUnsupportedFeature)
  }
}
