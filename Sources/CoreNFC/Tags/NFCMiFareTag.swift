public import Foundation

/// Which MIFARE a tag is.
public enum NFCMiFareFamily: UInt, Sendable {
  /// Not known.
  case unknown = 1
  /// Ultralight, NTAG.
  case ultralight = 2
  /// Plus.
  case plus = 3
  /// DESFire.
  case desfire = 4
}

/// A MIFARE card.
@preconcurrency public protocol NFCMiFareTag: NFCNDEFTag, __NFCTag {
  /// Which MIFARE it is.
  var mifareFamily: NFCMiFareFamily { get }
  /// The UID.
  var identifier: Data { get }
  /// The historical bytes of the ATS; nil where there is none.
  var historicalBytes: Data? { get }
  /// Sends a native command. The CRC is added. A DESFire's answer in several frames comes as one.
  func sendMiFareCommand(
    commandPacket command: Data, completionHandler: @escaping (Data, (any Error)?) -> Void)
  /// Sends a command of ISO/IEC 7816-4, to Plus and DESFire alone.
  func sendMiFareISO7816Command(
    _ apdu: NFCISO7816APDU, completionHandler: @escaping (Data, UInt8, UInt8, (any Error)?) -> Void)
}

extension NFCMiFareTag {
  /// Sends a native command. The CRC is added. A DESFire's answer in several frames comes as one.
  @discardableResult
  nonisolated(nonsending) public func sendMiFareCommand(
    commandPacket command: Data
  ) async throws -> Data {
    try await delivered { done in sendMiFareCommand(commandPacket: command) { done($0, $1) } }
  }

  /// Sends a native command. The CRC is added. A DESFire's answer in several frames comes as one.
  public func sendMiFareCommand(
    commandPacket command: Data, resultHandler: @escaping (Result<Data, any Error>) -> Void
  ) {
    sendMiFareCommand(commandPacket: command) { resultHandler(Result($0, $1)) }
  }

  /// Sends a command of ISO/IEC 7816-4, and gives data, SW1 and SW2.
  @discardableResult
  nonisolated(nonsending) public func sendMiFareISO7816Command(
    _ apdu: NFCISO7816APDU
  ) async throws -> (Data, UInt8, UInt8) {
    try await delivered { done in sendMiFareISO7816Command(apdu) { done(($0, $1, $2), $3) } }
  }

  /// Sends a command of ISO/IEC 7816-4, and gives the answer in one. Where nothing says which form is
  /// wanted, the tuple is.
  @_disfavoredOverload
  nonisolated(nonsending) public func sendMiFareISO7816Command(
    _ apdu: NFCISO7816APDU
  ) async throws -> NFCISO7816ResponseAPDU {
    let (data, first, second): (Data, UInt8, UInt8) = try await sendMiFareISO7816Command(apdu)
    return NFCISO7816ResponseAPDU(data, first, second)
  }

  /// Sends a command of ISO/IEC 7816-4.
  public func sendMiFareISO7816Command(
    _ apdu: NFCISO7816APDU,
    resultHandler: @escaping (Result<NFCISO7816ResponseAPDU, any Error>) -> Void
  ) {
    sendMiFareISO7816Command(apdu) { data, first, second, error in
      resultHandler(Result(NFCISO7816ResponseAPDU(data, first, second), error))
    }
  }
}
