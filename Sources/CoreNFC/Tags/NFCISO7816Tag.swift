public import Foundation

/// A tag of ISO/IEC 7816-4 with an application that Info.plist lists, which is selected.
@preconcurrency public protocol NFCISO7816Tag: NFCNDEFTag, __NFCTag {
  /// The listed application that answered first, in hex.
  var initialSelectedAID: String { get }
  /// The UID, or the PUPI.
  var identifier: Data { get }
  /// The historical bytes of the ATS; nil for a tag of type B.
  var historicalBytes: Data? { get }
  /// The application data of the ATQB; nil for a tag of type A.
  var applicationData: Data? { get }
  /// Whether the application data is coded as the maker likes.
  var proprietaryApplicationDataCoding: Bool { get }
  /// Whether the tag can be opened with PACE.
  var supportsPACE: Bool { get }
  /// Sends a command. The handler gets data, SW1 and SW2.
  func sendCommand(
    apdu: NFCISO7816APDU, completionHandler: @escaping (Data, UInt8, UInt8, (any Error)?) -> Void)
}

extension NFCISO7816Tag {
  /// An app's own tag does not.
  public var supportsPACE: Bool { false }

  /// Sends a command, and gives data, SW1 and SW2.
  @discardableResult
  nonisolated(nonsending) public func sendCommand(
    apdu: NFCISO7816APDU
  ) async throws -> (Data, UInt8, UInt8) {
    try await delivered { done in sendCommand(apdu: apdu) { done(($0, $1, $2), $3) } }
  }

  /// Sends a command, and gives the answer in one. Where nothing says which form is
  /// wanted, the tuple is.
  @_disfavoredOverload
  nonisolated(nonsending) public func sendCommand(
    apdu: NFCISO7816APDU
  ) async throws -> NFCISO7816ResponseAPDU {
    let (data, first, second): (Data, UInt8, UInt8) = try await sendCommand(apdu: apdu)
    return NFCISO7816ResponseAPDU(data, first, second)
  }

  /// Sends a command.
  public func sendCommand(
    apdu: NFCISO7816APDU,
    resultHandler: @escaping (Result<NFCISO7816ResponseAPDU, any Error>) -> Void
  ) {
    sendCommand(apdu: apdu) { data, first, second, error in
      resultHandler(Result(NFCISO7816ResponseAPDU(data, first, second), error))
    }
  }
}

extension Result where Failure == any Error {
  /// What a completion handler brings, in one.
  init(_ value: Success, _ error: (any Error)?) {
    self = error.map { .failure($0) } ?? .success(value)
  }
}
