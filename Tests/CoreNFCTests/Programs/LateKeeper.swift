import CoreNFC
import Foundation

/// Begins its session first, and keeps whom it is to tell afterwards, as published readers of
/// passports do.
final class LateKeeper: NSObject, NFCNDEFReaderSessionDelegate, @unchecked Sendable {
  private var session: NFCNDEFReaderSession?
  private var continuation: CheckedContinuation<Int, any Error>?

  /// How many records the first message has. `busy` is done between the one and the other.
  func read(busy: () -> Void) async throws -> Int {
    session = NFCNDEFReaderSession(delegate: self, queue: nil, invalidateAfterFirstRead: true)
    session?.begin()
    busy()
    return try await withCheckedThrowingContinuation { continuation = $0 }
  }

  func readerSession(_ session: NFCNDEFReaderSession, didDetectNDEFs messages: [NFCNDEFMessage]) {
    continuation?.resume(returning: messages.first?.records.count ?? 0)
    continuation = nil
  }

  func readerSession(_ session: NFCNDEFReaderSession, didInvalidateWithError error: any Error) {
    continuation?.resume(throwing: error)
    continuation = nil
  }
}
