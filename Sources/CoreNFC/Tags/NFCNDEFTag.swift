public import Foundation

/// What a tag is for NDEF.
public enum NFCNDEFStatus: UInt, Sendable {
  /// It is not formatted for it.
  case notSupported = 1
  /// It can be read and written.
  case readWrite = 2
  /// It can be read.
  case readOnly = 3
}

/// A tag that may hold an NDEF message.
@preconcurrency public protocol NFCNDEFTag: NSCopying, NSSecureCoding, NSObjectProtocol {
  /// Whether it is there and not passed over for another one.
  var isAvailable: Bool { get }
  /// Asks what the tag is for NDEF, and how large a message it can hold.
  func queryNDEFStatus(completionHandler: @escaping (NFCNDEFStatus, Int, (any Error)?) -> Void)
  /// Reads the message. An empty one is an error: `ndefReaderSessionErrorZeroLengthMessage`.
  func readNDEF(completionHandler: @escaping (NFCNDEFMessage?, (any Error)?) -> Void)
  /// Writes a message in place of the one that is there.
  func writeNDEF(
    _ ndefMessage: NFCNDEFMessage, completionHandler: @escaping ((any Error)?) -> Void)
  /// Makes the tag read-only, for good.
  func writeLock(completionHandler: @escaping ((any Error)?) -> Void)
}

extension NFCNDEFTag {
  /// Asks what the tag is for NDEF, and how large a message it can hold.
  @discardableResult
  nonisolated(nonsending) public func queryNDEFStatus() async throws -> (NFCNDEFStatus, Int) {
    try await delivered { done in queryNDEFStatus { done(($0, $1), $2) } }
  }

  /// Reads the message. An empty one is an error: `ndefReaderSessionErrorZeroLengthMessage`.
  @discardableResult
  nonisolated(nonsending) public func readNDEF() async throws -> NFCNDEFMessage {
    try await delivered { readNDEF(completionHandler: $0) }
  }

  /// Writes a message in place of the one that is there.
  nonisolated(nonsending) public func writeNDEF(_ ndefMessage: NFCNDEFMessage) async throws {
    try await finished { writeNDEF(ndefMessage, completionHandler: $0) }
  }

  /// Makes the tag read-only, for good.
  nonisolated(nonsending) public func writeLock() async throws {
    try await finished { writeLock(completionHandler: $0) }
  }
}
